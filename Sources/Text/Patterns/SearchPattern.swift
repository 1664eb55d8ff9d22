// A regular expression that the user types to search a body, with PCRE2 and within limits.
//
// Unlike `Pattern` it uses PCRE2's own dialect, reports errors with their position, and
// searches bytes that may not be UTF-8.

import CPCRE2

/// The reason why a text is not a regular expression, with the position.
public struct SearchPatternError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error, as a clause without a full stop.
    public let message: String
    /// The character of the error, from 0.
    public let offset: Int

    /// `character 3: …`.
    public var description: String { "character \(offset + 1): \(message)" }
}

/// A regular expression ready for searching. Letters match in either case unless it
/// has a capital one that is not an escape.
public final class SearchPattern: Sendable {
    // Safe: written once, in `init`; PCRE2 lets any number of threads match with one compiled
    // pattern (pcre2api, "Multithreading").
    nonisolated(unsafe) private let code: OpaquePointer

    /// The most bytes of an expression.
    static let longestPattern = 8 << 10
    /// The most bytes of one text that are searched: more than any displayed line, and most values.
    public static let longestText = 256 << 10
    /// The number of bytes before the start that an expression may examine.
    private static let lookBack = 64
    /// The most steps from one place of a text, as PCRE2 counts them: a frame has many
    /// lines, and a body millions of values.
    private static let steps: UInt32 = 10_000
    /// The most open backtracking points, and the memory for them in KiB.
    private static let (deepest, memory): (UInt32, UInt32) = (10_000, 4_096)
    /// `^` and `$` are the ends of lines; bytes that are not UTF-8 match nothing and are harmless.
    private static let options = PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C

    /// - Throws: ``SearchPatternError`` with the first error.
    public init(_ source: String) throws(SearchPatternError) {
        let text = Array(source.utf8)
        guard text.count <= Self.longestPattern else {
            throw SearchPatternError(message: "it is longer than \(Self.longestPattern) bytes", offset: 0)
        }
        let isExact = Self.hasCapital(source)
        var (number, place): (Int32, Int) = (0, 0)
        let compiled = pcre2_compile_8(
            text, text.count, Self.options | (isExact ? 0 : PCRE2_CASELESS), &number, &place, nil)
        guard let compiled else {
            let before = String(decoding: text.prefix(place), as: UTF8.self)
            throw SearchPatternError(message: Self.words(for: number), offset: before.count)
        }
        code = compiled
        // Where the system forbids code generation at run time, the expression is interpreted, and slower.
        pcre2_jit_compile_8(compiled, PCRE2_JIT_COMPLETE)
    }

    deinit { pcre2_code_free_8(code) }

    /// The first match that begins in `range`. `\b` and the like can
    /// examine the text before it in the same line.
    /// - Returns: `nil` where there is none, or where the search exceeds the limits. Never an empty match.
    public func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>? {
        guard let base = bytes.baseAddress, !range.isEmpty, let context = pcre2_match_context_create_8(nil) else { return nil }
        defer { pcre2_match_context_free_8(context) }
        pcre2_set_match_limit_8(context, Self.steps)
        pcre2_set_depth_limit_8(context, Self.deepest)
        pcre2_set_heap_limit_8(context, Self.memory)
        guard let data = pcre2_match_data_create_8(1, nil) else { return nil }
        defer { pcre2_match_data_free_8(data) }
        var start = range.lowerBound
        let first = max(0, start - Self.lookBack)
        while start > first, !Self.isLineEnd(bytes[start - 1]) { start -= 1 }
        let length = min(end - start, Self.longestText)
        var options = PCRE2_NOTEMPTY
        if start > 0, !Self.isLineEnd(bytes[start - 1]) { options |= PCRE2_NOTBOL }
        let next = start + length
        if next < bytes.count, !Self.isLineEnd(bytes[next]) { options |= PCRE2_NOTEOL }
        guard pcre2_match_8(code, base + start, length, range.lowerBound - start, options, data, context) >= 0,
            let places = pcre2_get_ovector_pointer_8(data)
        else { return nil }
        // `\K` can move the beginning behind the end.
        let match = (places[0], places[1])
        guard match.0 < match.1, start + match.0 < range.upperBound else { return nil }
        return start + match.0..<start + match.1
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Whether the source has a literal capital letter: `\S` and `\p{Lu}` do not count.
    private static func hasCapital(_ source: String) -> Bool {
        var rest = source.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\" {
                let name = rest.popFirst()
                if name == "p" || name == "P" || name == "x", rest.first == "{" { rest = rest.drop { $0 != "}" } }
            } else if scalar.properties.isUppercase {
                return true
            }
        }
        return false
    }

    private static func words(for number: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = pcre2_get_error_message_8(number, &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF8.self) : "it is not a valid regular expression"
    }
}
