// Stored responses are held against their description: within a budget, stream by record, and never without a body.

import Catalog
import Document
import NetLayer
import TestSupport
import Testing
import Workbench

@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1))
struct ContractRunnerTests {
    private let inbox = Inbox()
    private let bodies = BodyStore()

    private static let description = #"""
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
          "/items": {"get": {"operationId": "list", "responses": {"200": {"description": "", "content": {
            "application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}},
            "application/x-ndjson": {"schema": {"$ref": "#/components/schemas/Item"}},
            "text/event-stream": {"schema": {"$ref": "#/components/schemas/Item"}},
            "text/csv": {"schema": {"type": "string"}}}}}}},
          "/silent": {"get": {"operationId": "silent", "responses": {"200": {"description": ""}}}}},
         "components": {"schemas": {"Item": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}}}
        """#

    private func book() throws -> ContractBook {
        ContractBook(try APIDescription.parse(Array(Self.description.utf8), source: "t.json", base: nil))
    }

    private func head(_ type: String) -> ResponseHead {
        ResponseHead(status: 200, headers: Headers([HeaderField("Content-Type", type)]))
    }

    private func keep(_ text: String, _ type: String, isPart: Bool = false) {
        let content = BodyContent(Bytes(Array(text.utf8)), head(type), isPart: isPart)
        _ = bodies.keep(Bytes(Array(text.utf8)), content, for: TaskID(1))
    }

    /// The report on the stored body.
    private func held(
        _ type: String, endpoint: String = "list", isEmpty: Bool = false, limits: ContractLimits = .contract
    ) async throws -> HeldResponse {
        let runner = ContractRunner(bodies: bodies, inbox: inbox, limits: limits)
        let book = try book()
        runner.hold(ContractQuestion(task: TaskID(1), endpoint: endpoint, book: book, head: head(type), isEmpty: isEmpty))
        var found: [HeldResponse] = []
        #expect(
            await eventually {
                found += inbox.drain().compactMap { if case .body(.held(let held)) = $0 { held } else { nil } }
                return !found.isEmpty
            })
        return try #require(found.last)
    }

    private func report(_ type: String, limits: ContractLimits = .contract) async throws -> ContractReport {
        try #require(try await held(type, limits: limits).report)
    }

    @Test func aListIsCheckedWithTheStoredDocument() async throws {
        keep(#"[{"id": 1}, {"id": "2"}, {}]"#, "application/json")
        let held = try await held("application/json")
        let report = try #require(held.report)
        #expect(report.mismatches.map(\.place) == ["/1/id", "/2"])
        #expect(report.mismatches.allSatisfy { $0.line != nil && $0.rule.pointer.hasPrefix("/components/schemas/Item") })
        // The places of the values in the text, for signs.
        let document = try #require(bodies.document(of: TaskID(1)))
        let offsets = ["/1/id", "/2"].compactMap { document.root.resolve(pointer: $0)?.byteRange.lowerBound }
        #expect(held.offsets == offsets && offsets.count == 2)
        let node = try #require(document.root.resolve(pointer: "/1/id")?.id)
        #expect(held.containers[node] == document.ancestors(of: node))
    }

    @Test func anExhaustedBudgetIsReported() async throws {
        keep("[" + Array(repeating: #"{"id": 1}"#, count: 500).joined(separator: ",") + "]", "application/json")
        let report = try await report("application/json", limits: ContractLimits(steps: 20))
        #expect(report.stop == .steps && report.fits)
        guard case .unchecked(let reason) = report.status else { return #expect(Bool(false)) }
        #expect(reason == "the body is too large to be checked whole")
    }

    @Test func aBodyThatIsGoneIsNotChecked() async throws {
        let report = try await report("application/json")
        #expect(report.status == .unchecked("the body is no longer stored"))
    }

    @Test func anIncompleteBodyIsNotChecked() async throws {
        keep(#"[{"id": "1"}, {"#, "application/json", isPart: true)
        #expect(try await report("application/json").status == .unchecked("the response is incomplete"))
    }

    @Test func recordsAreCheckedOneByOne() async throws {
        keep("{\"id\": 1}\n{\"id\": true}\n{\"id\": 3}\n", "application/x-ndjson")
        #expect(try await report("application/x-ndjson").mismatches.map(\.place) == ["/1/id"])
    }

    /// A stream ends by being cancelled; what has arrived is checked all the same.
    @Test func theDataOfEventsIsChecked() async throws {
        keep("data: {\"id\": 1}\n\ndata: {\"id\": \"x\"}\n\ndata: [DONE]\n\ndata: {\"i", "text/event-stream", isPart: true)
        let report = try await report("text/event-stream")
        #expect(report.mismatches.map(\.place) == ["/1/data/id"])
    }

    @Test func aSchemaOfTextSaysNothingOfRows() async throws {
        keep("id,name\n1,lamp\n", "text/csv")
        let report = try await report("text/csv")
        #expect(report.status == .noSchema)
    }

    @Test func textInPlaceOfJSONDiffers() async throws {
        keep("<html>", "application/json")
        #expect(try await report("application/json").mismatches.map(\.message) == ["must be JSON"])
    }

    @Test func anOperationWithoutSchemasReadsNoBody() async throws {
        #expect(try await held("application/json", endpoint: "silent").report?.status == .noSchema)
        #expect(try await held("application/json", endpoint: "unknown").report == nil)
    }

    @Test func theBookKnowsWhatIsDescribed() throws {
        let book = try book()
        #expect(book.describesResponses(of: "list") && book.describesResponses(of: "silent") && !book.describesResponses(of: "x"))
        #expect(try book == book && book != self.book())
    }

    // MARK: Lines

    @Test func linesOfABodyKnowTheirPlaces() throws {
        let text = "{\"a\": 1,\n \"b\": [2]}"
        keep(text, "application/json")
        let raw = try #require(bodies.window(TaskID(1), .raw, 0..<9))
        #expect(raw.places.count == raw.lines.count && raw.places.first?.lowerBound == 0)
        #expect(raw.places[1].contains(text.utf8.count - 3))
        let pretty = try #require(bodies.window(TaskID(1), .pretty, 0..<9))
        let offset = try #require(bodies.document(of: TaskID(1))?.root.resolve(pointer: "/b/0")?.byteRange.lowerBound)
        let line = try #require(pretty.places.firstIndex { $0.contains(offset) })
        #expect(pretty.lines[line].contains("2"))
    }
}
