// Bodies: kept within bounds, known by their kind, brought line by line.

import Document
import NetLayer
import Testing

@testable import Runtime
@testable import Screen

@Suite struct BodyStoreTests {
    private func response(_ body: [UInt8], type: String? = nil) -> RawResponse {
        let headers = Headers(type.map { [HeaderField("Content-Type", $0)] } ?? [])
        return RawResponse(head: ResponseHead(status: 200, headers: headers), body: body, url: URI("http://one.example/"))
    }

    private func response(_ text: String, type: String? = nil) -> RawResponse { response(Array(text.utf8), type: type) }

    private func keep(_ store: BodyStore, _ response: RawResponse, for task: TaskID) -> [TaskID] {
        store.keep(response, BodyContent(response), for: task)
    }

    @Test func oldestBodiesGoFirstAndTheNewestStaysHoweverLarge() {
        let store = BodyStore(capacity: 100)
        #expect(keep(store, response([UInt8](repeating: 1, count: 60)), for: TaskID(1)) == [])
        #expect(keep(store, response([UInt8](repeating: 1, count: 40)), for: TaskID(2)) == [])
        #expect(keep(store, response([UInt8](repeating: 1, count: 1)), for: TaskID(3)) == [TaskID(1)])
        #expect(keep(store, response([UInt8](repeating: 1, count: 500)), for: TaskID(4)) == [TaskID(2), TaskID(3)])
        #expect(store.window(TaskID(4), .raw, 0..<1)?.lines.count == 1)
        #expect(keep(store, response([]), for: TaskID(5)) == [TaskID(4)])
        #expect(store.window(TaskID(1), .raw, 0..<1) == nil)
    }

    @Test func forgottenBodiesMakeRoom() {
        let store = BodyStore(capacity: 100)
        #expect(keep(store, response([UInt8](repeating: 1, count: 90)), for: TaskID(1)) == [])
        store.remove([TaskID(1), TaskID(7)])
        #expect(store.window(TaskID(1), .raw, 0..<1) == nil)
        #expect(keep(store, response([UInt8](repeating: 1, count: 90)), for: TaskID(2)) == [])
    }

    @Test func windowsAreCutToWhatThereIs() {
        let store = BodyStore()
        _ = keep(store, response("a\nb\nc\nd"), for: TaskID(1))
        var expected = BodyWindow(task: TaskID(1), mode: .raw, total: 4, start: 1, lines: ["b", "c"])
        expected.places = [2..<4, 4..<6]
        #expect(store.window(TaskID(1), .raw, 1..<3) == expected)
        #expect(store.window(TaskID(1), .raw, 0..<100)?.lines == ["a", "b", "c", "d"])
        #expect(store.window(TaskID(1), .raw, 90..<100) == BodyWindow(task: TaskID(1), mode: .raw, total: 4, start: 4, lines: []))
    }

