// JSONPath beyond the published suite: what mistakes are called and where, limits, steps, and documents without end.

import Document
import TestSupport
import Testing

struct JSONPathTests {
    private func found(_ path: String, _ text: String) throws -> [String] {
        try JSONDocument(Array(text.utf8)).nodes(at: JSONPath(path)).map(\.source)
    }

    @Test(arguments: [
        ("", 0, "a query begins with '$', found the end"), (".a", 0, "found '.'"), ("$.", 2, "expected a name or '*'"),
        ("$.a-b", 3, "found '-'"), ("$.a ", 3, "blank space after the query"), ("$[]", 2, "found ']'"), ("$[a]", 2, "found 'a'"),
        ("$['é", 2, "has no end"), ("$['é\\x']", 4, "unknown escape"), ("$['日本'x]", 6, "expected ',' or ']'"),
        ("$['👩‍👩‍👧',]", 6, "found ']'"), ("$[01]", 2, "begin with 0"), ("$[-0]", 2, "no index -0"),
        ("$[9007199254740992]", 2, "too large"),
        ("$[?@.a = 1]", 7, "'=' is not a comparison"), ("$[?@.a =~ 'x']", 7, "'=' is not a comparison"),
        ("$[?@.a & @.b]", 7, "expected '&&'"),
        ("$[?@.* == 1]", 3, "may find several values"), ("$[?!@.a == 1]", 3, "'!' before a comparison"),
        ("$[?1]", 3, "alone is not a condition"),
        ("$[?1 == foo]", 8, "unknown word 'foo'"), ("$[?foo(@)]", 3, "unknown function 'foo'"),
        ("$[?length(@)]", 3, "gives a value"),
        ("$[?length(@, @)>1]", 3, "takes one argument"), ("$[?count(1) > 1]", 9, "takes a query"),
        ("$[?match(@, 'a') == true]", 3, "cannot be compared"), ("$[?(@.a]", 7, "expected ')'"),
        ("$['\\ud83d']", 3, "half of a surrogate"),
    ])
    func mistakesAreNamedWithTheirPlace(_ path: String, _ offset: Int, _ message: String) throws {
        let error = #expect(throws: JSONPathError.self) { try JSONPath(path) }
        #expect(error?.offset == offset, "\(path): \(error?.description ?? "")")
        #expect(error?.message.contains(message) == true, "\(path): \(error?.description ?? "")")
    }

    @Test func mistakesSayWhatToWriteInstead() {
        func hint(_ path: String) -> String? { #expect(throws: JSONPathError.self) { try JSONPath(path) }?.hint }
        #expect(hint("$.a-b") == "a name with a hyphen needs brackets and quotes: ['a-b']")
        #expect(hint("$.items[]") == "[*] selects every member or element")
        #expect(hint("$[?@.a =~ 'x']")?.contains("match(") == true)
        #expect(hint("$[(@.a)]")?.contains("[?") == true)
    }

    @Test func aPatternThatIsNoneIsAllowedAndNoted() throws {
        let path = try JSONPath("$[?match(@.a, '\\\\d+')]")
        #expect(path.notes.map(\.offset) == [14])
        #expect(path.notes.first?.hint == "write [0-9]")
        #expect(try JSONPath("$[?match(@.a, '[0-9]+')]").notes.isEmpty)
        #expect(try found("$[?match(@, '\\\\d+')]", #"["1"]"#) == [])
    }

    @Test func nestingOfTheQueryIsBounded() throws {
        func nested(_ count: Int) -> String {
            "$[?" + String(repeating: "(", count: count) + "@" + String(repeating: ")", count: count) + "]"
        }
        #expect(try found(nested(JSONPath.deepest - 1), "[1]") == ["1"])
        #expect(throws: JSONPathError.self) { try JSONPath(nested(JSONPath.deepest)) }
        #expect(throws: JSONPathError.self) { try JSONPath(String(repeating: "$[?", count: 5_000)) }
        #expect(throws: JSONPathError.self) { try JSONPath("$" + String(repeating: ".a", count: JSONPath.longest)) }
    }

    @Test func valuesAreComparedByWhatTheyMean() throws {
        #expect(try found("$[?@ == 1]", "[1, 1.0, 10e-1, 1.0000000000000000001, \"1\", true]") == ["1", "1.0", "10e-1"])
        #expect(try found("$[?@ > 9007199254740992]", "[9007199254740992, 9007199254740993]") == ["9007199254740993"])
        #expect(try found("$[?@ < -1]", "[-0.5, -1, -1.5, -1e400, -1e-400, 0]") == ["-1.5", "-1e400"])
        // One character in two spellings is two texts.
        #expect(try found("$[?@ == '\u{e9}']", "[\"\u{e9}\", \"e\u{301}\", \"\\u00e9\"]").count == 2)
        #expect(
            try found(
                "$.a[?@ == $.b]", #"{"a": [{"x": [1, {"y": 2, "z": 3}]}, {"x": [1]}], "b": {"x": [1.0, {"z": 3, "y": 2e0}]}}"#
            ).count == 1)
    }

