// `explorer history`: what the commands have sent is there, without its secrets, and only what may be.

import Document
import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct HistoryTests {
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
        return try await ExplorerProgram.command(arguments, environment: environment)
    }

    private func send(_ path: String, _ more: String..., variables: [String: String] = [:]) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }.merging(variables) { $1 }
        return try await ExplorerProgram.command(["send", "GET", server.url(path)] + more, environment: environment)
    }

    /// The history as JSON.
    private func entries(_ arguments: String...) async throws -> [[String: Any]] {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
        let result = try await ExplorerProgram.command(["history", "--format", "json"] + arguments, environment: environment)
        #expect(result.code == 0, "\(result.errors)")
        return try #require(JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [[String: Any]])
    }

    /// Writes a workspace whose one API, `shop`, is httpbin's.
    /// - Parameter members: lines of the API.
    /// - Returns: its path.
    private func shop(_ members: String...) throws -> String {
        let description = try Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json")))
        try home.file("httpbin.json", [UInt8](description))
        let lines = ["apis:", "  shop:"] + (["description: ./httpbin.json"] + members).map { "    \($0)" }
        try home.file("explorer.yaml", Array(lines.joined(separator: "\n").utf8))
        return home.path("explorer.yaml")
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
        #expect(try await entries("--search", "status:404 or url:nowhere").count == 1)
        #expect(try await entries("--search", "!status:404 header:authorization").count == 1)
        let wrong = try await run("history", "--search", "missing time:1s")
        #expect(wrong.code == 64 && wrong.errors.contains("--search, character 9: time: takes a comparison"), "\(wrong.errors)")
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

    @Test func entriesAreExportedAsAnArchive() async throws {
        let none = try await run("history", "export")
        #expect(none.code == 0 && none.text.contains(#""entries": []"#) && none.errors.contains("0 entries written"))
        #expect(try await send("/echo?token=query-secret", "-H", "Authorization: Bearer \(Self.secret)").code == 0)
        #expect(try await send("/missing").code == 4)
        let all = try await run("history", "export", "--format", "har")
        #expect(all.code == 0 && all.errors.contains("2 entries written"), "\(all.errors)")
        #expect(!all.text.contains(Self.secret) && !all.text.contains("query-secret"))
        let entries = try #require(try JSONDocument(Array(all.text.utf8)).root.resolve(pointer: "/log/entries"))
        #expect(entries.elements.map { $0.resolve(pointer: "/response/status")?.int } == [200, 404])
        let echo = try #require(entries[0])
        #expect(echo.resolve(pointer: "/request/url")?.string == server.url("/echo") + "?token=••••••")
        #expect(
            echo.resolve(pointer: "/response/content/text")?.string == "you sent Bearer •••••• to /echo?token=••••••")
        #expect(echo["serverIPAddress"]?.string == "127.0.0.1")
        #expect((echo["time"]?.double ?? 0) > 0)

        let file = home.path("missing.har")
        let one = try await run("history", "export", "--status", "404", "--limit", "1", "-o", file)
        #expect(one.code == 0 && one.text.isEmpty && one.errors.contains("1 entry written"), "\(one.errors)")
        #expect(try await run("list", file).text.contains("/missing"))
        #expect(try await run("history", "export", "--limit", "-1").code == 64)
        #expect(try await run("history", "export", "-o", home.path("no/folder/a.har")).code == 74)
    }

    private func newest() async throws -> String { try #require(try await entries("--limit", "1").first?["id"] as? String) }

    @Test func aRequestIsSentAgainAsItWas() async throws {
        let post = try await run("send", "POST", server.url("/echo?n=1"), "-d", #"{"a":1}"#, "-H", "X-Kind: small")
        #expect(post.code == 0)
        let id = try await newest()
        let dry = try await run("history", "resend", id, "--dry-run")
        #expect(dry.code == 0 && dry.lines.contains("POST \(server.url("/echo?n=1"))"), "\(dry.text)\(dry.errors)")
        #expect(dry.lines.contains("X-Kind: small") && dry.lines.contains(#"{"a":1}"#))
        #expect(try await entries().count == 1)
        let file = home.path("answer")
        let again = try await run("history", "resend", String(id.prefix(10)), "-i", "-o", file)
        #expect(again.code == 0 && again.text.hasPrefix("HTTP/1.1 200"), "\(again.text)\(again.errors)")
        #expect(FileManager.default.contents(atPath: file) == Data("you sent nothing to /echo?n=1".utf8))
        let all = try await entries()
        #expect(all.count == 2 && all[0]["method"] as? String == "POST" && all[0]["url"] as? String == all[1]["url"] as? String)
        let request = try await run("history", "show", try await newest(), "--format", "json")
        #expect(request.text.contains("X-Kind: small") && request.text.contains(#"{\"a\":1}"#), "\(request.text)")

        #expect(try await send("/missing").code == 4)
        #expect(try await run("history", "resend", try await newest()).code == 4)
        #expect(try await run("history", "resend", "ffffffff").code == 66)
        #expect(try await run("history", "resend", "no-id").code == 64)
        #expect(try await run("history", "resend", id, "--env", "x").code == 64)
    }

    @Test func aSecretIsProvedAnewOrNothingIsSent() async throws {
        #expect(try await send("/echo", "-H", "Authorization: Bearer \(Self.secret)").code == 0)
        let id = try await newest()
        let refused = try await run("history", "resend", id)
        #expect(refused.code == 64 && refused.errors.contains("Add -H 'Authorization: …'"), "\(refused.errors)")
        let given = try await run("history", "resend", id, "-H", "Authorization: Bearer other")
        #expect(given.code == 0 && given.text == "you sent Bearer other to /echo", "\(given.errors)")
        #expect(try await send("/echo?token=query-secret").code == 0)
        let query = try await run("history", "resend", try await newest())
        #expect(query.code == 64 && query.errors.contains("Its URL had a secret"), "\(query.errors)")
        #expect(try await entries().count == 3)
    }

    /// The workspace has the credential; one that is not trusted proves nothing, and nothing is sent.
    @Test func theWorkspaceOfAnEntryProvesWhoAsks() async throws {
        let auth = #"auth: { bearer: "${env:SHOP_TOKEN}" }"#
        let environments = #"environments: { first: ["http://127.0.0.1:9"], test: ["\#(server.url())"] }"#
        let workspace = try shop(environments, auth)
        let token = ["SHOP_TOKEN": Self.secret]
        #expect(try await run("trust", workspace, variables: token).code == 0)
        let sent = try await run("send", workspace, "uuid", "--env", "test", variables: token)
        #expect(sent.code == 0 && sent.text == "you sent Bearer \(Self.secret) to /uuid", "\(sent.text)\(sent.errors)")
        let id = try await newest()
        let again = try await run("history", "resend", id, variables: ["SHOP_TOKEN": "renewed"])
        #expect(again.code == 0 && again.text == "you sent Bearer renewed to /uuid", "\(again.text)\(again.errors)")
        let entry = try #require(try await entries("--limit", "1").first)
        #expect(entry["api"] as? String == "shop" && entry["environment"] as? String == "test")
        #expect(entry["workspace"] as? String == workspace && entry["endpoint"] as? String == "uuid")
        let unset = try await run("history", "resend", id)
        #expect(
            unset.code == 64 && unset.errors.contains("explorer send \(workspace) uuid --api shop --env test"), "\(unset.errors)")
        _ = try shop(environments, auth, "network: { insecure: true }")
        let changed = try await run("history", "resend", id, variables: token)
        #expect(changed.code == 65 && changed.errors.contains("is not trusted with this"), "\(changed.errors)")
        #expect(try await entries().count == 2)
    }

    @Test func nothingIsWrittenWhereNothingMayBe() async throws {
        let off = try await send("/echo", variables: ["EXPLORER_HISTORY": "off"])
        #expect(off.code == 0)
        #expect(!FileManager.default.fileExists(atPath: home.path(".local/share/explorer")))
        let workspace = try shop(
            #"environments: { release: ["\#(server.url())"], secret: ["\#(server.url())"] }"#,
            "persist: { environments: { secret: false }, endpoints: { uuid: false } }")
        for arguments in [["uuid"], ["gzip", "--env", "secret"], ["gzip"]] {
            let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
            let result = try await ExplorerProgram.command(["send", workspace] + arguments, environment: environment)
            #expect(result.code == 0, "\(result.errors)")
        }
        let all = try await entries()
        #expect(all.count == 1)
        #expect(all.first?["api"] as? String == "shop" && all.first?["environment"] as? String == "release")
        #expect(all.first?["workspace"] as? String == workspace && all.first?["endpoint"] as? String == "gzip")
    }

    @Test func savedRequestsAreKeptOutByTheirNamesAndRunAgainByThem() async throws {
        let workspace = try shop(
            #"environments: { release: ["\#(server.url())"] }"#,
            "requests: { mine: { endpoint: uuid }, own: { url: /echo }, code: { url: \"/echo?token=x\" } }",
            "persist: { endpoints: { mine: false, own: false } }")
        let silent = try await run("run", workspace, "mine", "own")
        #expect(silent.code == 0 && !silent.errors.contains("no endpoint"), "\(silent.errors)")
        #expect(try await entries().isEmpty)
        #expect(try await run("run", workspace, "code").code == 0)
        let again = try await run("history", "resend", try await newest())
        #expect(again.code == 64 && again.errors.contains("explorer run \(workspace) code --api shop"), "\(again.errors)")
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
