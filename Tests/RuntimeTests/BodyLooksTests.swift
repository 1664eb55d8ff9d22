// Ways to look at a kept body: XML laid out, images by their facts, searches by expressions and in names.

import Document
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite struct BodyLooksTests {
    private let bodies = BodyStore()
    private static let task = TaskID(3)

    @discardableResult
    private func keep(_ body: [UInt8], type: String) -> BodyContent {
        let head = ResponseHead(status: 200, headers: Headers([HeaderField("Content-Type", type)]))
        let response = RawResponse(head: head, body: body, url: URI("http://127.0.0.1/"))
        let content = BodyContent(response)
        _ = bodies.keep(response, content, for: Self.task)
        return content
    }

    private func lines(_ mode: BodyMode) -> [String]? { bodies.window(Self.task, mode, 0..<50)?.lines }

    @Test func xmlHasAnElementALineOrIsAsItCame() {
        let text = "<a><b>one <i>two</i></b><c/></a>"
        keep(Array(text.utf8), type: "application/xml")
        #expect(lines(.pretty) == ["<a>", "  <b>one <i>two</i></b>", "  <c/>", "</a>"] && lines(.raw) == [text])
        keep([0xFF, 0xFE] + "<a><b/></a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, type: "text/xml")
        #expect(lines(.pretty)?.map { $0.filter { $0 != "\u{FEFF}" } } == ["<a>", "  <b/>", "</a>"])
    }

    @Test func imagesAreKnownByTheirBytes() {
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
                0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0,
            ]
        let content = keep(png, type: "application/octet-stream")
        #expect(content.kind == .binary && content.picture?.facts.description == "PNG · 7 × 5 · 8-bit RGB")
        #expect(content.picture?.preview == nil, "there is nothing behind its head")
        let svg = keep(Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"8\"/>".utf8), type: "image/svg+xml")
        #expect(svg.kind == .xml && svg.picture?.facts.description == "SVG · 9 × 8")
        #expect(keep(Array("{\"a\": 1}".utf8), type: "application/json").picture == nil)
    }

    private func find(_ pattern: String, _ mode: SearchMode, in view: FindQuery.View) -> Found? {
        let query = FindQuery(task: Self.task, view: view, pattern: pattern, mode: mode)
        let request = FindRequest(query: query, from: 0, step: .onward, number: 1)
        bodies.begin(request)
        var found = bodies.find(request)
        while let last = found, !last.isComplete { found = bodies.find(request) }
        return found
    }

    @Test func aBodyIsSearchedByExpressionsAndInNames() {
        keep(Array(#"{"lamp": "desk", "desk": {"lamp 2": 12, "x": "a lamp 34"}}"#.utf8), type: "application/json")
        let regex = SearchMode(isRegex: true)
        #expect(find(#"lamp \d"#, regex, in: .tree(root: 0))?.total == 2)
        #expect(find(#"^lamp"#, regex, in: .tree(root: 0))?.total == 2)
        #expect(find("lamp", SearchMode(namesOnly: true), in: .tree(root: 0))?.total == 2)
        #expect(find(#"\d$"#, SearchMode(isRegex: true, namesOnly: true), in: .tree(root: 0))?.total == 1)
        #expect(find("lamp", SearchMode(), in: .tree(root: 0))?.total == 3)
        #expect(find(#"^\s*"desk".*\{$"#, regex, in: .lines(.pretty))?.total == 1)
    }

    @Test func aMatchAcrossTheCutOfALongLineIsFound() {
        let line = String(repeating: "-", count: TextRows.longest - 3) + "lamp 12 " + String(repeating: "-", count: 900)
        keep(Array(line.utf8), type: "text/plain")
        #expect(find(#"lamp \d+ -"#, SearchMode(isRegex: true), in: .lines(.raw))?.match?.place == 0)
        #expect(find(#"^-{5}l|^lamp"#, SearchMode(isRegex: true), in: .lines(.raw))?.total == 0, "the cut is no beginning")
    }

    /// However an expression goes back and forth on each line: it is given up there, and the search comes to its end.
    @Test(.within(minutes: 1))
    func aSlowExpressionEnds() {
        let line = String(repeating: "x", count: 200) + "\n"
        keep(Array((String(repeating: line, count: 5_000) + "xxy\n").utf8), type: "text/plain")
        let found = find("(x+x+)+y", SearchMode(isRegex: true), in: .lines(.raw))
        #expect(found?.total == 1 && found?.match?.place == 5_000 && found?.percent == 100)
    }
}
