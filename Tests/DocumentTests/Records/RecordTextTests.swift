// Records of other formats as a JSON list: what each format means, and that it does not matter how its bytes are cut.

import TestSupport
import Testing

@testable import Document

struct RecordTextTests {
    static let multipart = RecordKind.multipart(boundary: "cut")

    private func rows(_ text: String, _ kind: RecordKind) throws -> [String] {
        let document = try JSONDocument(RecordText.makeJSON(Array(text.utf8), kind))
        return document.root.elements.map(\.source)
    }

    // MARK: separated values

    @Test(arguments: [
        ("a,b\n1,x\n2,y\n", [#"{"a":1,"b":"x"}"#, #"{"a":2,"b":"y"}"#]),
        ("a,b\r\n\"x,\"\"y\"\"\",\"two\r\nlines\"\r\n", [#"{"a":"x,\"y\"","b":"two\r\nlines"}"#]),
        ("a;b\n1,5;2,5\n1;2\n", [#"{"a":"1,5","b":"2,5"}"#, #"{"a":"1","b":"2"}"#]),
        ("a\tb\nx\t\n", [#"{"a":"x","b":""}"#]),
        ("a|b|c\nx|y|z", [#"{"a":"x","b":"y","c":"z"}"#]),
        // Each column is numbers or is not; nothing is rounded; a number with a zero before it is a code.
        (
            "n,zip,big\n1,01234,12345678901234567890\n,1234,1\n-1.5e3,x,2",
            [
                #"{"n":1,"zip":"01234","big":12345678901234567890}"#, #"{"n":null,"zip":"1234","big":1}"#,
                #"{"n":-1.5e3,"zip":"x","big":2}"#,
            ]
        ),
        // Without a header, with too few and with too many fields.
        (
            "1,x\n2\n3,y,z\n",
            [
                #"{"column 1":1,"column 2":"x"}"#, #"{"column 1":2}"#, #"{"column 1":3,"column 2":"y","column 3":"z"}"#,
            ]
        ),
        (",a,a\nx,y,z\n", [#"{"column 1":"x","a":"y","a 2":"z"}"#]),
        ("\u{feff}a,b\rx,y\r\r\n", [#"{"a":"x","b":"y"}"#]),
        // What is no CSV loses nothing.
        ("a,b\n5\" pipe,\"x\"y\n", [#"{"a":"5\" pipe","b":"xy"}"#]),
        ("a\n\"\"\n\"open", [#"{"a":""}"#, #"{"a":"open"}"#]),
        ("a,b\n", []), ("", []), ("\n\n", []),
    ])
    func separatedValuesAreObjects(_ text: String, _ expected: [String]) throws {
        #expect(try rows(text, .delimited(by: nil, hasHeader: nil)) == expected)
    }

    @Test func theContentTypeMaySayWhetherThereIsAHeader() throws {
        let kind = try #require(RecordKind(contentType: "text/csv; header=absent"))
        #expect(try rows("a,b\n", kind) == [#"{"column 1":"a","column 2":"b"}"#])
        let present = try #require(RecordKind(contentType: "text/csv;header=present"))
        #expect(try rows("1,2\n3,4\n", present) == [#"{"1":3,"2":4}"#])
    }

    @Test func aStreamJudgesColumnsByItsFirstRecords() throws {
        var text = RecordText(.delimited(by: nil, hasHeader: nil))
        for number in 0..<40 { text.append(Array((number == 0 ? "n\n" : number == 39 ? "late\n" : "\(number)\n").utf8)) }
        let values = try JSONDocument(text.json).root.elements.compactMap { $0["n"]?.source }
        #expect(values == (1..<39).map(String.init) + ["\"late\""])
        // A text that is there whole is judged whole.
        let whole = "n\n" + (1..<39).map { "\($0)\n" }.joined() + "late\n"
        #expect(try rows(whole, .delimited(by: nil, hasHeader: nil)).first == #"{"n":"1"}"#)
    }

    // MARK: JSON values

    @Test func linesOfJSONAreTheirValuesAndABrokenOneIsATextWithItsError() throws {
        let text = "{\"a\": 1}\r\n\n  [2]\n{\"a\":\n\"x\"\n\u{feff}null"
        let found = try rows(text, .jsonLines)
        #expect(
            found == [
                #"{"a": 1}"#, "[2]", #"{"error":"line 4, column 6: the value is cut off","text":"{\"a\":"}"#, #""x""#, "null",
            ])
    }

    @Test func recordsOfASequenceMayHaveLinesAndATruncatedNumberIsSaid() throws {
        let text = "\u{1e}{\"a\":\n1}\n\u{1e}12\n\u{1e}\u{1e}34\u{1e}[\n1 2]"
        let found = try rows(text, .jsonSequence)
        #expect(
            found.prefix(3) == ["{\"a\":\n1}", "12", #"{"error":"record 4: the value may be cut off","text":"34"}"#])
        #expect(found.last?.hasPrefix(#"{"error":"record 5, line 2, column 3: expected ',' or ']'"#) == true)
        #expect(found.count == 4)
    }

    // MARK: events

    @Test(arguments: [
        ("data: a\n\n", [#"{"data":"a"}"#]),
        (
            ": comment\nid: 7\nevent: add\ndata: {\"x\": 1}\nretry: 010\n\n",
            [#"{"id":"7","event":"add","data":{"x": 1},"retry":10}"#]
        ),
        ("data: one\r\ndata:two\r\rdata\n\ndata:  3\n\n", [#"{"data":"one\ntwo"}"#, #"{"data":""}"#, #"{"data": 3}"#]),
        ("\u{feff}data: [DONE]\n\n", [#"{"data":"[DONE]"}"#]),
        // Without data nothing happened; what is nobody's field is ignored; a waiting time is kept for the next event.
        ("event: x\n\nretry: 5\n\nretry: 1x\nfoo: bar\ndata: a\n\n", [#"{"data":"a","retry":5}"#]),
        ("data: a\n\ndata: cut", [#"{"data":"a"}"#, #"{"data":"cut","incomplete":true}"#]),
        ("id: a\u{0}b\nDATA: x\ndata:y\n\n", [#"{"data":"y"}"#]),
    ])
    func eventsAreTheirFields(_ text: String, _ expected: [String]) throws { #expect(try rows(text, .events) == expected) }

    // MARK: parts

    @Test func partsAreTheirHeadersSizeAndText() throws {
        let text =
            "preamble\r\n--cut  \r\nContent-Disposition: form-data; name=\"f\"; filename=\"a \\\"b\\\".txt\"\r\nContent-Type: text/plain;\r\n"
            + " charset=utf-8\r\n\r\none\r\n--cutter\r\n\r\n\r\n--cut\r\n\r\n\r\n--cut\r\nX: 1\r\n--cut--\r\n--cut\r\nepilogue"
        let all = try JSONDocument(RecordText.makeJSON(Array(text.utf8), Self.multipart)).root
        let first = try #require(all[0])
        #expect(first["name"]?.string == "f" && first["fileName"]?.string == "a \"b\".txt")
        #expect(first["contentType"]?.string == "text/plain; charset=utf-8")
        #expect(first["text"]?.string == "one\r\n--cutter\r\n\r\n")
        let start = try #require(first["offset"]?.int)
        let size = try #require(first["size"]?.int)
        #expect(String(decoding: Array(text.utf8)[start..<start + size], as: UTF8.self) == "one\r\n--cutter\r\n\r\n")
        #expect(all.elements.dropFirst().map { $0["size"]?.int } == [0, 0])
        #expect(all[2]?["headers"]?["X"]?.string == "1")
        #expect(all.count == 3)
    }

    @Test func partsWithoutAnEndAreIncompleteAndBytesAreNoText() throws {
        let bytes = Array("--cut\n\n".utf8) + [0, 1, 2] + Array("\n--cut\nA: b\n\n".utf8) + [UInt8](repeating: 0x61, count: 2000)
        let all = try JSONDocument(RecordText.makeJSON(bytes, Self.multipart)).root
        #expect(all[0]?["text"] == nil && all[0]?["size"]?.int == 3 && all[0]?["incomplete"] == nil)
        #expect(all[1]?["size"]?.int == 2000 && all[1]?["incomplete"]?.bool == true)
        #expect(all[1]?["text"]?.string == String(repeating: "a", count: 1024) + "…")
    }

    @Test func fileNamesOfOtherLettersAreDecoded() throws {
        let text =
            "--cut\r\nContent-Disposition: attachment; filename=\"x\"; filename*=UTF-8''%e2%82%ac%20rates\r\n\r\n\r\n--cut--"
        #expect(try JSONDocument(RecordText.makeJSON(Array(text.utf8), Self.multipart)).root[0]?["fileName"]?.string == "€ rates")
    }

    // MARK: pieces

    /// Texts in which every cut is a trap.
    static let texts: [(String, RecordKind)] = [
        ("\u{feff}a,\"b\"\"\r\n\"\r\n1,x\r\n\r\n2,\"é\r\"\r\n", .delimited(by: nil, hasHeader: nil)),
        ((0..<30).map { "\($0);\"a\n\";c\r\n" }.joined() + "x;y", .delimited(by: nil, hasHeader: nil)),
        ("\u{feff}{\"a\":\"😀\"}\r\n\n[1\n\u{feff}2\n3", .jsonLines),
        ("\u{1e}{\"a\":1}\n\u{1e}2\n\u{1e}3", .jsonSequence),
        ("\u{feff}data: a\r\ndata: é\r\n\r\nid:1\rdata\r\rdata: {}\n\nretry: 3\n\ndata: 1", .events),
        (
            "--cut\r\nA: b\r\n\r\n\r\r\n-\r\n--cu\r\n--cut\r\n\r\nx\n--cut-\n--cut\nB: c\n--cut --\r\n--cut\n\ny\r\n--cut--",
            multipart
        ),
    ]

    @Test(arguments: texts.indices)
    func aPieceCutAnywhereGivesTheSameRecords(_ index: Int) throws {
        let (text, kind) = Self.texts[index]
        let bytes = Array(text.utf8)
        var whole = RecordText(kind)
        whole.append(bytes)
        whole.finish()
        #expect(whole.count > 1)
        #expect(try JSONDocument(whole.json).root.count == whole.count)
        for size in 1...bytes.count {
            var text = RecordText(kind)
            var added = 0
            for start in stride(from: 0, to: bytes.count, by: size) {
                added += text.append(Array(bytes[start..<min(start + size, bytes.count)]))
                // What is there so far is whole JSON at any time.
                if size < 4 { #expect(try JSONDocument(text.json).root.count == added) }
            }
            text.finish()
            text.finish()
            #expect(text.json == whole.json, "pieces of \(size)")
        }
    }

    @Test(arguments: 1...40)
    func whateverComesIsJSON(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = [
            "--cut", "\r\n", "\n", "\r", ",", ";", "\"", "data:", "id:", "{\"a\":", "1", "}", "[", "]", "\u{1e}", ":", " ", "\\",
            "é", "--",
        ]
        var bytes: [UInt8] = []
        for _ in 0..<200 {
            bytes +=
                Bool.random(using: &random)
                ? Array(parts.randomElement(using: &random)!.utf8) : [UInt8.random(in: 0...255, using: &random)]
        }
        for kind in [.delimited(by: nil, hasHeader: nil), .jsonLines, .jsonSequence, .events, Self.multipart] as [RecordKind] {
            var text = RecordText(kind)
            text.append(bytes)
            text.finish()
            #expect(try JSONDocument(text.json).root.count == text.count)
            #expect(throws: Never.self) { try JSONDocument(RecordText.makeJSON(bytes, kind)) }
        }
    }

    @Test(arguments: [
        ("text/csv; charset=utf-8", RecordKind.delimited(by: nil, hasHeader: nil)),
        ("Text/Tab-Separated-Values", .delimited(by: 9, hasHeader: nil)), ("application/x-ndjson", .jsonLines),
        ("application/geo+json-seq", .jsonSequence), ("text/event-stream;charset=UTF-8", .events),
        ("multipart/form-data; charset=utf-8; boundary=\"a b;c\"", .multipart(boundary: "a b;c")),
        ("multipart/mixed", nil), ("application/json", nil), ("", nil),
    ])
    func theContentTypeNamesTheFormat(_ type: String, _ kind: RecordKind?) { #expect(RecordKind(contentType: type) == kind) }

    @Test(arguments: [
        ("{\"a\":1}\n\n{\"a\":2}\n", RecordKind.jsonLines), ("\u{feff}[1]\r\n[2", .jsonLines), ("\u{1e}{}", .jsonSequence),
        // One value, however many lines; numbers and words may be any text.
        ("{\"a\":\n1}", nil), ("{}\n", nil), ("1\n2\n", nil), ("[\n[1],\n[2]\n]", nil), ("{} {}\n{}", nil), ("{}\ntext", nil),
        ("", nil),
    ])
    func linesOfJSONShowThemselves(_ text: String, _ kind: RecordKind?) {
        #expect(RecordKind(lookingAt: Array(text.utf8)) == kind)
    }

    /// A name is written with every value: a small body must not become a gigabyte.
    @Test func longNamesDoNotGrowWithoutMeasure() throws {
        let name = String(repeating: "n", count: 16_000)
        let json = RecordText.makeJSON(
            Array((name + "\n" + String(repeating: "x\n", count: 20_000)).utf8), .delimited(by: nil, hasHeader: true))
        #expect(json.count < 24 << 20)
        let document = try JSONDocument(json)
        #expect(document.root[document.root.count - 1]?["error"]?.string?.contains("more records") == true)
    }

    @Test(.within(minutes: 1)) func manyLinesOfOneEventAndManyColumnsOfOneName() throws {
        let events = RecordText.makeJSON(Array(String(repeating: "data:\n", count: 1_000_000).utf8) + Array("\n".utf8), .events)
        #expect(try JSONDocument(events).root.count == 1)
        let columns = RecordText.makeJSON(
            Array((String(repeating: "a,", count: 30_000) + "\n1,2\n").utf8), .delimited(by: nil, hasHeader: true))
        #expect(try JSONDocument(columns).root.count == 1)
    }
}
