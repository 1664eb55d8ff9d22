// Fuzzy matching: what fits, where, and how well; against a search that tries everything.

import TestSupport
import Testing

@testable import Canvas

@Suite struct FuzzyTests {
    private func lit(_ query: String, _ text: String) -> String? {
        guard let match = FuzzyQuery(query).match(text) else { return nil }
        let bytes = Array(text.utf8)
        return String(decoding: bytes.indices.map { match.positions.contains($0) ? bytes[$0] : UInt8(ascii: ".") }, as: UTF8.self)
    }

    @Test(arguments: [
        ("item", "listItems", "....Item."), ("gi", "getItem", "g..I..."), ("rpi", "/repos/pulls/issues", ".r.....p.....i....."),
        ("isue", "/issues", ".i.sue."), ("/i", "/a/issues", "../i....."), ("hs", "HTTPServer", "H...S....."),
        ("id", "/orders/{order}/{id}", ".................id."), ("user get", "get /users", "get..user."), ("", "x", "."),
        ("  ", "x", "."), ("sl", "/things/low/{s}/live", ".............s..l..."),
    ])
    func lettersAreFoundWhereAPersonMeansThem(_ query: String, _ text: String, _ expected: String) {
        #expect(lit(query, text) == expected)
    }

    @Test(arguments: [
        ("Item", "items"), ("ITEM", "listItems"), ("tem", "time"), ("iuxl", "issue exit sail"),
        ("stms", "listItems"), ("xyz", "listItems"), ("item zzz", "listItems"), ("aa", "a"), ("tt", "atxtx"),
    ])
    func lettersFarFromTheirWordsDoNotFit(_ query: String, _ text: String) {
        #expect(FuzzyQuery(query).match(text) == nil)
    }

    @Test func letterOfMoreThanOneByteIsNeverTornApart() {
        #expect(FuzzyQuery("é").match("café")?.positions == [3, 4])
        #expect(FuzzyQuery("É").match("café") == nil)
        #expect(FuzzyQuery("CAFÉ").match("CAFÉ")?.positions == [0, 1, 2, 3, 4])
        #expect(FuzzyQuery("é日").match("é x 日") == nil)
        #expect(FuzzyQuery("straße").match("Straße")?.positions.count == 7)
    }

    /// From best to worst.
    @Test(arguments: [
        ("issue", ["/issue", "/issues", "/repos/issues", "reissue", "/is/su/es"]),
        ("user", ["/user", "/users", "/admin/users", "listUsers", "superuser"]),
        ("gi", ["/gi", "/git", "/gists/x/id", "getItem"]),
        ("items", ["/items", "/items/{id}", "/orders/{order}/items"]),
    ])
    func theBestComesFirst(_ query: String, _ texts: [String]) {
        for seed in 1...20 {
            var random = SplitMix64(seed: UInt64(seed))
            let mixed = texts.shuffled(using: &random)
            var index = FuzzyIndex()
            mixed.forEach { index.append([.name($0)]) }
            let found = index.find(FuzzyQuery(query)).map { mixed[$0] }
            #expect(found == texts.filter(Set(found).contains))
            #expect(found.count >= 3)
        }
    }

    // MARK: Against everything

    /// The best of all ways to place the letters, each judged by the rules as they are written down.
    private func bestByTryingAll(_ word: [UInt8], _ text: [UInt8]) -> Int? {
        let folded = FuzzyText.folded(String(decoding: text, as: UTF8.self))
        return text.withUnsafeBufferPointer { bytes in
            folded.withUnsafeBufferPointer { lower in
                let places = FuzzyText(bytes: bytes, folded: lower)
                var best: Int?
                func go(_ letter: Int, _ last: Int, _ score: Int, _ loose: Int) {
                    guard loose <= 1 else { return }
                    if letter == word.count {
                        best = max(best ?? .min, score)
                        return
                    }
                    for position in (last + 1)..<max(last + 1, lower.count) where lower[position] == word[letter] {
                        let bonus = places.boundary(position)
                        if letter > 0, position == last + 1 {
                            go(letter + 1, position, score + FuzzyText.letter + FuzzyText.adjacent + bonus, loose)
                        } else {
                            let gap = letter > 0 ? position - last - 1 : 0
                            let own = bonus > 0 ? bonus : FuzzyText.loose
                            go(letter + 1, position, score + FuzzyText.letter + own - gap, loose + (bonus > 0 ? 0 : 1))
                        }
                    }
                }
                go(0, -1, 0, 0)
                return best
            }
        }
    }

