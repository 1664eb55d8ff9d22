// What a filter means, against plain readings of it; and what is said of a wrong one.

import TestSupport
import Testing

@testable import FilterLanguage

@Suite struct FilterExpressionTests {
    /// Whether a request with these words matches. Inside parentheses a `)` closes them, wherever it stands.
    private func matches(_ text: String, _ words: Set<String>) throws -> Bool {
        try FilterExpression(text, for: .history).matches { words.contains($0.text) }
    }

    @Test(arguments: [
        ("", "", true), ("!", "", true), (" ! ", "", true), ("a", "a", true), ("a", "b", false), ("A", "a", true),
        ("a b", "a b", true), ("a b", "a", false), ("a and b", "a", false), ("a AND b", "a b", true), ("a or b", "b", true),
        ("a or b", "", false), ("!a", "", true), ("!a", "a", false), ("not a", "a", false), ("not not a", "a", true),
        ("!!a", "a", true), ("!a b", "b", true), ("!a b", "a b", false), ("!a b", "", false), ("!(a b)", "a", true),
        ("!(a b)", "a b", false), ("a or b c", "a", true), ("a or b c", "b", false), ("a or b c", "b c", true),
        ("(a or b) c", "a", false), ("(a or b) c", "a c", true), ("a (b or !c)", "a", true), ("a (b or !c)", "a c", false),
        ("a or b or c", "c", true), ("not a or b", "a", false), ("not a or b", "a b", true), ("((a))", "a", true),
        ("\"and\"", "and", true), ("or", "or", true),
        ("a and or", "a or", true), ("a \"or\" b", "a", false), ("a)", "a)", true), ("f(x)", "f(x)", true),
        ("(f(x) or b)", "f(x", true),
        ("hello!", "hello!", true), ("nowhere:b", "nowhere:b", true), ("http://x", "http://x", true),
    ])
    func joinsMeanWhatTheySay(_ text: String, _ words: String, _ isMatch: Bool) throws {
        #expect(try matches(text, Set(words.split(separator: " ").map(String.init))) == isMatch)
    }

