// What YAML means as JSON: scalars, keys, aliases, merge keys, lines.

import Document
import TestSupport
import Testing
import YAMLText

struct YAMLTextTests {
    /// The JSON without its line breaks.
    private func json(_ yaml: String) throws -> String {
        String(decoding: try YAMLText(Array(yaml.utf8)).json.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private func refusal(_ yaml: String) throws -> YAMLError {
        try #require(throws: YAMLError.self) { try YAMLText(Array(yaml.utf8)) }
    }

    @Test(arguments: [
        ("null", "null"), ("~", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", #""nULL""#), ("", "null"),
        ("true", "true"), ("True", "true"), ("FALSE", "false"), ("tRUE", #""tRUE""#),
        ("yes", #""yes""#), ("no", #""no""#), ("on", #""on""#), ("y", #""y""#), ("N", #""N""#),
        ("12", "12"), ("-1", "-1"), ("+1", "1"), ("0", "0"), ("-0", "-0"), ("007", #""007""#), ("0x1F", "31"), ("0o17", "15"),
        ("0xZZ", #""0xZZ""#), ("0xFFFFFFFFFFFFFFFFF", #""0xFFFFFFFFFFFFFFFFF""#), ("1_000", #""1_000""#),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1.5", "1.5"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"), ("1.e3", "1.0e3"), ("1e3", "1e3"), ("1E+400", "1E+400"),
        ("1e", #""1e""#),
        (".", #"".""#), ("-", "[null]"), ("+", #""+""#), ("e5", #""e5""#), ("1.2.3", #""1.2.3""#), (".e5", #"".e5""#),
        (".inf", #"".inf""#), ("-.INF", #""-.INF""#), (".nan", #"".nan""#), ("3.0", "3.0"), ("1.10", "1.10"),
        ("2026-11-21", #""2026-11-21""#), ("12:30:45", #""12:30:45""#), ("190:20", #""190:20""#), ("=", #""=""#),
        ("'12'", #""12""#), (#""true""#, #""true""#), (#""a\tb\x01\u263a\"""#, #""a\tb\u0001☺\"""#), ("|\n  a\n  b", #""a\nb""#),
        (">\n  a\n  b", #""a b""#),
        ("!!str 12", #""12""#), ("!!int '12'", "12"), ("!!float '1.5'", "1.5"), ("!!bool 'true'", "true"), ("! 12", #""12""#),
        ("!own 12", #""12""#), ("!!binary aGk=", #""aGk=""#), ("!!null ''", "null"),
    ])
    func scalarsAreWhatTheCoreSchemaSays(yaml: String, expected: String) throws {
        #expect(try json(yaml) == expected)
    }

    @Test func keysAreText() throws {
        #expect(
            try json("200: a\ntrue: b\n~: c\n1.0: d\n'q\"': e\n2026-01-01: f")
                == #"{"200":"a","true":"b","~":"c","1.0":"d","q\"":"e","2026-01-01":"f"}"#)
        #expect(try json("? a\n? b\n: c") == #"{"a":null,"b":"c"}"#)
        #expect(try json("&k a: 1\nb: {*k : 2}") == #"{"a":1,"b":{"a":2}}"#)
    }

    @Test func aKeyThatStandsTwiceStaysForTheReader() throws { #expect(try json("a: 1\na: 2") == #"{"a":1,"a":2}"#) }

    @Test func aliasesAreReplaced() throws {
        #expect(
            try json("a: &x {b: [1, 2]}\nc: *x\nd: [*x, &s t, *s]")
                == #"{"a":{"b":[1,2]},"c":{"b":[1,2]},"d":[{"b":[1,2]},"t","t"]}"#)
        // A name may be given again; the nearest before counts.
        #expect(try json("[&a 1, *a, &a 2, *a]") == "[1,1,2,2]")
    }

    @Test func mergeKeysGiveWhatIsNotThere() throws {
        #expect(try json("a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a, z: 4}") == #"{"a":{"x":1,"y":2},"b":{"y":3,"z":4,"x":1}}"#)
        // Of several the first wins; a merged mapping's own merge comes along.
        #expect(
            try json("- &a {x: 1}\n- &b {x: 2, y: 2}\n- &c {<<: *b, z: 3}\n- {<<: [*a, *c]}")
                == #"[{"x":1},{"x":2,"y":2},{"z":3,"x":2,"y":2},{"x":1,"z":3,"y":2}]"#)
        #expect(try json("{<<: {a: 1}, a: 2}") == #"{"a":2}"#)
        #expect(try json("{'<<': 1}") == #"{"<<":1}"#)
        #expect(try json("[<<]") == #"["<<"]"#)
        #expect(try refusal("a: 1\nb: {<<: 7}").line == 2)
    }

    @Test func everyValueStandsOnItsLine() throws {
        let yaml = """
            # a comment

            openapi: 3.0.0
            info:
              title: |
                several
                lines
              version: &v 1
            list:
              - a

              - *v
              - {b: 1,
                 c: 2}
            end: x
            """
        let text = try YAMLText(Array(yaml.utf8))
        let document = try JSONDocument(text.json)
        let lines = LineIndex(text.json)
        func line(_ pointer: String) throws -> Int {
            lines.position(of: try #require(document.root.resolve(pointer: pointer)).byteRange.lowerBound).line
        }
        #expect(
            try ["/openapi", "/info", "/info/title", "/info/version", "/list/0", "/list/1", "/list/2/b", "/list/2/c", "/end"].map(
                line) == [3, 5, 5, 8, 10, 12, 13, 14, 15])
        #expect(document.root["info"]?["title"]?.string == "several\nlines\n")
    }

    @Test func onlyTheFirstDocumentIsReadAndTheSecondIsSaid() throws {
        let text = try YAMLText(Array("a: 1\n---\nb: 2\n".utf8))
        #expect(text.json == Array(#"{"a":1}"#.utf8))
        #expect(text.secondDocument == 2)
        #expect(try YAMLText(Array("---\na: 1\n...\n".utf8)).secondDocument == nil)
    }

    @Test func marksAndWideTextAreRead() throws {
        #expect(try json("\u{feff}a: ü") == #"{"a":"ü"}"#)
        let wide: [UInt8] = [0xff, 0xfe] + "a: ü".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try YAMLText(wide).json == Array(#"{"a":"ü"}"#.utf8))
        #expect(try json("a: 1\r\nb: 2\r\n") == #"{"a":1,"b":2}"#)
        #expect(try json("# nothing") == "null")
    }

    @Test(arguments: [
        ("a: [1, 2\nb: 3", YAMLError.Kind.broken, 2), ("a: 1\n b: 2", .broken, 2), ("a: *b", .broken, 1), ("a: 'x", .broken, 1),
        ("a: 1\n\tb: 2", .broken, 2), ("a: 1\nb: \u{1}", .broken, 2), ("{a: 1}}", .broken, 1), ("- a\nb: 1", .broken, 2),
        ("%YAML 3.0\n---\na", .broken, 1),
        ("a: 1\n[b]: c", .notJSON, 2), ("a: &a [1, *a]", .notJSON, 1),
    ])
    func whatIsWrongHasItsPlace(yaml: String, kind: YAMLError.Kind, line: Int) throws {
        let error = try refusal(yaml)
        #expect(error.kind == kind)
        #expect(error.line == line, "\(error)")
        #expect(!error.message.isEmpty)
    }

    @Test func illFormedBytesHaveTheirPlace() throws {
        let error = try #require(throws: YAMLError.self) { try YAMLText(Array("a: 1\nü: ".utf8) + [0xff]) }
        #expect((error.line, error.column) == (2, 4))
    }

    @Test func anAliasBombIsRefusedByName() throws {
        var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            yaml += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",") + "]\n"
        }
        let error = try refusal(yaml)
        #expect(error.kind == .excessive)
        #expect(error.message == "its aliases grow to more than 16 MiB")
        var merges = "m0: &m0 {k: 1}\n"
        for level in 1...20_000 { merges += "m\(level): &m\(level) {<<: *m\(level - 1)}\n" }
        #expect(try refusal(merges).kind == .excessive)
        // Empty mappings add nothing to the text, and looking at them takes as long all the same.
        var lists = "e: &e {}\nl: &l [" + Array(repeating: "*e", count: 5_000).joined(separator: ",") + "]\nm:\n"
        for _ in 0..<1_000 { lists += "- <<: *l\n" }
        #expect(try refusal(lists).kind == .excessive)
    }

    @Test(arguments: ["[", "{a: ", "- ", "? ", "- ? - "]) func whatIsTooDeepIsRefusedByName(_ opener: String) throws {
        let error = try refusal(String(repeating: opener, count: 100_000))
        #expect(error.kind == .excessive || error.kind == .broken)
        #expect(error.message.contains("1000 levels"), "\(error)")
    }

    @Test func randomDamageNeverCrashes() throws {
        let text = Array("a: &x {b: [1, 'two', \"th\\tree\"]}\nc: |\n  block\n<<: *x\nk:\n- 1\n- !!int 5\n...\n---\n# end\n".utf8)
        let marks = Array("{}[]\",:&*!|>'%@`#-? \n\t0aü~<".utf8)
        var generator = SplitMix64(seed: 3)
        var read = 0
        for _ in 0..<5000 {
            var damaged = text
            for _ in 0..<2 {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] =
                    marks[Int.random(in: 0..<marks.count, using: &generator)]
            }
            guard let text = try? YAMLText(damaged) else { continue }
            read += 1
            #expect(throws: Never.self) { try JSONDocument(text.json) }
        }
        #expect(read > 50)
    }
}
