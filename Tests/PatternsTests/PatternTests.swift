// Regular expressions of ECMA-262 as PCRE2 runs them, and the limits within which it does.

import Testing

@testable import Patterns

struct PatternTests {
    @Test(arguments: [
        (#"^[a-z]+$"#, ["abc"], ["", "abc\n", "ABC", "ab1"]),
        // Found anywhere, unless it says otherwise.
        ("b", ["abc"], ["ac"]),
        // ASCII alone; an Arabic digit is none, nor an umlaut a letter of a word.
        (#"^\d+$"#, ["09"], ["٣"]), (#"^\w$"#, ["_"], ["ä"]),
        // White space is more than ASCII's.
        (#"^\s\S$"#, [" x", "\u{a0}x", "\u{feff}x", "\u{2028}x", "\u{3000}x"], ["xx", "  "]),
        (#"^[\s,]+$"#, ["\u{a0},"], ["x"]),
        (#"^a.c$"#, ["abc", "a😀c"], ["a\nc", "a\rc", "a\u{2028}c", "ac"]),
        (#"^\/v\/$"#, ["/v/"], [#"\/v\/"#]),
        (#"^\u00e4\u{1F600}\uD83D\uDE00$"#, ["ä😀😀"], ["a"]),
        (#"^(?<year>\d{4})-\k<year>$"#, ["2026-2026"], ["2026-2025"]),
        (#"^[\w-.]+$"#, ["a-b.c"], ["a b"]), (#"^[\w.-]+$"#, ["a-b"], ["a b"]), (#"^[+-\d]$"#, ["+", "-", "7"], [","]),
        (#"^[^]$"#, ["x", "\n"], [""]), (#"a[]"#, [], ["a", "a[]"]),
        (#"^[[\]]$"#, ["[", "]"], ["x"]),
        (#"^\p{Lu}[\p{Ll}\d]$"#, ["Äö", "A1"], ["äö"]),
        (#"^\p{Letter}[\p{digit}\p{gc=Math_Symbol}]$"#, ["ä7", "b+", "c৪"], ["77", "äb"]),
        (#"^\p{Script=Greek}\P{Uppercase_Letter}$"#, ["αx", "Ω1"], ["ax", "αX"]),
        (#"^(a)?b\1$"#, ["b", "aba"], ["ab"]),
        (#"^x{,3}$"#, ["x{,3}"], ["xx"]),
        (#"^(?!-)[a-z-]{2,}(?<!-)$"#, ["ab"], ["-ab", "ab-"]),
        ("", ["", "x"], []), ("^$", [""], ["\n"]),
        // Of other languages, and meant as they are there.
        (#"\A(?i)abc\z"#, ["ABC"], ["ABCD"]),
    ])
    func whatIsMeantByECMAIsWhatIsRun(_ source: String, _ right: [String], _ wrong: [String]) throws {
        let pattern = try #require(Pattern(source))
        for text in right { #expect(pattern.verdict(on: text) == .fits, "\(text.debugDescription)") }
        for text in wrong { #expect(pattern.verdict(on: text) == .fails, "\(text.debugDescription)") }
    }

    @Test(arguments: [
        "(", "[a", "a{2,1}", #"\"#, "*a", #"\uD83D"#, #"\p{Nonsense}"#, "[[:alpha:]]", "(*LIMIT_MATCH=1)a", #"(?<=a+)b"#,
        String(repeating: "a", count: 9_000),
    ])
    func whatIsNoExpressionIsSaidToBeNone(_ source: String) { #expect(Pattern(source) == nil) }

    /// Each of these runs for years where nothing limits it.
    @Test(arguments: [
        ("^(a+)+$", String(repeating: "a", count: 5_000) + "!"), ("(a+)+$", String(repeating: "a", count: 60_000) + "!"),
        ("(x+x+)+[yz]", String(repeating: "x", count: 5_000)), ("^(a|aa)+$", String(repeating: "a", count: 5_000) + "!"),
        ("^(([a-z])+.)+[A-Z]([a-z])+$", String(repeating: "a", count: 5_000)),
    ])
    func catastrophesAreGivenUp(_ source: String, _ text: String) throws {
        #expect(try #require(Pattern(source)).verdict(on: text) == .gaveUp)
    }

    /// What costs a little at each of many places.
    @Test func stepsAreSharedAmongPlaces() throws {
        let pattern = try #require(Pattern("[ab]*[bc]*[cd]*[ef]"))
        #expect(pattern.verdict(on: String(repeating: "b", count: 20_000)) == .gaveUp)
    }

    @Test func ordinaryPatternsRunOnLongTexts() throws {
        let line = String(repeating: "word ", count: 12_000)
        #expect(try #require(Pattern(#"^[\w ]+$"#)).verdict(on: line) == .fits)
        #expect(try #require(Pattern(#"^(\w+ )+$"#)).verdict(on: line) == .fits)
        #expect(try #require(Pattern("nowhere")).verdict(on: line) == .fails)
        #expect(try #require(Pattern("w")).verdict(on: String(repeating: "w", count: Pattern.longestText + 1)) == .gaveUp)
    }

    @Test(arguments: [Int.min, -1, 0]) func aLengthOfNoTextIsNone(_ length: Int) {
        #expect(PatternExample.texts("^a{2}$", length: length) == ["aa"])
    }

    @Test func noTextIsMadeOfAnyLength() { #expect(PatternExample.texts("^a+$", length: .max).isEmpty) }

    @Test func manyMayUseOne() async throws {
        let pattern = try #require(Pattern("^[0-9]{1,3}$"))
        await withTaskGroup(of: Pattern.Verdict.self) { group in
            for number in 0..<200 { group.addTask { pattern.verdict(on: "\(number)") } }
            for await verdict in group { #expect(verdict == .fits) }
        }
    }
}
