// An expression that PCRE2 matches without going back, some bytes of a text at a time.
//
// PCRE2's DFA matcher follows all ways to match at once. The time for a byte grows with the steps that it
// follows, never with the bytes before it. Two things would break that, and the caller must leave them out:
// references and assertions, and `x+` and `x{2,}` of a single character, because PCRE2 makes each count of
// repetitions a state of its own.

import CPCRE2

public final class LinearPattern: Sendable {
    // Safe: written once, in `init`; any number of threads may match with one compiled pattern (pcre2api).
    nonisolated(unsafe) fileprivate let code: OpaquePointer
    fileprivate let states: Int

    /// - Parameters:
    ///   - source: as PCRE2 writes it. `^` and `$` are the ends of the text.
    ///   - states: how many steps of the expression PCRE2 may follow at once.
    ///   - isWhole: whether all of a text must match, or any part of it.
    /// - Returns: `nil` for an expression that PCRE2 does not know, or that is too large for it.
    public init?(_ source: String, states: Int, isWhole: Bool) {
        // Not PCRE2's own search: that begins anew at each place of the text.
        let text = Array((isWhole ? "(?:\(source))\\z" : "[\\s\\S]*(?:\(source))").utf8)
        var (number, place): (Int32, Int) = (0, 0)
        let options = PCRE2_UTF | PCRE2_ANCHORED | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
        guard let code = pcre2_compile_8(text, text.count, options, &number, &place, nil) else { return nil }
        self.code = code
        self.states = states
    }

    deinit { pcre2_code_free_8(code) }
}

/// An expression that is held against a text.
public struct LinearMatch: Sendable {
    private let pattern: LinearPattern
    private let text: [UInt8]
    private var place = 0
    /// PCRE2's state between two calls: numbers only, so a copy continues on its own.
    private var workspace: [Int32]

    /// - Parameter text: UTF-8; bytes that are none count as U+FFFD.
    public init(_ pattern: LinearPattern, _ text: [UInt8]) {
        self.pattern = pattern
        self.text = Array(String(decoding: text, as: UTF8.self).utf8)
        // Two lists of states, of three numbers each. A state may be listed again by each that leads to it.
        workspace = [Int32](repeating: 0, count: 6 * (4 * pattern.states + 32))
    }

    /// Continues for about `bytes` bytes; returns the result once it is known.
    public mutating func advance(bytes: Int) -> Bool? {
        var end = min(text.count, place + max(1, min(bytes, text.count)))
        while end < text.count, text[end] & 0xc0 == 0x80 { end += 1 }
        guard let data = pcre2_match_data_create_8(1, nil) else { return false }
        defer { pcre2_match_data_free_8(data) }
        var options = PCRE2_NO_UTF_CHECK | PCRE2_DFA_SHORTEST
        if place > 0 { options |= PCRE2_DFA_RESTART | PCRE2_NOTBOL }
        if end < text.count { options |= PCRE2_PARTIAL_HARD }
        let found = text.withUnsafeBufferPointer { text in
            // An empty text may stand nowhere.
            withUnsafePointer(to: 0 as UInt8) { empty in
                pcre2_dfa_match_8(
                    pattern.code, text.baseAddress.map { $0 + place } ?? empty, end - place, 0, options, data, nil, &workspace,
                    workspace.count)
            }
        }
        place = end
        return found == PCRE2_ERROR_PARTIAL ? nil : found >= 0
    }
}
