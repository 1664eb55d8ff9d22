// Completes the text of a field while the user types: variables, names of header fields, and their usual values.

/// Texts that continue a typed one.
enum FieldCompletion {
    /// The most texts that are offered.
    private static let most = 50

    /// The texts that continue the text, the likeliest first; empty where nothing is known.
    /// - Parameter variables: the names that `${…}` may have; `nil` where it is plain text.
    static func texts(after text: String, isHeader: Bool, variables: [String]?) -> [String] {
        if let variables, let open = text.ranges(of: "${").last, !text[open.upperBound...].contains("}") {
            let (before, word) = (String(text[..<open.upperBound]), text[open.upperBound...].lowercased())
            return matches(variables + ["env:", "file:", "secret:"], word).map { name in
                before + (name.hasSuffix(":") ? name : name + "}")
            }.filter { $0 != text }
        }
        guard isHeader, !text.isEmpty else { return [] }
        guard let colon = text.firstIndex(of: ":") else {
            return matches(HeaderNames.names, text.lowercased()).map { $0 + ": " }
        }
        let name = text[..<colon].trimmed
        let value = text[text.index(after: colon)...].trimmed
        let known = HeaderNames.values(of: name)
        // A whole value needs no other ending.
        guard !known.contains(where: { $0.lowercased() == value.lowercased() }) else { return [] }
        return matches(known, value.lowercased()).map { "\(name): \($0)" }
    }

    private static func matches(_ words: [String], _ start: String) -> [String] {
        Array(words.lazy.filter { $0.lowercased().hasPrefix(start) }.prefix(most))
    }
}

/// Header fields that users write, of the registry of RFC 9110 and of common practice, with their usual values.
enum HeaderNames {
    static let names = [
        "Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Cache-Control", "Content-Encoding", "Content-Language",
        "Content-Type", "Cookie", "DPoP", "Date", "Digest", "ETag", "Expect", "Forwarded", "From", "Host", "Idempotency-Key",
        "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Link", "Max-Forwards", "Origin",
        "Pragma", "Prefer", "Priority", "Proxy-Authorization", "Range", "Referer", "Signature", "Signature-Input", "TE",
        "Tenant-ID", "Trailer", "User-Agent", "Via", "X-API-Key", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For",
        "X-HTTP-Method-Override", "X-Request-ID", "X-Requested-With", "traceparent", "tracestate",
    ]

    private static let types = [
        "application/json", "application/problem+json", "application/merge-patch+json", "application/json-patch+json",
        "application/x-ndjson", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
        "text/csv", "text/event-stream", "text/html", "application/octet-stream",
    ]

    /// The usual values of a field; empty where none is usual.
    static func values(of name: String) -> [String] {
        switch name.lowercased() {
        case "accept": types + ["*/*"]
        case "content-type": types
        case "accept-encoding": ["gzip", "br", "zstd", "identity"]
        case "authorization": ["Bearer ", "Basic "]
        case "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached"]
        case "prefer": ["return=minimal", "return=representation", "respond-async", "wait="]
        case "expect": ["100-continue"]
        case "range": ["bytes=0-"]
        case "x-requested-with": ["XMLHttpRequest"]
        default: []
        }
    }
}
