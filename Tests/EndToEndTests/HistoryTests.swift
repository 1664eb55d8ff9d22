// `explorer history`: what the commands have sent is there, without its secrets, and only what may be.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct HistoryTests {
    private let home: TemporaryFolder
    private let server: FaultServer
    private static let secret = "t0ken-of-the-test"

    init() throws {
        home = try TemporaryFolder()
        // Sends back what it was sent.
        server = try FaultServer { request in
            if request.target.hasPrefix("/missing") { return .answer(404, body: "no such thing") }
            if request.target.hasPrefix("/cut") { return .wrongLength(announced: 99, body: "half") }
            let sent = request.fields.first { $0.name.lowercased() == "authorization" }?.value ?? "nothing"
            return .answer(body: "you sent \(sent) to \(request.target)")
        }
    }

    private func run(_ arguments: String..., variables: [String: String] = [:]) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }.merging(variables) { $1 }
        return try await ChildProcess.run(try ExplorerProgram.path(), arguments, environment: environment)
    }

    private func send(_ path: String, _ more: String..., variables: [String: String] = [:]) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }.merging(variables) { $1 }
        return try await ChildProcess.run(
            try ExplorerProgram.path(), ["send", "GET", server.url(path)] + more, environment: environment)
    }

    /// The history as JSON.
    private func entries(_ arguments: String...) async throws -> [[String: Any]] {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["history", "--format", "json"] + arguments, environment: environment)
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [[String: Any]])
    }

    @Test func whatWasSentIsListedShownAndDeleted() async throws {
        #expect(try await entries().isEmpty)
        let echo = try await send("/echo?page=2&token=query-secret", "-H", "Authorization: Bearer \(Self.secret)")
        #expect(echo.code == 0 && echo.text.contains(Self.secret))
        #expect(try await send("/missing").code == 4)
        #expect(try await send("/cut").code == 6)
        let all = try await entries()
        #expect(all.map { $0["status"] as? Int } == [200, 404, 200])
        #expect(all.map { $0["state"] as? String } == ["failed", "failed", "succeeded"])
        #expect(all[2]["url"] as? String == server.url("/echo") + "?page=2&token=••••••")
        #expect(try await entries("--search", "missing").count == 1)
        #expect(try await entries("--search", "sent nothing", "--bodies").isEmpty)
        #expect(try await entries("--status", "4xx").count == 1)
        #expect(try await entries("--limit", "2").count == 2)
        #expect(try await entries("--api", "shop").isEmpty)

        let id = try #require(all[2]["id"] as? String)
        let body = try await run("history", "show", String(id.prefix(10)), "--body")
        #expect(body.text == "you sent Bearer •••••• to /echo?page=2&token=••••••")
        let story = try await run("history", "show", id)
        #expect(story.text.contains("Authorization: ••••••") && story.text.contains("HTTP/1.1 200"), "\(story.text)")
        let whole = try await run("history", "show", id, "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(whole.text.utf8)) as? [String: Any])
        #expect(((object["response"] as? [String: Any])?["body"] as? [String: Any])?["text"] as? String == body.text)
        #expect(object["timings"] is [Any] && object["trail"] is [String: Any])
        let text = try await run("history")
        #expect(text.lines.count == 3 && text.lines[0].split(separator: "\t").count == 6, "\(text.text)")

        let file = home.path(".local/share/explorer/history.sqlite")
        for name in [file, file + "-wal"] {
            guard let data = FileManager.default.contents(atPath: name) else { continue }
            for secret in [Self.secret, "query-secret"] {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(name) has \(secret)")
            }
        }
        #expect(try await run("history", "delete", String(id.prefix(8))).errors.contains("1 entry deleted"))
        #expect(try await run("history", "show", id).code == 66)
        #expect(try await run("history", "delete", "--all").code == 64)
        #expect(try await run("history", "delete", "--all", "--yes").errors.contains("2 entries deleted"))
        #expect(try await entries().isEmpty)
    }

    @Test func nothingIsWrittenWhereNothingMayBe() async throws {
        let off = try await send("/echo", variables: ["EXPLORER_HISTORY": "off"])
        #expect(off.code == 0)
        #expect(!FileManager.default.fileExists(atPath: home.path(".local/share/explorer")))
        try home.file(
            "httpbin.json", try [UInt8](Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json")))))
        try home.file(
            "explorer.yaml",
            Array(
                """
                apis:
                  shop:
                    description: ./httpbin.json
                    environments: { release: ["\(server.url())"], secret: ["\(server.url())"] }
                    persist: { environments: { secret: false }, endpoints: { uuid: false } }
                """.utf8))
        let workspace = home.path("explorer.yaml")
        for arguments in [["uuid"], ["gzip", "--env", "secret"], ["gzip"]] {
            let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
            let result = try await ChildProcess.run(
                try ExplorerProgram.path(), ["send", workspace] + arguments, environment: environment)
            #expect(result.code == 0, "\(result.errors)")
        }
        let all = try await entries()
        #expect(all.count == 1)
        #expect(all.first?["api"] as? String == "shop" && all.first?["environment"] as? String == "release")
        #expect(all.first?["workspace"] as? String == workspace && all.first?["endpoint"] as? String == "gzip")
    }

    @Test func groupsAndPagesAreEntriesToo() async throws {
        let result = try await run("run", ExplorerProgram.fixture("httpbin.json"), "uuid", "gzip", "--base", server.url())
        #expect(result.code == 0, "\(result.errors)")
        let all = try await entries()
        #expect(Set(all.map { $0["endpoint"] as? String }) == ["uuid", "gzip"])
        #expect(Set(all.map { $0["group"] as? String }).count == 1 && all.first?["group"] is String)
    }

    @Test func aDamagedFileIsSetAsideAndTheRequestGoesOut() async throws {
        try FileManager.default.createDirectory(atPath: home.path(".local/share/explorer"), withIntermediateDirectories: true)
        try home.file(".local/share/explorer/history.sqlite", Array("no database at all, but longer than a few bytes".utf8))
        let result = try await send("/echo")
        #expect(result.code == 0 && result.errors.contains("The history was damaged"), "\(result.errors)")
        #expect(try await entries().count == 1)
    }
}
