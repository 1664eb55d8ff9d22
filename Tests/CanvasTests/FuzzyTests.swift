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
        ("isue", "/issues", ".is.ue."), ("/i", "/a/issues", "../i....."), ("hs", "HTTPServer", "H...S....."),
        ("it", "logins/it", ".......it"),
        ("id", "/orders/{order}/{id}", ".................id."), ("user get", "get /users", "get..user."), ("", "x", "."),
        ("  ", "x", "."), ("sl", "/things/low/{s}/live", ".............s..l..."),
    ])
    func lettersAreFoundWhereAPersonMeansThem(_ query: String, _ text: String, _ expected: String) {
        #expect(lit(query, text) == expected)
    }

    @Test(arguments: [
        ("Item", "items"), ("ITEM", "listItems"), ("tem", "time"), ("iuxl", "issue exit sail"), ("it", "/logins/token"),
        ("repos", "/{repo}/issues"), ("ssue-l", "issues-list"),
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
        ("issue", ["/issue", ".is.ue.", "/repos/issues", "reissue", "/is/su/es"]),
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
            let found = index.search(FuzzyQuery(query)).map { mixed[$0] }
            #expect(found == texts.filter(Set(found).contains))
            #expect(found.count >= 3)
        }
    }

    // MARK: Against everything

    /// The best of all ways to place the letters, each judged by the rules as they are written down.
    private func bestByTryingAll(_ word: [UInt8], _ text: FuzzyText) -> Int? {
        var best: Int?
        func go(_ letter: Int, _ last: Int, _ score: Int, _ isLoose: Bool) {
            if letter == word.count {
                best = max(best ?? .min, score)
                return
            }
            for position in (last + 1)..<max(last + 1, text.folded.count) where text.folded[position] == word[letter] {
                let bonus = Int(text.bonus[position])
                let own = score + Int(Abbreviation.letter)
                if letter > 0, position == last + 1 {
                    go(letter + 1, position, own + Int(Abbreviation.adjacent) + bonus, isLoose)
                } else if bonus > 0 {
                    go(letter + 1, position, own + bonus - (letter > 0 ? position - last - 1 : 0), isLoose)
                } else if letter > 0, !isLoose, text.bonus[(last + 1)...position].allSatisfy({ $0 == 0 }) {
                    go(letter + 1, position, own + Int(Abbreviation.loose) - (position - last - 1), true)
                }
            }
        }
        go(0, -1, 0, false)
        return best
    }

    @Test(arguments: 1...600)
    func abbreviationIsTheBestOfAllWays(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func text(_ letters: String, _ count: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        let (word, string) = (text("ab/1", 2...5), text("abAB/-_1", 1...14))
        var arena = FuzzyArena()
        let (range, _, _) = arena.append(string)
        arena.withTexts { texts in
            let found = Abbreviation.match(FuzzyQuery(word).words[0], texts(range))
            #expect(found?.score == bestByTryingAll(Array(word.utf8), texts(range)), "\(word) in \(string)")
            guard let found else { return }
            #expect(found.positions.map { texts(range).folded[$0] } == Array(word.utf8))
            #expect(found.positions == Set(found.positions).sorted())
        }
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
            let found = index.search(query)
            #expect(
                Set(found).isSubset(of: before),
                "\(String(typed.prefix(count))): \(Set(found).subtracting(before).map { texts[$0] })")
            #expect(index.search(query, among: before) == found)
            (before, last) = (found, query)
        }
    }

    @Test func indexAndQueryAgree() {
        let texts = ["listItems", "/items/{id}", "getItem", "time", "", "Ünïcödé", "a b c"]
        for word in ["item", "gi", "i", "id", "e", "ünï", "abc", "B"] {
            let query = FuzzyQuery(word)
            var index = FuzzyIndex()
            texts.forEach { index.append([.name($0)]) }
            #expect(Set(index.search(query)) == Set(texts.indices.filter { query.match(texts[$0]) != nil }), "\(word)")
        }
    }

    @Test func fieldsFitInTheirOwnWays() {
        var index = FuzzyIndex()
        index.append([.name("/a"), .keyword("DELETE"), .text("Removes it for good")])
        #expect(index.search(FuzzyQuery("del")) == [0])
        #expect(index.search(FuzzyQuery("delete good")) == [0])
        #expect(index.search(FuzzyQuery("ete")) == [])
        #expect(index.search(FuzzyQuery("rfg")) == [])
        #expect(index.search(FuzzyQuery("emoves")) == [])
        #expect(index.search(FuzzyQuery("")) == [0])
        #expect(index.containing(FuzzyQuery("good")) == [0])
        #expect(FuzzyIndex().search(FuzzyQuery("a")) == [])
    }

    @Test func hugeWordsAndTextsAreNoTrouble() {
        let long = String(repeating: "ab/", count: 100_000)
        #expect(FuzzyQuery(String(repeating: "a", count: 500)).match(long) == nil)
        #expect(FuzzyQuery("b/ab").match(long)?.positions.count == 4)
        #expect(FuzzyQuery(long).match(long)?.positions.count == 300_000)
        #expect(FuzzyQuery("zz").match(long) == nil)
    }
}
