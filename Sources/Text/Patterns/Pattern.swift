// A regular expression of JSON Schema, held against texts within limits: the only user of PCRE2.
//
// Swift's own Regex cannot be interrupted, and both the expression and the text may be a stranger's.

import CPCRE2

/// A pattern that has been compiled.
public final class Pattern: Sendable {
    /// What a text is to a pattern.
    public enum Verdict: Sendable, Hashable {
        case fits
        case fails
        /// It would take longer than anybody waits, or the text is too long to begin.
        case gaveUp
    }

    // Safe: written once, in `init`; PCRE2 lets any number of threads match with one compiled pattern (pcre2api, "Multithreading").
    nonisolated(unsafe) private let code: OpaquePointer
    /// It can begin at the start of a text only, so the steps need not be shared out among all places.
    private let isAnchored: Bool

    /// Bytes of a text that is looked at.
    public static let longestText = 64 << 10
    /// Bytes of an expression.
    static let longestPattern = 8 << 10
    /// Steps for one text, as PCRE2 counts them: some milliseconds.
    private static let steps: UInt32 = 1_000_000
    /// Backtracking points that are open at once, and the memory for them in KiB.
    private static let (deepest, memory): (UInt32, UInt32) = (50_000, 8_192)

    /// - Parameter source: as JSON Schema writes it: ECMA-262.
    /// - Returns: `nil` for what is no expression, or none that PCRE2 knows.
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

    /// What ECMA-262 means by the same signs: `[]` fits nothing, a group without a part fits the empty text, `$` is the very end.
    private static let options =
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
        | PCRE2_DUPNAMES

    /// Whether the expression is found anywhere in the text.
    public func verdict(on text: String) -> Verdict {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= Self.longestText, let context = pcre2_match_context_create_8(nil) else { return .gaveUp }
            defer { pcre2_match_context_free_8(context) }
            // PCRE2 counts anew at every place where a match may begin.
            let places = isAnchored ? 1 : UInt32(bytes.count) + 1
            pcre2_set_match_limit_8(context, max(Self.steps / places, 100))
            pcre2_set_depth_limit_8(context, Self.deepest)
            pcre2_set_heap_limit_8(context, Self.memory)
            guard let data = pcre2_match_data_create_8(1, nil) else { return .gaveUp }
            defer { pcre2_match_data_free_8(data) }
            // Swift's text is well-formed UTF-8 already. An empty text may stand nowhere.
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