    @Test func jsonIsPrettyInOneModeAndAsItCameInTheOther() {
        let store = BodyStore()
        _ = keep(store, response(#"{"a":[1]}"#), for: TaskID(1))
        #expect(store.window(TaskID(1), .pretty, 0..<9)?.lines == ["{", #"  "a": ["#, "    1", "  ]", "}"])
        #expect(store.window(TaskID(1), .raw, 0..<9)?.lines == [#"{"a":[1]}"#])
    }

    @Test(arguments: [
        ("", nil, BodyKind.empty), (#"{"a": 1}"#, "text/html", .json), (" \n [1]", nil, .json),
        (#"{"a": "#, "application/json", .text),
        ("12", "application/problem+json", .json), ("12", "text/plain", .text), ("<html>", "text/html", .html),
        ("{not json}", nil, .text),
        ("a,b\n1,2\n", "text/csv", .records), ("{\"a\": 1}\n{\"a\": 2}\n", "application/json", .records),
        ("data: 1\n\n", "text/event-stream", .records), ("<a><b>1</b></a>", "application/rss+xml", .xml),
        ("<?xml version='1.0'?><a/>", nil, .xml),
        ("<a>", "application/xml", .text),
        ("a\0b", nil, .binary), ("a\0b", "text/plain; charset=utf-16", .text), ("\u{1b}[31mred", nil, .text),
    ])
    func kindComesFromTheBytesBeforeTheType(_ body: String, _ type: String?, _ kind: BodyKind) {
        #expect(BodyContent(response(body, type: type)).kind == kind)
    }

    /// Walk a18: Raw alone does not tell why there is no tree.
    @Test func brokenJSONSaysWhereItBreaks() {
        let content = BodyContent(response("{\"a\": 1,\n \"b\" 2}", type: "application/json"))
        #expect(content.kind == .text)
        #expect(content.notes.count == 1)
        #expect(content.notes.first?.hasPrefix("This is not valid JSON: line 2, column 6") == true, "\(content.notes)")
        #expect(BodyContent(response("{not json}", type: "text/plain")).notes.isEmpty, "it does not claim to be JSON")
    }

    /// Walk a19: what an error says stands before what it lists.
    @Test func aProblemIsOneThingAndSaysItsTitleAndDetailFirst() {
        let errors = #"[{"at": "/name/0"}, {"at": "/name/1"}, {"at": "/price/amount/currency"}]"#
        let body = #"{"title": "Invalid", "detail": "2 fields are wrong", "errors": \#(errors)}"#
        let head = { (status: Int, type: String) in
            ResponseHead(status: status, headers: Headers([HeaderField("Content-Type", type)]))
        }
        let problem = BodyContent(Bytes(Array(body.utf8)), head(422, "application/problem+json"))
        #expect(problem.list == nil)
        #expect(problem.notes == ["Invalid", "2 fields are wrong"])
        let plain = BodyContent(Bytes(Array(body.utf8)), head(400, "application/json"))
        #expect(plain.list == nil && plain.notes.isEmpty)
        #expect(BodyContent(Bytes(Array(body.utf8)), head(200, "application/json")).list?.count == 3)
    }

    /// The list of another format has rows like one of JSON; as lines it stays what came.
    @Test func recordsAreATable() {
        let store = BodyStore()
        _ = keep(store, response("name,n\nAda,1\nBob,2\n", type: "text/csv"), for: TaskID(1))
        let table = store.table(TableRequest(task: TaskID(1), order: nil, range: 0..<9))
        #expect(table?.total == 2 && table?.heads.map(\.title) == ["name", "n"])
        #expect(store.window(TaskID(1), .raw, 0..<1)?.lines == ["name,n"])
    }

    @Test func pagesAreReadableInOneModeAndAsTheyCameInTheOther() {
        let store = BodyStore()
        _ = keep(store, response("<p>a &amp; b</p><script>x</script>", type: "text/html"), for: TaskID(1))
        #expect(store.window(TaskID(1), .pretty, 0..<9)?.lines == ["a & b"])
        #expect(store.window(TaskID(1), .raw, 0..<9)?.lines == ["<p>a &amp; b</p><script>x</script>"])
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "utf-8"), ("text/html;charset=\"ISO-8859-1\"", "ISO-8859-1"),
        ("text/html; boundary=x; Charset=utf-16 ", "utf-16"),
        ("text/html", nil), ("text/html; charset", nil), ("", nil),
    ])
    func charsetIsReadFromTheType(_ type: String, _ charset: String?) {
        #expect(response("", type: type).head.charset == charset)
    }

    @Test func bodyIsDecodedByItsCharset() {
        let store = BodyStore()
        _ = keep(store, response([0x63, 0x61, 0x66, 0xE9], type: "text/plain; charset=iso-8859-1"), for: TaskID(1))
        #expect(store.window(TaskID(1), .raw, 0..<1)?.lines == ["café"])
    }
}