    /// Every query that walks, over 100,000 arrays inside each other.
    @Test(arguments: [
        ("$..*", 100_000), ("$..[0]", 99_999), ("$[?count(@..*) > 5]", 1), ("$..[?@ == 1]", 1), ("$[?@ == $[0]]", 1),
        ("$[0][0]", 1),
    ])
    func nestingOfTheDocumentIsNot(_ query: String, _ count: Int) throws {
        let depth = 100_000
        let document = try JSONDocument(
            Array((String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)).utf8))
        #expect(document.nodes(at: try JSONPath(query)).count == (query == "$..[0]" ? depth : count))
    }

    @Test func itCanBeGivenUpAnywhereAndSaysHowFarItIs() throws {
        let text = "[" + (0..<20_000).map { #"{"id": \#($0), "tags": ["a", "b"]}"# }.joined(separator: ",") + "]"
        let document = try JSONDocument(Array(text.utf8))
        // Each filter looks at the whole document: a hundred million values, were it not stopped.
        var run = JSONPathRun(try JSONPath("$[?count($[?@.id > 0].tags[?@ != $[0].id]) > 0 && count(@..*) > 100]"), in: document)
        run.advance(steps: 1_000)
        #expect(!run.isComplete && run.places.isEmpty)

        var ids = JSONPathRun(try JSONPath("$[*].id"), in: document)
        var bytes: [Int] = []
        var counts: [Int] = []
        while !ids.isComplete {
            ids.advance(steps: 7_000)
            bytes.append(ids.byte)
            counts.append(ids.places.count)
        }
        #expect(bytes == bytes.sorted() && counts == counts.sorted() && counts.count > 3)
        #expect(bytes.last.map { $0 > text.utf8.count / 2 } == true)
        #expect(ids.places.count == 20_000 && !ids.isCut)
    }

    @Test func evenOneLongTextCanBeGivenUp() throws {
        let text = String(repeating: "long \u{e9} ", count: 10_000)
        let document = try JSONDocument(Array("[\"\(text)\", \"\(text)!\"]".utf8))
        var run = JSONPathRun(try JSONPath("$[?search(@, 'e*!$')]"), in: document)
        run.advance(steps: 10_000)
        #expect(!run.isComplete && run.places.isEmpty)
        while !run.isComplete { run.advance(steps: 10_000) }
        #expect(run.places.count == 1)
    }

    @Test func whatItMayFindIsBounded() throws {
        // 2 to the 40th times the same value.
        let path = try JSONPath("$" + String(repeating: "[*,*]", count: 40))
        var text = "1"
        for _ in 0..<40 { text = "[" + text + "]" }
        var run = JSONPathRun(path, in: try JSONDocument(Array(text.utf8)), limit: 1_000)
        while !run.isComplete { run.advance(steps: 100_000) }
        #expect(run.places.count == 1_000 && run.isCut)
    }

    /// A filter asks the same of the root for every element: once is enough, or this would take ten thousand million steps.
    @Test func whatAFilterAsksOfTheRootIsAskedOnce() throws {
        let text = "[" + (0..<100_000).map(String.init).joined(separator: ",") + "]"
        var run = JSONPathRun(try JSONPath("$[?count($[?@ > 5]) == 99994 && @ < 3]"), in: try JSONDocument(Array(text.utf8)))
        run.advance(steps: 5_000_000)
        #expect(run.isComplete)
        #expect(run.places.count == 3)
    }

    @Test func aQueryMayBeginBelowTheRoot() throws {
        let document = try JSONDocument(Array(#"{"a": {"b": [1, 2]}, "b": 3}"#.utf8))
        let root = try #require(document.root["a"])
        var run = JSONPathRun(try JSONPath("$..b"), in: document, root: root.id)
        run.advance(steps: .max)
        #expect(run.places.map { document.pointer(to: Int($0)) } == ["/a/b"])
    }

    /// Texts made of what queries are made of: each is a query, or a mistake at one of its characters.
    @Test(arguments: 1...40)
    func noTextIsTooStrange(_ seed: UInt64) throws {
        let document = try JSONDocument(Array(#"{"a": [1, {"b": "x", "a": null}], "b": {"a": [[2.5], true]}}"#.utf8))
        let words = [
            ".a", "..b", "[0]", "['a', -1]", "[*]", "[::-1]", "[?@.a]", "[?@ == 1]", "[?count(@..*) > 1]", "[?match(@, 'x')]",
            "..*", ".*", "[1:]",
            "$", "@", ".", "..", "[", "]", "[?", "(", ")", "*", "'a'", "\"b\"", "a", "b", "0", "-1", ":", ",", "!", "&&", "||",
            "==", "<", ">=", " ",
            "count(", "length(", "match(", "value(", "1e2", "true", "null", "'", "\\", "\u{e9}", "\n", "[?@", "[?@.a", "]", ")",
            "@.b",
        ]
        var random = SplitMix64(seed: seed)
        var queries = 0
        for _ in 0..<1_000 {
            let text =
                "$" + (0..<Int.random(in: 1...5, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            do throws(JSONPathError) {
                let path = try JSONPath(text)
                queries += 1
                #expect(
                    document.nodes(at: path).allSatisfy {
                        document.root.resolve(pointer: document.pointer(to: $0.id))?.id == $0.id
                    })
            } catch {
                #expect((0...text.count).contains(error.offset), "\(text): \(error)")
            }
        }
        #expect(queries > 5)
    }

    @Test(arguments: 1...40)
    func slicesTakeWhatTheirDefinitionTakes(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 0...7, using: &random)
            func bound() -> Int? { Bool.random(using: &random) ? Int.random(in: -9...9, using: &random) : nil }
            let (start, end) = (bound(), bound())
            let step = Int.random(in: -3...3, using: &random)
            let path = "$[\(start.map(String.init) ?? ""):\(end.map(String.init) ?? ""):\(step)]"
            // Elements with something in them are found by walking, others at once.
            for wrap in [("", ""), ("[", "]")] {
                let text = "[" + (0..<count).map { "\(wrap.0)\($0)\(wrap.1)" }.joined(separator: ",") + "]"
                let expected = Self.slice(count, start, end, step).map { "\(wrap.0)\($0)\(wrap.1)" }
                #expect(try found(path, text) == expected, "\(path) of \(count)")
            }
        }
    }

    /// The definition in RFC 9535 §2.3.4.2.2, as it stands there.
    private static func slice(_ count: Int, _ start: Int?, _ end: Int?, _ step: Int) -> [Int] {
        guard step != 0 else { return [] }
        let from = start ?? (step > 0 ? 0 : count - 1)
        let to = end ?? (step > 0 ? count : -count - 1)
        let (first, last) = (from >= 0 ? from : count + from, to >= 0 ? to : count + to)
        if step > 0 {
            return Array(stride(from: min(max(first, 0), count), to: min(max(last, 0), count), by: step))
        }
        return Array(stride(from: min(max(first, -1), count - 1), to: min(max(last, -1), count - 1), by: step))
    }
}
