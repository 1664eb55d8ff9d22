// An archive that becomes rows and bodies: our own read back byte for byte, large ones, and files that are none.

import Foundation
import RequestFiles
import TestSupport
import Testing

@testable import NetLayer
@testable import Runtime
@testable import Screen
@testable import Workbench

@Suite(.within(minutes: 2))
struct ArchiveReadingTests {
    private let folder: TemporaryFolder
    private let inbox = Inbox()
    private let bodies = BodyStore()

    init() throws { folder = try TemporaryFolder() }

    /// Reads the archive; returns what is said at the end, and the answers by task.
    private func open(_ path: String, count: Int, _ client: NetClient) async throws -> (ArchiveOpened, [TaskID: Answer]) {
        let runner = EffectRunner(client: client, inbox: inbox, bodies: bodies)
        let endpoints = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "request \($0)") })
        runner.perform(.engine(.openArchive(ArchiveOpening(path: path, endpoints: endpoints))))
        var answers: [TaskID: Answer] = [:]
        while true {
            for event in await inbox.batch() {
                if case .engine(.answered(let answer)) = event { answers[answer.task] = answer }
                if case .engine(.openedArchive(let opened)) = event { return (opened, answers) }
            }
        }
    }

    static let samples: [(path: String, type: String, body: [UInt8])] = [
        ("/text", "text/plain; charset=utf-8", Array("line 1\r\nline 2 é\u{7f}\n".utf8)),
        ("/binary", "application/octet-stream", (0...255).map { UInt8($0) }),
        ("/empty", "application/json", []),
        ("/json", "application/json", Array(#"[{"id": 7, "big": 1e400, "text": "\"é\u0000"}, null]"#.utf8)),
        ("/latin", "text/html; charset=iso-8859-1", [0x3c, 0x70, 0x3e, 0xe9]),
    ]

    /// The tasks are written by `:save`, and the archive is opened by another run of the program.
    @Test func ourOwnArchiveHasTheSameBodies() async throws {
        let pool = ServicePool([Service(name: "one", baseURL: URI("http://one.example"))])
        let client = NetClient(
            transport: ScriptedTransport { request in
                let sample = Self.samples.first { $0.path == request.url.path }
                return ScriptedTransport.Step.answer(
                    sample == nil ? 404 : 200, headers: ["Content-Type": sample?.type ?? "text/plain"], body: sample?.body ?? [])
            })
        var rows: [TaskRow] = []
        for path in Self.samples.map(\.path) + ["/missing"] {
            let handle = client.dispatch(Endpoint(RequestPlan(id: path, title: path, path: path)), on: pool)
            let outcome = await handle.outcomeOfTest
            _ = bodies.keep(outcome, BodyContent(outcome), for: handle.id)
            rows.append(try #require(client.row(of: handle.id)))
        }
        let path = folder.path("a.har")
        let outside = OutsideRunner(
            bodies: bodies, inbox: inbox, environment: ["HOME": folder.path],
            program: ExternalProgram(terminal: nil, environment: [:]) {})
        outside.archive(ArchiveOrder(tasks: Set(rows.map(\.id)), leftOut: 0, rows: rows, path: path, overwrites: false))
        #expect(await eventually { inbox.drain().contains { if case .outside(.archived) = $0 { true } else { false } } })

        let later = NetClient(transport: ScriptedTransport { _ in [] })
        let (opened, answers) = try await open(path, count: rows.count, later)
        #expect(opened == ArchiveOpened(path: path, tasks: rows.count))
        let again = later.snapshot().ended
        #expect(again.map(\.id.number) == Array(1...UInt64(rows.count)))
        #expect(again.map(\.info.title) == rows.map { $0.requests[0].url.path })
        #expect(again.map(\.state) == rows.map(\.state) && again.map(\.status) == rows.map(\.status))
        #expect(again.map(\.errorKind) == rows.map(\.errorKind))
        for (row, sample) in zip(again, Self.samples) {
            #expect(bodies.bytes(of: row.id)?.array == sample.body, "\(sample.path)")
            #expect(answers[row.id]?.bytes == sample.body.count && answers[row.id]?.failure == nil, "\(sample.path)")
            #expect(row.exchanges.first?.head?.headers["Content-Type"] == sample.type)
        }
        #expect(answers[again[0].id]?.kind == .text && answers[again[3].id]?.kind == .json)
        #expect(later.liveCount == 0)
    }

    @Test func aLargeArchiveIsReadAsWell() async throws {
        let megabytes = Thoroughness.count(6, nightly: 50)
        let entry = { (number: Int) in
            #"{"startedDateTime": "2026-11-22T10:00:00Z", "request": {"method": "GET", "url": "http://x.example/\#(number)"}, "#
                + #""response": {"status": 200, "content": {"text": ""# + String(repeating: "x", count: 1 << 20) + #""}}}"#
        }
        let text = #"{"log": {"entries": ["# + (0..<megabytes).map(entry).joined(separator: ",") + "]}}"
        let path = try folder.file("large.har", text)
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        let (opened, answers) = try await open(path, count: megabytes, client)
        #expect(opened.tasks == megabytes && answers.count == megabytes)
        #expect(answers.values.allSatisfy { $0.bytes == 1 << 20 && $0.kind == .text })
        let titles = client.snapshot().ended.map(\.info.title)
        #expect(titles == (0..<megabytes).map { "/\($0)" })
    }

    @Test func whatHasNoBodyIsAnsweredToo() async throws {
        let entries = #"""
            {"request": {"method": "GET", "url": "http://x.example/0"}, "response": {"status": 0, "_error": "net::ERR_FAILED"}},
            {"request": {"method": "GET", "url": "http://x.example/1"}, "response": {"status": 200, "content": {"size": 9}}},
            {"request": {"method": "GET", "url": "wss://x.example/2"}, "response": {"status": 101}}
            """#
        let path = try folder.file("a.har", #"{"log": {"entries": [\#(entries)]}}"#)
        let client = NetClient(transport: ScriptedTransport { _ in [] })
        let (opened, answers) = try await open(path, count: 3, client)
        #expect(opened == ArchiveOpened(path: path, tasks: 2, webSockets: 1))
        let ids = client.snapshot().ended.map(\.id)
        #expect(answers[ids[0]]?.head == nil && answers[ids[0]]?.failure?.detail == "net::ERR_FAILED")
        #expect(answers[ids[1]]?.head?.status == 200 && answers[ids[1]]?.failure?.title == "The body is not in the archive")
        #expect(ids.allSatisfy { bodies.bytes(of: $0) == nil }, "an archive of them does not claim that the body was empty")
    }

    @Test func whatIsNoArchiveSaysSo() async throws {
        let path = try folder.file("a.har", "no JSON")
        let (opened, answers) = try await open(path, count: 1, NetClient(transport: ScriptedTransport { _ in [] }))
        #expect(opened.failure?.title == "\(path) cannot be read" && opened.tasks == 0 && answers.isEmpty)
    }
}

extension Handle where Response == RawResponse {
    /// The response, whatever its status.
    fileprivate var outcomeOfTest: RawResponse {
        get async {
            do throws(NetError) {
                return try await value
            } catch {
                return error.response ?? RawResponse(head: ResponseHead(status: 0), body: [], url: URI(""))
            }
        }
    }
}
