// Tables that are written: what is seen is what is in the file, all rows of it, and a file that is there stays.

import Document
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct TableWritingTests {
    private let id = TaskID(1)

    private func store(_ text: String) -> BodyStore {
        let store = BodyStore()
        let response = RawResponse(
            head: ResponseHead(status: 200, headers: Headers([])), body: Array(text.utf8), url: URI("http://one.example/"))
        _ = store.keep(response, BodyContent(response), for: id)
        return store
    }

    private let rows = #"{"x": {"rows": [{"id": 2, "n": "b,c", "u": {"l": "z"}}, {"id": 1, "n": null}]}, "y": [1]}"#

    private func text(_ request: TableRequest, _ format: TableExport.Format) -> String? {
        TableWriting(request, as: format, in: store(rows)).map { String(decoding: $0.export.bytes, as: UTF8.self) }
    }

    @Test func columnsOrderAndListAreThoseThatAreSeen() {
        var request = TableRequest(
            task: id, order: JSONTableOrder(column: 1), range: 0..<0,
            choice: TableChoice(list: "/x/rows", columns: ["n", "id"]))
        #expect(text(request, .csv) == "n,id\r\n,1\r\n\"b,c\",2\r\n")
        #expect(text(request, .jsonLines) == "{\"n\":null,\"id\":1}\n{\"n\":\"b,c\",\"id\":2}\n")
        #expect(text(request, .markdown) == "| n | id |\n| --- | ---: |\n|  | 1 |\n| b,c | 2 |\n")
        // Nobody chose: JSON has all of each row.
        request.choice.columns = nil
        request.order = nil
        #expect(text(request, .jsonLines) == "{\"id\":2,\"n\":\"b,c\",\"u\":{\"l\":\"z\"}}\n{\"id\":1,\"n\":null}\n")
        request.choice.list = "/nowhere"
        #expect(text(request, .csv) == nil)
    }

    @Test func viewsShowTheChosenListAndSortItByItsTitle() throws {
        let store = store(rows)
        let all = try #require(
            store.table(TableRequest(task: id, order: nil, range: 0..<9, choice: TableChoice(list: "/x/rows"))))
        #expect(all.pointer == "/x/rows" && all.found == ["id", "n", "u.l"] && all.heads.map(\.title) == all.found)
        let chosen = TableChoice(list: "/x/rows", columns: ["u.l", "id"])
        let some = try #require(
            store.table(TableRequest(task: id, order: JSONTableOrder(column: 1), range: 0..<9, choice: chosen)))
        #expect(some.heads.map(\.title) == ["u.l", "id"] && some.lines.map(\.place) == [1, 0] && some.found == all.found)
        let missing = store.table(TableRequest(task: id, order: nil, range: 0..<9, choice: TableChoice(list: "/x")))
        #expect(missing?.pointer == nil && missing?.total == 0)
    }

    // MARK: The file

    private func written(_ order: ExportOrder, _ bodies: BodyStore, stopping: Bool = false) async -> ExportEnd? {
        let inbox = Inbox()
        let runner = OutsideRunner(
            bodies: bodies, inbox: inbox, environment: [:], program: ExternalProgram(terminal: nil, environment: [:]) {})
        runner.export(order)
        if stopping { runner.stopExport() }
        while true {
            for event in await inbox.batch() {
                if case .outside(.exported(_, let end)) = event { return end }
            }
        }
    }

    @Test func aFileIsWrittenWholeAndNotTwice() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "explorer-table-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let many = "[" + (1...30_000).map { #"{"id": \#($0), "name": "row \#($0) of a long list"}"# }.joined(separator: ",") + "]"
        var order = ExportOrder(
            table: .body(TableRequest(task: id, order: JSONTableOrder(column: 0, isDescending: true), range: 0..<0)),
            format: .csv, path: path, overwrites: false)
        let bodies = store(many)
        let end = await written(order, bodies)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 30_001 && lines[1] == "30000,row 30000 of a long list" && lines.last == "1,row 1 of a long list")
        #expect(end == .written(path: path, rows: 30_000, bytes: text.utf8.count))
        #expect(await written(order, bodies) == .exists)
        order.overwrites = true
        order.format = .jsonLines
        order.table = .body(TableRequest(task: id, order: nil, range: 0..<0))
        guard case .written = await written(order, bodies) else {
            Issue.record("not written")
            return
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("{\"id\":1,"))
    }

    @Test func aTextThatIsMadeAlreadyIsWrittenAsItIs() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "explorer-tasks-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = "number,state\r\n1,failed\r\n"
        let order = ExportOrder(table: .text(Array(text.utf8), rows: 1), format: .csv, path: path, overwrites: false)
        #expect(await written(order, store("[]")) == .written(path: path, rows: 1, bytes: text.utf8.count))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(await written(order, store("[]")) == .exists)
    }

    @Test func whatWasStoppedLeavesNoFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-table-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let many = "[" + (1...200_000).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
        let order = ExportOrder(
            table: .body(TableRequest(task: id, order: nil, range: 0..<0)), format: .csv,
            path: folder.appending(path: "a.csv").path, overwrites: false)
        #expect(await written(order, store(many), stopping: true) == .stopped)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
