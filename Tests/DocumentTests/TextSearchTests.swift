// Searching: what matches, where, and in steps as well as at once.

import Document
import TestSupport
import Testing

struct TextSearchTests {
    @Test(arguments: [
        ("lamp", "a Lamp", true), ("Lamp", "a lamp", false), ("Lamp", "a Lamp", true), ("LAMP", "lamp", false),
        ("é", "CAFÉ", true), ("É", "café", false), ("日本", "in 日本 now", true), ("ß", "STRASSE", false), ("ж", "Ж", true),
        ("", "anything", false), ("ab", "a b", false), ("a", "", false), ("aab", "aaab", true), ("i", "İ", false),
    ])
    func caseMattersOnlyWhereThePatternHasCapitals(_ pattern: String, _ text: String, _ matches: Bool) {
        #expect(TextSearch(pattern).matches(text) == matches)
    }

    @Test func rangesAreWholeAndDoNotOverlap() {
        func found(_ pattern: String, _ text: String) -> [String] {
            TextSearch(pattern).ranges(in: text[...]).map { String(text[$0]) }
        }
        #expect(found("aa", "aaaaa") == ["aa", "aa"])
        #expect(found("é", "éÉ e") == ["é", "É"])
        #expect(found("x", "none") == [])
    }

    @Test(arguments: 1...40)
    func findsWhatTheLibraryFinds(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func word(_ count: Int) -> String { String((0..<count).map { _ in "aAbé日".randomElement(using: &random) ?? "a" }) }
        for _ in 1...50 {
            let (pattern, text) = (word(Int.random(in: 1...3, using: &random)), word(Int.random(in: 0...12, using: &random)))
            let isExact = pattern.contains("A")
            let expected = isExact ? text.contains(pattern) : text.lowercased().contains(pattern)
            #expect(TextSearch(pattern).matches(text) == expected, "\(pattern) in \(text)")
        }
    }
}

struct SearchRunTests {
    /// Every row of the whole tree whose key or text has the pattern.
    private func expected(_ document: JSONDocument, _ search: TextSearch) -> [Int] {
        let tree = JSONTree(document, folds: .allOpen)
        return (0..<tree.count).map { tree[$0] }.filter { row in
            let isScalar = row.value.kind != .object && row.value.kind != .array
            return search.matches(row.key?.string ?? "") || (isScalar && search.matches(row.value.displayText))
        }.map(\.value.id)
    }

    @Test(arguments: 1...60)
    func stepsFindWhatIsInTheRowsOfTheTree(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let document = try JSONDocument(Array(RandomJSON.text(&random, depth: 6).utf8))
        for pattern in ["a", "A", "é", "1", "l", "null", ":", "\t", "\"", "zzz"] {
            var run = SearchRun(TextSearch(pattern), in: JSONTreeSpace(document))
            while !run.isComplete { run.advance(bytes: Int.random(in: 1...40, using: &random)) }
            let places = expected(document, TextSearch(pattern))
            #expect(run.places == places, "\(pattern)")
            let place = Int.random(in: 0...document.nodeCount, using: &random)
            #expect(run.index(atOrAfter: place) == places.firstIndex { $0 >= place })
            #expect(run.index(before: place) == places.lastIndex { $0 < place })
        }
    }

    @Test func theCellsOfATableAreSearchedInTheOrderOfTheirRows() throws {
        let text =
            #"[{"id": 2, "name": "lamp", "tags": ["a", "lamp"]}, {"id": 1, "name": "desk"}, {"id": 3, "name": "LAMP", "no": {"lamp": 1}}]"#
        let table = try #require(JSONTable(try JSONDocument(Array(text.utf8))))
        func places(_ order: JSONTableOrder?) -> [[Int]] {
            var run = SearchRun(TextSearch("lamp"), in: JSONTableSpace(table, places: order.map(table.places)))
            run.advance(bytes: .max)
            return run.places.map { [$0 / JSONTableSpace.stride, $0 % JSONTableSpace.stride] }
        }
        #expect(places(nil) == [[0, 1], [0, 2], [2, 1]])
        #expect(places(JSONTableOrder(column: 0)) == [[1, 1], [1, 2], [2, 1]])
    }

    @Test func anEmptyPatternIsDoneBeforeItBegins() throws {
        let run = SearchRun(TextSearch(""), in: JSONTreeSpace(try JSONDocument(Array("[1]".utf8))))
        #expect(run.isComplete && run.places.isEmpty)
    }

    @Test func namesAloneAreSearchedWhereThatIsAsked() throws {
        let document = try JSONDocument(Array(#"{"lamp": "desk", "desk": {"lam\u0070s": 1, "x": "lamp"}}"#.utf8))
        func places(_ search: TextSearch) -> [String] {
            var run = SearchRun(search, in: JSONTreeSpace(document))
            run.advance(bytes: .max)
            #expect(run.isComplete && run.part == 1)
            return run.places.map { document.pointer(to: $0) }
        }
        #expect(places(TextSearch("lamp", namesOnly: true)) == ["/lamp", "/desk/lamps"])
        #expect(places(TextSearch("lamp")) == ["/lamp", "/desk/lamps", "/desk/x"])
    }

    /// Finds runs of one letter, in place of a regular expression.
    private struct Runs: TextMatcher {
        let longestMatch = 10

        func first(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, end: Int) -> Range<Int>? {
            guard let start = range.first(where: { bytes[$0] == UInt8(ascii: "a") }) else { return nil }
            return start..<((start..<end).first { bytes[$0] != UInt8(ascii: "a") } ?? end)
        }
    }

    @Test func anotherMatcherFindsInItsPlace() throws {
        let search = TextSearch("a+", by: Runs())
        let text = "aa b aaa"
        #expect(search.ranges(in: text[...]).map { text[$0] } == ["aa", "aaa"])
        #expect(search.matches("ba") && !search.matches("b") && !search.isEmpty && search.longestMatch == 10)
    }

    @Test func aSearchStopsWhereItIsTold() throws {
        let document = try JSONDocument(Array("[\((1...100).map { "\($0)" }.joined(separator: ","))]".utf8))
        var run = SearchRun(TextSearch("1"), in: JSONTreeSpace(document))
        var left = 50
        run.advance(bytes: .max) {
            left -= 1
            return left >= 0
        }
        #expect(!run.isComplete && run.part > 0.4 && run.part < 0.6)
        run.advance(bytes: .max)
        #expect(run.isComplete && run.places.count == 20)
    }
}
