// The published cache tests that NetLayer does not pass, each with its reason. None of them is required by the specification.

enum CacheSuiteMisses {
    /// Why, and the tests.
    static let table: [(reason: String, tests: [String])] = [
        (
            "Of a directive that stands twice the first counts, which RFC 9111 §4.2.1 allows.",
            ["freshness-max-age-two-stale-fresh-sameline", "freshness-max-age-two-stale-fresh-sepline"]
        ),
        (
            "A max-age that is no whole number makes an answer stale, as RFC 9111 §4.2.1 encourages.",
            [
                "freshness-max-age-decimal-zero", "freshness-max-age-decimal-five", "freshness-max-age-a100",
                "freshness-max-age-100a",
            ]
        ),
        (
            "An Age with something behind its number is no Age (RFC 9111 §5.1).",
            ["age-parse-parameter", "age-parse-numeric-parameter"]
        ),
        (
            "A stale answer stands in for an error only where somebody allowed it: a server that is down must be seen.",
            ["stale-close", "stale-503", "stale-warning-stored", "stale-warning-become"]
        ),
        (
            "What changed less than half a minute ago is fresh for less than the three seconds of the test: 10 % of it.",
            ["heuristic-delta-5", "heuristic-delta-10", "heuristic-delta-30"]
        ),
        ("Pragma: no-cache is honoured where there is no Cache-Control, as RFC 7234 §5.4 had it.", ["pragma-request-no-cache"]),
        (
            "The order of languages stays, and no server's choice among them is guessed: to some servers the order is a preference.",
            ["vary-normalise-lang-order", "vary-normalise-lang-select"]
        ),
        (
            "An entity tag is sent as it was written, without quotes too.",
            ["conditional-etag-strong-generate-unquoted", "conditional-etag-forward-unquoted"]
        ),
        (
            "Fields that describe the stored body, which is decoded, stay with it (RFC 9111 §3.2).",
            ["304-etag-update-response-Content-Encoding", "304-etag-update-response-Content-Range"]
        ),
        (
            "A 304 with another strong entity tag confirms nothing that is stored (RFC 9111 §4.3.4): it is asked for anew.",
            ["304-etag-update-response-ETag"]
        ),
        ("The answer to a HEAD is the caller's as it came; it renews what is stored.", ["head-200-retain"]),
        ("A HEAD that brings another status shows that what is stored is outdated.", ["head-410-update"]),
        (
            "Parts are not stored; what is stored whole serves all parts.",
            [
                "partial-store-partial-reuse-partial", "partial-store-partial-reuse-partial-byterange",
                "partial-store-partial-reuse-partial-absent", "partial-store-partial-reuse-partial-suffix",
                "partial-store-partial-complete",
            ]
        ),
        ("An answer that just came is handed on as it came.", ["other-age-delay"]),
        (
            "Who sends another cookie is another account, as far as nobody says more: answers are never shared across them.",
            ["other-cookie"]
        ),
    ]
}
