// Archives and other programs: haralyzer and mitmproxy open ours, and we open mitmproxy's, with equal bodies.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workbench

@Suite(.within(minutes: 3), .enabled(if: ArchivePrograms.arePresent, ArchivePrograms.whyAbsent))
struct HAROracleTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String]) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
        return try await ExplorerProgram.command(arguments, environment: environment)
    }

    static let samples: [(path: String, status: Int, type: String, body: [UInt8])] = [
        ("/json?page=2", 200, "application/json", Array(#"{"id": 7, "name": "Zażółć \"x\"", "list": [1, 2.50, null]}"#.utf8)),
        ("/text", 200, "text/plain; charset=utf-8", Array("line 1\r\nline 2 é\u{7f}\n".utf8)),
        ("/binary", 200, "application/octet-stream", (0...255).map { UInt8($0) }),
        ("/empty", 204, "application/json", []),
        ("/missing", 404, "text/html; charset=utf-8", Array("<p>no</p>".utf8)),
    ]

    /// What is written, and read by other programs, is what the server sent.
    @Test(arguments: ["haralyzer", "mitmproxy"]) func othersOpenOurs(_ program: String) async throws {
        let server = try FaultServer { request in
            guard let sample = Self.samples.first(where: { $0.path == request.target }) else { return .answer(500, body: "") }
            return .answer(sample.status, headers: [("Content-Type", sample.type)], body: sample.body)
        }
        defer { server.stop() }
        for sample in Self.samples {
            let sent = try await run(["send", "GET", server.url(sample.path)])
            #expect(sent.code == (sample.status == 404 ? 4 : 0), "\(sent.errors)")
        }
        // A request that gets no response.
        #expect(try await run(["send", "POST", "http://127.0.0.1:1/refused", "-d", #"{"a": 1}"#]).code != 0)
        let path = home.path("ours.har")
        let written = try await run(["history", "export", "-o", path])
        #expect(written.code == 0 && written.errors.contains("6 entries written"), "\(written.errors)")

        let read = try await ArchivePrograms.run(program, path, in: home)
        let expected = Self.samples.map { sample in
            ArchivePrograms.Exchange(
                method: "GET", url: server.url(sample.path), status: sample.status, body: Data(sample.body))
        }
        #expect(Array(read.dropLast()) == expected)
        #expect(read.last?.method == "POST" && read.last?.url == "http://127.0.0.1:1/refused" && read.last?.status == 0)
    }

    @Test func weOpenThatOfMitmproxy() async throws {
        let path = home.path("theirs.har")
        let flows = try await ArchivePrograms.run("write", path, in: home)
        #expect(flows.count == 6)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let description = try #require(try CollectionFiles.description(bytes, source: path, name: "theirs.har"))
        let listed = try await run(["list", path])
        #expect(listed.code == 0 && listed.text.contains("/json"), "\(listed.errors)")

        let endpoints = Dictionary(uniqueKeysWithValues: description.endpoints.map { ($0.index, $0.id) })
        let tasks = try ArchivedTasks(path, endpoints: endpoints)
        let read = tasks.numbers.compactMap { tasks.task($0, clientStart: .zero, now: .seconds(4_000_000_000)) }
        let ours = read.map { task in
            ArchivePrograms.Exchange(
                method: task.ended.info.method.rawValue, url: task.url.revealed, status: task.head?.status ?? 0,
                body: Data(task.body))
        }
        #expect(ours == flows)
        let posted = try #require(read.first { $0.ended.info.method == .post }?.ended.exchanges.first)
        #expect(posted.request.body == .bytes(Array(#"{"a": 1}"#.utf8)))
        #expect(posted.request.headers["authorization"] == "Bearer hunter22" && !"\(posted.request.headers)".contains("hunter22"))
        #expect(read.last?.failure?.detail == "connection refused")
        #expect(read[0].ended.endedAt - read[0].ended.openedAt > .milliseconds(29))
        #expect(read[0].ended.openedAt == .seconds(1_796_083_200))
    }
}
