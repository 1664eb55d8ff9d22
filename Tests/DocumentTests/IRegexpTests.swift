// I-Regexp: what matches, what is none, and that no expression takes long.

import Testing

@testable import Document

struct IRegexpTests {
    private func matches(_ pattern: String, _ text: String, whole: Bool = true) throws -> Bool {
        try IRegexp(pattern).matches(text.utf8, whole: whole)
    }

    @Test(arguments: [
        ("", "", true), ("", "a", false), ("a|b", "b", true), ("a|", "", true), ("(a|b)*c", "ababc", true),
        ("(a|b)*c", "abab", false),
        ("a{2}", "aa", true), ("a{2}", "aaa", false), ("a{2,}", "aaaa", true), ("a{2,}", "a", false), ("a{1,3}", "aaa", true),
        ("a{1,3}", "aaaa", false), ("a{0}", "", true), ("(ab?){2,3}", "abaab", true), ("(a*)*", "aaaa", true),
        ("(a*)+b", "b", true),
        ("[a-c]+", "abcab", true), ("[^a-c]", "b", false), ("[^a-c]", "d", true), ("[-a]", "-", true), ("[a-]", "-", true),
        ("[^-a]", "-", false), ("[\\]\\\\]+", "]\\", true), ("[\\p{Lu}0-9]+", "É9", true), ("\\p{L}+", "aÉ日", true),
        ("\\P{L}", "é", false),
        ("[\\P{L}]", "1", true), (".", "\n", false), (".", "👩", true), ("a.c", "a\u{2028}c", true), ("\\.", ".", true),
        ("\\.", "x", false),
        ("^ab$", "ab", true), ("\\t\\n\\r", "\t\n\r", true), ("a$b", "ab", false), ("(^a|b)c", "bc", true), ("x*", "", true),
        ("[\\n-\\r]", "\r", true),
    ])
    func wholeTextsMatch(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text) == expected, "\(pattern) on \(text)")
    }

    @Test(arguments: [
        ("b+", "abbc", true), ("^b", "ab", false), ("b$", "ab", true), ("b$", "bc", false), ("", "abc", true), ("$", "abc", true),
        ("d", "abc", false), ("(^|x)c", "axc", true), ("ab", "aab", true),
    ])
    func partsOfTextsAreFound(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text, whole: false) == expected, "\(pattern) in \(text)")
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[]", "[b-a]", "*", "a**", "a{", "a{x}", "a{2,1}", "\\", "\\d", "\\p{X}", "\\p{Lu", "\\pL", "(?:a)",
        "]", "}", "[a-\\p{L}]",
        "[[a]]", "a{9999999999999999999}", "((a{100}){100}){100}", "((((a{99}){99}){99}){99}){99}",
        String(repeating: "(", count: 60) + String(repeating: ")", count: 60), String(repeating: "a", count: 5_000),
    ])
    func whatIsNoneIsRefused(_ pattern: String) {
        #expect(throws: IRegexpError.self) { try IRegexp(pattern) }
    }

    /// Backtracking would take 2 to the 40th steps and more.
    @Test func noExpressionTakesLong() throws {
        let text = String(repeating: "a", count: 5_000)
        #expect(try !matches("(a*)*b", text))
        #expect(try !matches("(a|aa)+b", text))
        #expect(try matches("(a?){200}a{200}", String(repeating: "a", count: 200)))
        #expect(try !matches("(x+x+)+y", String(repeating: "x", count: 5_000), whole: false))
    }
}
