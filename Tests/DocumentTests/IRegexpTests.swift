// I-Regexp: what matches, what is none, and that no expression takes long.

import TestSupport
import Testing

@testable import Document

struct IRegexpTests {
    private func matches(_ pattern: String, _ text: String, whole: Bool = true) throws -> Bool {
        try IRegexp(pattern).matches(text.utf8, whole: whole)
    }

    /// The same, a byte at a time.
    private func matchesInSteps(_ pattern: String, _ text: String, whole: Bool) throws -> Bool {
        var match = try IRegexp(pattern).match(Array(text.utf8), whole: whole)
        while true { if let answer = match.advance(bytes: 1) { return answer } }
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
        #expect(try matchesInSteps(pattern, text, whole: true) == expected, "\(pattern) on \(text), a byte at a time")
    }

    @Test(arguments: [
        ("b+", "abbc", true), ("^b", "ab", false), ("b$", "ab", true), ("b$", "bc", false), ("", "abc", true), ("$", "abc", true),
        ("d", "abc", false), ("(^|x)c", "axc", true), ("ab", "aab", true),
    ])
    func partsOfTextsAreFound(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try matches(pattern, text, whole: false) == expected, "\(pattern) in \(text)")
        #expect(try matchesInSteps(pattern, text, whole: false) == expected, "\(pattern) in \(text), a byte at a time")
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
        // PCRE2 counts the repetitions of a single character as states.
        #expect(try !matches("[a-z]+[a-z]+a{100}b", text, whole: false))
    }

    /// Expressions by chance, against what they mean by definition: the set of places at which a match from each place may end.
    @Test(arguments: 1...20)
    func itMatchesWhatItMeans(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            let meaning = Meaning.random(&random, depth: 3)
            for _ in 0..<10 {
                let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in "abc\u{e9}".randomElement(using: &random) ?? "a"
                }
                let isWhole = meaning.ends([0], text).contains(text.count)
                let isFound = (0...text.count).contains { !meaning.ends([$0], text).isEmpty }
                #expect(
                    try matchesInSteps(meaning.pattern, String(text), whole: true) == isWhole,
                    "\(meaning.pattern) on \(String(text))")
                #expect(
                    try matchesInSteps(meaning.pattern, String(text), whole: false) == isFound,
                    "\(meaning.pattern) in \(String(text))")
                #expect(try matches(meaning.pattern, String(text)) == isWhole, "\(meaning.pattern) on \(String(text))")
                #expect(
                    try matches(meaning.pattern, String(text), whole: false) == isFound, "\(meaning.pattern) in \(String(text))")
            }
        }
    }
}

/// An expression as what it means.
private indirect enum Meaning {
    case one(String, Set<Character>)
    case start, end
    case sequence([Meaning])
    case either([Meaning])
    case repeated(Meaning, String, least: Int, most: Int)

    var pattern: String {
        switch self {
        case .one(let pattern, _): pattern
        case .start: "^"
        case .end: "$"
        case .sequence(let parts): parts.map(\.pattern).joined()
        case .either(let parts): "(" + parts.map(\.pattern).joined(separator: "|") + ")"
        case .repeated(let part, let sign, _, _): part.pattern + sign
        }
    }

    func ends(_ places: Set<Int>, _ text: [Character]) -> Set<Int> {
        switch self {
        case .one(_, let set): return Set(places.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
        case .start: return places.intersection([0])
        case .end: return places.intersection([text.count])
        case .sequence(let parts): return parts.reduce(places) { $1.ends($0, text) }
        case .either(let parts): return parts.reduce(into: []) { $0.formUnion($1.ends(places, text)) }
        case .repeated(let part, _, let least, let most):
            var (now, all) = (places, least == 0 ? places : [])
            for time in 1...most {
                now = part.ends(now, text)
                if time >= least { all.formUnion(now) }
            }
            return all
        }
    }

    static func random(_ random: inout SplitMix64, depth: Int) -> Meaning {
        let atoms: [Meaning] = [
            .one("a", ["a"]), .one("b", ["b"]), .one(".", ["a", "b", "c", "\u{e9}"]), .one("[ab]", ["a", "b"]),
            .one("[^a]", ["b", "c", "\u{e9}"]),
            .one("[b-c]", ["b", "c"]), .one("\\p{Lu}", []), .one("\\P{Lu}", ["a", "b", "c", "\u{e9}"]), .start, .end,
        ]
        // As often as a text of six characters can tell from without end.
        let times: [(String, Int, Int)] = [("*", 0, 9), ("+", 1, 9), ("?", 0, 1), ("{2}", 2, 2), ("{1,2}", 1, 2), ("{2,}", 2, 9)]
        let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ -> Meaning in
            let isGroup = depth > 0 && Bool.random(using: &random)
            let part =
                isGroup
                ? .either((0..<2).map { _ in .random(&random, depth: depth - 1) }) : atoms.randomElement(using: &random) ?? .start
            guard Bool.random(using: &random), let (sign, least, most) = times.randomElement(using: &random) else { return part }
            return .repeated(part, sign, least: least, most: most)
        }
        return .sequence(parts)
    }
}
