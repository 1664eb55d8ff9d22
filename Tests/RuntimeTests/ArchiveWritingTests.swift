// Tasks that are written into an archive: those that were asked for, without a secret of any task, and never over another file.

import Document
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 1))
struct ArchiveWritingTests {
    private let folder: TemporaryFolder
    private let bodies = BodyStore()
    private let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])
    private static let secret = "s3cr3t-of-the-first"

    init() throws { folder = try TemporaryFolder() }

    /// The rows of requests to these paths, oldest first. The first request carries the secret.
    private func rows(_ paths: [String], answer: [UInt8]) async throws -> [TaskRow] {
        let client = NetClient(
            transport: ScriptedTransport { _ in
                ScriptedTransport.Step.answer(200, headers: ["Content-Type": "text/plain"], body: answer)
            })
        var rows: [TaskRow] = []
        for path in paths {
            var plan = RequestPlan(id: path, title: path, path: path)
            if rows.isEmpty { plan.headers = ["Authorization": "Bearer \(Self.secret)"] }
            let handle = client.dispatch(Endpoint(plan), on: pool)
            let response = try await handle.value
            _ = bodies.keep(response, BodyContent(response), for: handle.id)
            rows.append(try #require(client.row(of: handle.id)))
        }
        return rows
    }

    private func write(_ order: ArchiveOrder) async -> Result<SavedFile, SaveFailure> {
        let inbox = Inbox()
        let runner = OutsideRunner(
            bodies: bodies, inbox: inbox, environment: ["HOME": folder.path],
            program: ExternalProgram(terminal: nil, environment: [:]) {})
        runner.archive(order)
        while true {
            for event in await inbox.batch() {
                if case .outside(.archived(_, let result)) = event { return result }
            }
        }
    }

    private func order(_ rows: [TaskRow], tasks: [TaskRow]) -> ArchiveOrder {
        ArchiveOrder(tasks: Set(tasks.map(\.id)), leftOut: 0, rows: rows, path: "~/a.har", overwrites: false)
    }

    @Test func theChosenTasksAreWrittenAndNoSecretOfAnother() async throws {
        let rows = try await rows(["/first", "/second", "/third"], answer: Array("you once sent \(Self.secret)".utf8))
        let result = await write(order(rows, tasks: Array(rows[1...])))
        let text = try folder.text("a.har")
        #expect(result == .success(SavedFile(path: folder.path("a.har"), bytes: text.utf8.count)))
        #expect(!text.contains(Self.secret))
        let entries = try #require(try JSONDocument(Array(text.utf8)).root.resolve(pointer: "/log/entries"))
        #expect(
            entries.elements.map { $0.resolve(pointer: "/request/url")?.string } == [
                "http://one.example/second", "http://one.example/third",
            ])
        #expect(entries[0]?.resolve(pointer: "/response/status")?.int == 200)
        #expect(entries[0]?.resolve(pointer: "/response/content/text")?.string == "you once sent \(Secret.mask)")
    }

    /// The trace of the first request is gone, and with it the header field that held the secret.
    @Test func secretsOfDroppedTracesAreKnownToo() async throws {
        let rows = try await rows(["/first", "/second"], answer: Array("you once sent \(Self.secret)".utf8))
        var bare = rows[0]
        bare.dropTrace()
        var order = order([bare, rows[1]], tasks: [rows[1]])
        order.known.learn(rows[0])
        _ = await write(order)
        #expect(!(try folder.text("a.har")).contains(Self.secret))
    }

    @Test func ofABodyThatIsGoneOnlyTheReasonIsWritten() async throws {
        let rows = try await rows(["/first"], answer: [0xff, 0])
        bodies.remove(rows.map(\.id))
        _ = await write(order(rows, tasks: rows))
        let content = try JSONDocument(Array(folder.text("a.har").utf8)).root.resolve(pointer: "/log/entries/0/response/content")
        #expect(content?["comment"]?.string?.contains("to make room") == true && content?["text"]?.string == "")
    }

    @Test func aFileThatIsThereStays() async throws {
        let rows = try await rows(["/first"], answer: [0xff, 0])
        try folder.file("a.har", "mine")
        var order = order(rows, tasks: rows)
        #expect(await write(order) == .failure(.exists))
        #expect(try folder.text("a.har") == "mine")
        order.overwrites = true
        guard case .success = await write(order) else { return #expect(Bool(false), "it was not replaced") }
        let content = try JSONDocument(Array(folder.text("a.har").utf8)).root.resolve(pointer: "/log/entries/0/response/content")
        #expect(content?["text"]?.string == "/wA=" && content?["encoding"]?.string == "base64")
    }
}
