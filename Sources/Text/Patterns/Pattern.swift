// Matches a regular expression of JSON Schema against texts, within limits, with PCRE2.
//
// Swift's own Regex cannot be interrupted, and both the expression and the text may be untrusted.

import CPCRE2

/// A pattern that has been compiled.
public final class Pattern: Sendable {
    /// The result of a match.
    public enum Verdict: Sendable, Hashable {
        case fits
        case fails
        /// The match would take too long, or the text is too long.
        case gaveUp
    }

    // Safe: written once, in `init`; PCRE2 lets any number of threads match with one compiled
    // pattern (pcre2api, "Multithreading").
    nonisolated(unsafe) private let code: OpaquePointer
    /// Whether it can match only at the start of a text; the steps then need not be divided among all places.
    private let isAnchored: Bool

    /// The most bytes of a text.
    public static let longestText = 64 << 10
    /// The most bytes of an expression.
    static let longestPattern = 8 << 10
    /// The most steps for one text, as PCRE2 counts them: some milliseconds.
    private static let steps: UInt32 = 1_000_000
    /// The most open backtracking points, and the memory for them in KiB.
    private static let (deepest, memory): (UInt32, UInt32) = (50_000, 8_192)

    /// - Parameter source: an expression of ECMA-262, as in JSON Schema.
    /// - Returns: `nil` for a text that is not an expression, or that PCRE2 does not support.
    public init?(_ source: String) {
        guard source.utf8.count <= Self.longestPattern, let translated = ECMAPattern.translated(source) else { return nil }
        let text = Array(translated.utf8)
        var (number, place): (Int32, Int) = (0, 0)
        let compiled = pcre2_compile_8(text, text.count, Self.options, &number, &place, nil)
        guard let compiled else { return nil }
        code = compiled
        var flags: UInt32 = 0
        _ = pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_ALLOPTIONS), &flags)
        isAnchored = flags & PCRE2_ANCHORED != 0
    }

    deinit { pcre2_code_free_8(code) }

    /// The semantics of ECMA-262: `[]` matches nothing, a group that did not participate
    /// matches the empty text, `$` is the very end.
    private static let options =
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
        | PCRE2_DUPNAMES

    /// Matches the expression anywhere in the text.
    public func verdict(on text: String) -> Verdict {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= Self.longestText, let context = pcre2_match_context_create_8(nil) else { return .gaveUp }
            defer { pcre2_match_context_free_8(context) }
            // PCRE2 counts the steps for each possible start of a match separately.
            let places = isAnchored ? 1 : UInt32(bytes.count) + 1
            pcre2_set_match_limit_8(context, max(Self.steps / places, 100))
            pcre2_set_depth_limit_8(context, Self.deepest)
            pcre2_set_heap_limit_8(context, Self.memory)
            guard let data = pcre2_match_data_create_8(1, nil) else { return .gaveUp }
            defer { pcre2_match_data_free_8(data) }
            // Swift's text is already well-formed UTF-8. An empty text may have no base address.
            var nothing: UInt8 = 0
            let start = bytes.baseAddress
            let found = withUnsafePointer(to: &nothing) { empty in
                pcre2_match_8(code, start ?? empty, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, context)
            }
            switch found {
            case 0...: return .fits
            case PCRE2_ERROR_NOMATCH: return .fails
            default: return .gaveUp
            }
        }
    }
}