    @Test(arguments: 1...400)
    func abbreviationIsTheBestOfAllWays(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("abAB/-_1".utf8)
        let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 97 }
        let word = (0..<Int.random(in: 2...5, using: &random)).map { _ in Array("ab/1".utf8).randomElement(using: &random) ?? 97 }
        let (query, string) = (FuzzyQuery(String(decoding: word, as: UTF8.self)), String(decoding: text, as: UTF8.self))
        let folded = FuzzyText.folded(string)
        let found = text.withUnsafeBufferPointer { bytes in
            folded.withUnsafeBufferPointer { FuzzyText(bytes: bytes, folded: $0).abbreviation(query.words[0]) }
        }
        #expect(found?.score == bestByTryingAll(word, text), "\(query.words) in \(string)")
        guard let found else { return }
        #expect(found.positions.map { folded[$0] } == word)
        #expect(found.positions == Set(found.positions).sorted())
    }

    /// Typing on never brings back what was gone, so a longer query may look at what the shorter one found.
    @Test(arguments: 1...200)
    func longerQueryFindsNoMoreThanItsBeginning(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("abcAB/ {}é")
        func text(_ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        }
        var index = FuzzyIndex()
        let texts = (0..<60).map { _ in [text(1...20), text(0...10), text(1...3), text(0...20)] }
        for text in texts { index.append([.name(text[0]), .alias(text[1]), .keyword(text[2]), .text(text[3])]) }
        let typed = Array(text(1...8))
        var before = Array(0..<60)
        var last = FuzzyQuery("")
        for count in 1...typed.count {
            let query = FuzzyQuery(String(typed.prefix(count)))
            #expect(query.isNarrower(than: last))
            let found = index.find(query)
            #expect(
                Set(found).isSubset(of: before),
                "\(String(typed.prefix(count))): \(Set(found).subtracting(before).map { texts[$0] })")
            #expect(index.find(query, among: before) == found)
            (before, last) = (found, query)
        }
    }

    @Test func indexAndQueryAgree() {
        let texts = ["listItems", "/items/{id}", "getItem", "time", "", "Ünïcödé", "a b c"]
        for word in ["item", "gi", "i", "id", "e", "ünï", "abc", "B"] {
            let query = FuzzyQuery(word)
            var index = FuzzyIndex()
            texts.forEach { index.append([.name($0)]) }
            #expect(Set(index.find(query)) == Set(texts.indices.filter { query.match(texts[$0]) != nil }), "\(word)")
        }
    }

    @Test func fieldsFitInTheirOwnWays() {
        var index = FuzzyIndex()
        index.append([.name("/a"), .keyword("DELETE"), .text("Removes it for good")])
        #expect(index.find(FuzzyQuery("del")) == [0])
        #expect(index.find(FuzzyQuery("delete good")) == [0])
        #expect(index.find(FuzzyQuery("ete")) == [])
        #expect(index.find(FuzzyQuery("rfg")) == [])
        #expect(index.find(FuzzyQuery("")) == [0])
        #expect(index.containing(FuzzyQuery("good")) == [0])
        #expect(FuzzyIndex().find(FuzzyQuery("a")) == [])
    }

    @Test func hugeWordsAndTextsAreNoTrouble() {
        let long = String(repeating: "ab/", count: 100_000)
        #expect(FuzzyQuery(String(repeating: "a", count: 500)).match(long) == nil)
        #expect(FuzzyQuery("b/ab").match(long)?.positions.count == 4)
        #expect(FuzzyQuery(long).match(long)?.positions.count == 300_000)
        #expect(FuzzyQuery("zz").match(long) == nil)
    }
}
