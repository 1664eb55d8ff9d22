// `explorer run`: a group of requests for scripts: a line of each, the worst exit code, events that tell of the group.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct RunTests {
    private static let fixture = ExplorerProgram.fixture("httpbin.json")

    /// Answers `/status/N` with that status, cuts `/gzip` off, hangs on `/drip`, and echoes the rest.
    private static func server() throws -> FaultServer {
        try FaultServer { request in
            let path = request.target.split(separator: "?").first.map(String.init) ?? ""
            if path.hasPrefix("/status/") { return .answer(Int(path.dropFirst(8)) ?? 500, body: "1234567") }
            switch path {
            case "/gzip": return .wrongLength(announced: 9, body: "half")
            case "/drip": return .hang
            default: return .answer(body: request.target)
            }
        }
    }

    private static func run(_ server: FaultServer, _ arguments: String...) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(
            ["run", fixture] + arguments + ["--base", server.url()],
            environment: ExplorerProgram.environment)
    }

    private static func fields(_ line: String) -> [String] {
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(
        "the exit code is that of the request that went worst",
        arguments: [
            (["uuid", "GET /status/204"], 0), (["uuid", "GET /status/404", "uuid"], 4),
            (["GET /status/404", "GET /status/503"], 5),
            (["GET /status/503", "GET /status/404"], 5), (["gzip", "GET /status/503", "uuid"], 6),
            (["GET /status/404", "gzip"], 6),
        ] as [([String], Int32)])
    func theWorstExitCode(_ endpoints: [String], _ code: Int32) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.command(
            ["run", Self.fixture] + endpoints + ["--base", server.url()],
            environment: ExplorerProgram.environment)
        #expect(result.code == code, "\(result.text) \(result.errors)")
        #expect(result.lines.count == endpoints.count)
        #expect(server.counts.requests.count == endpoints.count)
    }

    @Test func aLineOfEachInTheOrderOfTheArguments() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(server, "GET /status/404", "uuid", "gzip")
        let lines = result.lines.map(Self.fields)
        #expect(
            lines.map { [$0[0], $0[1], $0[4]] } == [
                ["failed", "404", "GET /status/404"], ["succeeded", "200", "GET /uuid"], ["failed", "200", "GET /gzip"],
            ])
        #expect(lines.allSatisfy { $0.count == 5 && Double($0[2]) != nil && (Int($0[3]) ?? 0) > 0 })
        let refused = try await ExplorerProgram.run("run", Self.fixture, "uuid", "--base", "http://127.0.0.1:1")
        #expect(refused.code == 6 && refused.lines.map(Self.fields).first?[1] == "connect")
        #expect(refused.errors.hasPrefix("explorer: GET /uuid: "), "why there is no response")
    }

    @Test func valuesAreOfOneEndpointOrOfAllThatHaveThem() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(
            server, "status", "GET /status/{codes}", "uuid", "-p", "status.codes=404", "-p", "GET /status/{codes}.codes=204")
        #expect(
            result.code == 4 && result.lines.map { Self.fields($0)[1] } == ["404", "204", "200"],
            "\(result.text) \(result.errors)")
        let all = try await Self.run(server, "status", "status", "uuid", "-p", "codes=201")
        #expect(all.code == 0 && all.lines.map { Self.fields($0)[1] } == ["201", "201", "200"])
    }

    @Test func whatIsTypedWrongSendsNothing() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let cases: [([String], String)] = [
            (["uuid", "no-such"], "no endpoint is called 'no-such'\n  'explorer list' shows all endpoints"),
            (["uuid", "status"], "-p status.codes=…"),
            (["uuid", "-p", "codes=1"], "'codes' is not a parameter"),
            (["uuid", "-p", "uuid.codes=1"], "uuid has no parameter 'codes'"),
            (["uuid", "-p", "=geheim"], "NAME=VALUE"), (["uuid", "--concurrency", "0"], "--concurrency"), ([], "endpoints"),
            (["uuid", "post"], "body: "),
        ]
        for (arguments, complaint) in cases {
            let result = try await ExplorerProgram.command(
                ["run", Self.fixture] + arguments + ["--base", server.url()],
                environment: ExplorerProgram.environment)
            #expect(result.code == 64 && result.output.isEmpty, "\(arguments)")
            #expect(result.errors.contains(complaint) && !result.errors.contains("geheim"), "\(result.errors)")
        }
        #expect(server.counts.requests.isEmpty)
        let byHand = try await ExplorerProgram.run("run", "GET", server.url())
        #expect(byHand.code == 64 && byHand.errors.contains("'explorer send GET URL'"), "\(byHand.errors)")
    }

    @Test func theFirstFailureCancelsTheRest() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(server, "drip", "GET /status/500", "drip", "-p", "duration=1", "--fail-fast")
        #expect(result.code == 5, "\(result.errors)")
        #expect(result.lines.map { Self.fields($0)[0] } == ["cancelled", "failed", "cancelled"])
        #expect(await eventually { server.counts.open == 0 })
    }

    @Test func noMoreThanAskedForRunAtOnce() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(server, "GET /status/500", "uuid", "uuid", "--concurrency", "1", "--fail-fast")
        #expect(result.code == 5 && server.counts.requests.count == 1, "who waits for a turn is not sent after a failure")
        #expect(result.lines.map { Self.fields($0)[1] } == ["500", "-", "-"])
    }

    @Test("an interrupt is seven", arguments: [SIGINT, SIGTERM]) func anInterruptIsSeven(_ signal: Int32) async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await ExplorerProgram.run(
            "run", Self.fixture, "drip", "uuid", "-p", "duration=1", "--base", server.url()
        ) { run in
            try #require(await eventually { server.counts.requests.count == 2 })
            run.child.signal(signal)
        }
        #expect(result.code == 7)
        #expect(Self.fields(result.lines.first ?? "").first == "cancelled")
        #expect(result.errors == "explorer: cancelled\n")
        #expect(await eventually { server.counts.open == 0 })
    }

    @Test func jsonIsOneArray() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(server, "uuid", "GET /status/404", "--format", "json")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
        #expect(rows.map { $0["endpoint"] as? String } == ["uuid", "status"])
        #expect(rows.map { $0["state"] as? String } == ["succeeded", "failed"])
        #expect(rows.map { $0["status"] as? Int } == [200, 404])
        #expect(rows.map { $0["title"] as? String } == ["/uuid", "/status/404"])
        #expect(rows[1]["error"] as? String == "status" && rows[1]["reason"] as? String == "the server answered 404")
        #expect(rows.allSatisfy { $0["ms"] is Double && ($0["bytes"] as? Int ?? 0) > 0 && $0["method"] as? String == "GET" })
    }

    @Test func eventsTellOfTheGroup() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let result = try await Self.run(server, "uuid", "GET /status/404", "--events")
        let events = try result.errors.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
        #expect(events.compactMap { $0["seq"] as? Int } == Array(1...events.count))
        let group = try #require(events.first)
        #expect(group["kind"] as? String == "group" && group["title"] as? String == "2 requests" && group["endpoint"] == nil)
        let id = try #require(group["task"] as? Int)
        let members = events.filter { $0["task"] as? Int != id }
        #expect(members.allSatisfy { $0["group"] as? Int == id && $0["kind"] == nil && $0["endpoint"] is String })
        let counts = events.filter { $0["event"] as? String == "member" }.compactMap { $0["members"] as? [String: Int] }
        #expect(counts.map { $0["ended"] } == [0, 1, 2] && counts.allSatisfy { $0["total"] == 2 } && counts.last?["failed"] == 1)
        let end = try #require(events.last)
        #expect(end["task"] as? Int == id && end["event"] as? String == "ended" && end["state"] as? String == "failed")
        #expect(end["reason"] as? String == "1 of 2 failed: the server answered 404")
    }
}