    @Test func quotedTextsKeepTheirSpacesAndQuotes() throws {
        let filter = try FilterExpression(#"url:"a b" "say \"x\" \\ \n" Body:"(" "#, for: .history)
        #expect(filter.terms.map(\.text) == ["a b", #"say "x" \ \n"#, "("])
        #expect(filter.terms.map(\.field) == [.url, nil, .body])
    }

    /// Random filters as values and as text: both are the same.
    @Test(arguments: 1...20) func anyFilterIsWhatItsPartsAre(_ seed: UInt64) throws {
        indirect enum Tree {
            case word(String)
            case not(Tree)
            case both(Tree, Tree)
            case either(Tree, Tree)
        }
        var random = SplitMix64(seed: seed)
        let names = ["a", "b", "c", "d"]
        func grow(_ depth: Int) -> Tree {
            switch depth == 0 ? 0 : Int.random(in: 0...3, using: &random) {
            case 1: .not(grow(depth - 1))
            case 2: .both(grow(depth - 1), grow(depth - 1))
            case 3: .either(grow(depth - 1), grow(depth - 1))
            default: .word(names.randomElement(using: &random) ?? "a")
            }
        }
        func text(_ tree: Tree) -> String {
            switch tree {
            case .word(let word): word
            case .not(let inner): Bool.random(using: &random) ? "!(\(text(inner)))" : "not (\(text(inner)))"
            case .both(let a, let b): Bool.random(using: &random) ? "(\(text(a)) \(text(b)))" : "(\(text(a)) and \(text(b)))"
            case .either(let a, let b): "(\(text(a)) or \(text(b)))"
            }
        }
        func value(_ tree: Tree, _ words: Set<String>) -> Bool {
            switch tree {
            case .word(let word): words.contains(word)
            case .not(let inner): !value(inner, words)
            case .both(let a, let b): value(a, words) && value(b, words)
            case .either(let a, let b): value(a, words) || value(b, words)
            }
        }
        for _ in 1...30 {
            let tree = grow(5)
            let filter = try FilterExpression(text(tree), for: .tasks)
            for bits in 0..<16 {
                let words = Set(names.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
                let expected = value(tree, words)
                #expect(filter.matches { words.contains($0.text) } == expected)
                // What some terms decide, the others do not change; and required terms hold.
                let known = filter.terms.map { term -> Bool? in Bool.random(using: &random) ? words.contains(term.text) : nil }
                let verdict = filter.verdict { known[$0] }
                #expect(verdict == nil || verdict == expected)
                if expected { #expect(filter.required.allSatisfy { words.contains(filter.terms[$0].text) }) }
            }
        }
    }

    @Test func unknownTermsDecideOnlyWhereTheyMatter() throws {
        func verdict(_ text: String, _ known: [String: Bool]) throws -> Bool? {
            let filter = try FilterExpression(text, for: .history)
            return filter.verdict { known[filter.terms[$0].text] }
        }
        #expect(try verdict("a body:b", ["a": false]) == false)
        #expect(try verdict("a body:b", ["a": true]) == nil)
        #expect(try verdict("a or body:b", ["a": true]) == true)
        #expect(try verdict("!body:b", [:]) == nil)
        #expect(try FilterExpression("a (b or c) !d \"e\"", for: .history).required == [0, 4])
        #expect(try FilterExpression("!(a or !b)", for: .history).required == [1])
        #expect(try FilterExpression("x y", for: .history).required == [0, 1])
        #expect(FilterExpression().required == [] && FilterExpression().isEmpty && FilterExpression().matches { _ in false })
    }

    // MARK: Numbers

    @Test(arguments: [
        ("status:404", 404, true), ("status:404", 405, false), ("status:4xx", 499, true), ("status:4xx", 500, false),
        ("status:4XX", 404, true), ("status:50x", 503, true), ("status:5", 599, true), ("status:", 200, true),
        ("status:>=500", 500, true), ("status:>500", 500, false), ("status:<400", 399, true), ("status:<=400", 401, false),
        ("status:=204", 204, true), ("status:none", 200, false), ("time:>1s", 1_000_001, true), ("time:>1s", 1_000_000, false),
        ("time:>=1.5s", 1_500_000, true), ("time:<200ms", 199_999, true), ("time:<=2m", 120_000_000, true),
        ("time:>1min", 60_000_000, false), ("time:>1h", 3_600_000_001, true), ("size:>1MB", 1_000_001, true),
        ("size:<1kib", 1_023, true), ("size:<=500", 500, true), ("size:=0b", 0, true), ("size:>2k", 2_000, false),
    ])
    func numbersAreRanges(_ text: String, _ number: Int, _ isMatch: Bool) throws {
        let filter = try FilterExpression(text, for: .tasks)
        #expect(filter.matches { $0.matches(Int64(number)) } == isMatch)
        #expect(filter.matches { $0.matches(nil) } == (text == "status:none"))
    }

    /// A colon ends the name of a field, or is a part of its value.
    @Test(arguments: [
        ("header:X-Id:5", ["x-id:5", "x-id: 5"]), ("header:\"x-id: 5\"", ["x-id: 5"]), ("header:x-id", ["x-id"]),
        ("header:\"x-id:  5\"", ["x-id:  5", "x-id: 5"]), ("header:localhost:8080", ["localhost:8080", "localhost: 8080"]),
        ("header:date:12:30", ["date:12:30", "date: 12:30"]),
    ])
    func headerTermsStandWithAndWithoutTheSpaceOfAMessage(_ text: String, _ texts: [String]) throws {
        let filter = try FilterExpression(text, for: .tasks)
        #expect(filter.terms.map(\.text) == texts && filter.terms.allSatisfy { $0.field == .header })
        for found in texts { #expect(filter.matches { $0.text == found }) }
        let opposite = try FilterExpression("!\(text)", for: .tasks)
        for found in texts { #expect(!opposite.matches { $0.text == found }) }
        #expect(!filter.matches { _ in false } && opposite.matches { _ in false })
    }

    @Test func textsKeepOtherLettersForSearchesThatFoldAsciiAlone() throws {
        let filter = try FilterExpression("service:ÜBung ÉA", for: .history)
        #expect(filter.terms.map(\.asciiText) == ["Übung", "Éa"] && filter.terms.map(\.text) == ["übung", "éa"])
    }

    // MARK: Problems

    @Test(arguments: [
        ("a or", 4, "after “or”"), ("a and", 5, "after “and”"), ("not", 3, "after “not”"), ("a not", 5, "after “not”"),
        ("a !", 3, "after “!”"), ("(a", 0, "not closed"), ("a (b (c)", 2, "not closed"), ("(a))", 3, "no “(”"),
        ("()", 1, "before “)”"),
        ("(", 1, "after “(”"), ("x \"a", 2, "quote"), ("url:\"a", 4, "quote"), ("a status:abc", 2, "status:"),
        ("status:9999", 0, "status:"), ("status:>=5000", 0, "status:"), ("time:1s", 0, "time:"), ("time:>1", 0, "time:"),
        ("time:>9e99s", 0, "time:"), ("time:>99999999999h", 0, "time:"), ("size:>1XB", 0, "size:"), ("size:1MB", 0, "size:"),
        ("x !body:y", 3, "history"),
    ])
    func aProblemSaysWhatAndWhere(_ text: String, _ offset: Int, _ words: String) {
        let problem = FilterExpression.problem(in: text, for: .tasks)
        #expect(problem?.offset == offset)
        #expect(problem?.text.contains(words) == true, "\(problem?.text ?? "none")")
    }

    @Test func eachListRefusesWhatItCannotDecide() {
        for field in FilterTerm.Field.allCases {
            let value = ["status": "200", "time": ">1s", "size": ">1"][field.rawValue] ?? "x"
            let lists = [FilterScope.tasks, .history].filter {
                FilterExpression.problem(in: "\(field.rawValue):\(value)", for: $0) == nil
            }
            #expect(lists.count == ([.body, .group, .note, .contract].contains(field) ? 1 : 2), "\(field)")
        }
        #expect(FilterExpression.problem(in: "body:x", for: .tasks)?.text.hasPrefix("body: ") == true)
    }

    @Test func longFiltersHaveTheirLimits() throws {
        let terms = FilterExpression.mostTerms
        #expect(try FilterExpression(String(repeating: "a ", count: terms), for: .tasks).terms.count == terms)
        #expect(FilterExpression.problem(in: String(repeating: "a ", count: terms + 1), for: .tasks)?.offset == 2 * terms)
        let (open, close) = (String(repeating: "(", count: 16), String(repeating: ")", count: 16))
        #expect(FilterExpression.problem(in: "\(open)a\(close)", for: .tasks) == nil)
        #expect(FilterExpression.problem(in: "(\(open)a)\(close)", for: .tasks)?.offset == 16)
        // As deep as it can be: the last term decides.
        let deep = String(repeating: "a or b (", count: 16) + "c" + close
        let filter = try FilterExpression(deep, for: .tasks)
        #expect(filter.matches { ["b", "c"].contains($0.text) } && !filter.matches { $0.text == "b" })
        // Two texts of one header are two terms.
        let headers = String(repeating: "header:a:b ", count: terms / 2)
        #expect(try FilterExpression(headers, for: .tasks).terms.count == terms)
        #expect(FilterExpression.problem(in: headers + "header:a:b", for: .tasks) != nil)
        // A pasted text of colons is one word, and is read at once.
        #expect(try FilterExpression(String(repeating: ":", count: 1 << 16), for: .tasks).terms.count == 1)
        // Any number of negations.
        let many = String(repeating: "!", count: 10_001) + "a"
        #expect(try !FilterExpression(many, for: .tasks).matches { _ in true })
    }
}
