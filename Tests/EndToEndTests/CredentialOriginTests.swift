// Secrets that are typed for one server and a description, a workspace or a response that names another: two real servers, the second of which
// must never see one without a word of the user's.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct CredentialOriginTests {
    private static let token = "geheim-7Q2x"

    /// The API's server, another one under another name, and a description of the first whose one operation is at the second.
    private final class Two {
        let home: FaultServer
        let other: FaultServer
        let folder: TemporaryFolder
        let description: String
        let environment: [String: String]

        init() throws {
            home = try FaultServer { request in
                if request.path == "/hop" {
                    return .redirect(307, to: "http://localhost:\(request.target.split(separator: "=").last ?? "")/echo")
                }
                return .answer(body: #"[{"id":1}]"#)
            }
            other = try FaultServer { _ in .answer(headers: [("Content-Type", "application/json")], body: #"[{"id":2}]"#) }
            folder = try TemporaryFolder()
            let key = #"{"name": "key", "in": "query", "schema": {"type": "string"}}"#
            description = try folder.file(
                "api.json",
                #"""
                {"openapi": "3.1.0", "info": {"title": "Two", "version": "1"}, "servers": [{"url": "\#(home.url(""))"}],
                 "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "query", "name": "api_key"},
                                                    "c": {"type": "apiKey", "in": "cookie", "name": "sid"}}},
                 "paths": {"/own": {"get": {"operationId": "own"}},
                           "/list": {"servers": [{"url": "http://localhost:\#(other.port)"}],
                                     "get": {"operationId": "list", "parameters": [\#(key)], "security": [{"k": []}, {"c": []}]},
                                     "post": {"operationId": "add", "requestBody": {"content": {"application/json": {}}}}}}}
                """#)
            environment = ExplorerProgram.environment.merging([
                "EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data"),
                "TOKEN": CredentialOriginTests.token,
            ]) { $1 }
        }

        deinit {
            home.stop()
            other.stop()
        }

        var origin: String { "http://localhost:\(other.port)" }

        func run(_ arguments: [String]) async throws -> ChildProcess.Result {
            try await ExplorerProgram.command(arguments, environment: environment)
        }

        /// What the second server was sent.
        var told: String { other.counts.requests.map { $0.head + String(decoding: $0.body, as: UTF8.self) }.joined() }
    }

    private static let ways: [[String]] = [
        ["-H", "Authorization: Bearer \(token)"], ["-H", "X-Api-Key: \(token)"], ["-H", "Cookie: sid=\(token)"],
        ["-p", "api_key=\(token)"], ["-p", "sid=\(token)"], ["-p", "key=\(token)"],
    ]

    @Test(arguments: ["send", "pages", "run", "report"])
    func anOperationsServerGetsNothingWithoutAWord(_ command: String) async throws {
        let two = try Two()
        for way in Self.ways {
            let verb = command == "report" ? ["run"] : [command]
            let report = command == "report" ? ["--junit", two.folder.path("report.xml")] : []
            let refused = try await two.run(verb + [two.description, "list"] + way + report)
            #expect(refused.code == 64, "\(command) \(way): \(refused.errors)")
            #expect(
                refused.errors.contains("goes to \(two.origin), not to http://127.0.0.1:\(two.home.port)")
                    && refused.errors.contains("--send-credentials-to \(two.origin)"), "\(refused.errors)")
            #expect(!refused.errors.contains(Self.token))
            #expect(two.other.counts.requests.isEmpty, "\(command) \(way)")
            let wrong = try await two.run(
                verb + [two.description, "list"] + way + report + ["--send-credentials-to", "http://127.0.0.1:\(two.other.port)"])
            #expect(wrong.code == 64 && two.other.counts.requests.isEmpty, "another origin was named")
        }
        for (number, way) in Self.ways.enumerated() {
            let verb = command == "report" ? ["run"] : [command]
            let sent = try await two.run(
                verb + [two.description, "list"] + way + ["--send-credentials-to", two.origin + "/any/path"])
            #expect(sent.code == 0, "\(command) \(way): \(sent.errors)")
            #expect(sent.errors.contains("to \(two.origin) too"), "\(sent.errors)")
            let request = try #require(two.other.counts.requests.dropFirst(number).first)
            #expect(request.head.contains(Self.token), "\(way)")
        }
        #expect(two.home.counts.requests.isEmpty)
    }

    @Test func aBodyThatCannotGoWithoutIsNotSent() async throws {
        let two = try Two()
        let body = ["-d", #"{"password": "\#(Self.token)"}"#]
        let refused = try await two.run(["send", two.description, "add"] + body)
        #expect(refused.code == 64 && refused.errors.contains("body"), "\(refused.errors)")
        #expect(two.told.isEmpty)
        let sent = try await two.run(["send", two.description, "add", "--send-credentials-to", two.origin] + body)
        #expect(sent.code == 0 && two.told.contains(Self.token), "\(sent.errors)")
    }

    @Test func whatIsAddressedIsWhatItWasTypedFor() async throws {
        let two = try Two()
        let header = ["-H", "Authorization: Bearer \(Self.token)"]
        let base = try await two.run(["send", two.description, "list", "--base", two.other.url("")] + header)
        let hand = try await two.run(["send", "GET", two.other.url("/x")] + header)
        let own = try await two.run(["send", two.description, "own"] + header)
        #expect([base.code, hand.code, own.code] == [0, 0, 0])
        #expect([base, hand, own].allSatisfy { !$0.errors.contains("credentials") }, "\(base.errors)\(hand.errors)\(own.errors)")
        #expect(two.other.counts.requests.allSatisfy { $0.value("Authorization") == "Bearer \(Self.token)" })
        #expect(two.home.counts.requests.map { $0.value("Authorization") } == ["Bearer \(Self.token)"])
        let plain = try await two.run(["send", two.description, "list", "-H", "X-Plain: 1", "-p", "api_key="])
        #expect(plain.code == 64, "an empty key is a key")
        #expect(try await two.run(["send", two.description, "list", "-H", "X-Plain: 1"]).code == 0)
    }

    @Test func aDryRunAndAnExportShowItAsItGoes() async throws {
        let two = try Two()
        let header = ["-H", "Authorization: Bearer \(Self.token)"]
        for arguments in [["send", two.description, "list", "--dry-run"], ["export", two.description, "list"]] {
            let shown = try await two.run(arguments + header)
            #expect(shown.code == 0 && !shown.text.contains("Authorization"), "\(shown.text)")
            #expect(shown.errors.contains("without Authorization, which was not given for \(two.origin)"), "\(shown.errors)")
            let agreed = try await two.run(arguments + header + ["--send-credentials-to", two.origin])
            #expect(agreed.text.contains("uthorization"), "\(agreed.text)")
        }
        #expect(two.told.isEmpty)
    }

    @Test func aRedirectCarriesNothingThere() async throws {
        let two = try Two()
        for way in Self.ways.prefix(3) {
            let result = try await two.run(["send", "GET", two.home.url("/hop?port=\(two.other.port)")] + way)
            #expect(result.code == 0, "\(result.errors)")
        }
        #expect(two.other.counts.requests.count == 3 && !two.told.contains(Self.token))
    }

    @Test func whatIsSentAgainGoesOnlyWhereItWent() async throws {
        let two = try Two()
        let header = ["-H", "Authorization: Bearer \(Self.token)"]
        #expect(try await two.run(["send", two.description, "list"]).code == 0)
        let list = try await two.run(["history", "list", "--format", "json"])
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(list.output)) as? [[String: Any]])
        let id = try #require(entries.first?["id"] as? String)
        let refused = try await two.run(["history", "resend", id] + header)
        #expect(refused.code == 64 && refused.errors.contains(two.origin), "\(refused.errors)")
        #expect(!two.told.contains(Self.token))
        let agreed = try await two.run(["history", "resend", id, "--send-credentials-to", two.origin] + header)
        #expect(agreed.code == 0 && two.told.contains(Self.token), "\(agreed.errors)")
    }

    // MARK: Saved requests

    private static func workspace(_ two: Two, _ lines: String) async throws -> String {
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        let path = try two.folder.file(
            "explorer.yaml", "apis:\n  shop:\n    environments: { release: [\"\(two.home.url(""))\"] }\n" + indented)
        try #require(try await two.run(["trust", path]).code == 0)
        return path
    }

    /// The host is a response's: the workspace's secret goes there only when it is named on the command line.
    @Test func aCapturedHostGetsNothingWithoutAWord() async throws {
        let two = try Two()
        let path = try await Self.workspace(
            two,
            """
            requests:
              where: { url: /where, capture: { n: { json: "$[0].id" } } }
              hop: { url: "http://localhost:${n}/echo", auth: { bearer: "${env:TOKEN}" } }
              leak: { url: "http://localhost:${n}/echo?x=${env:TOKEN}" }
            chains: { hops: [where, hop], leaks: [where, leak] }
            """)
        // The first server says which port it is: that of the second.
        let server = try FaultServer { [port = two.other.port] _ in .answer(body: #"[{"id":\#(port)}]"#) }
        defer { server.stop() }
        for chain in ["hops", "leaks"] {
            let refused = try await two.run(["run", path, chain, "--base", server.url("")])
            #expect(refused.code == 64, "\(refused.text)\(refused.errors)")
            #expect(
                refused.errors.contains(two.origin) && refused.errors.contains("--send-credentials-to \(two.origin)"),
                "\(refused.errors)")
            #expect(two.told.isEmpty)
        }
        for chain in ["hops", "leaks"] {
            let sent = try await two.run(["run", path, chain, "--base", server.url(""), "--send-credentials-to", two.origin])
            #expect(sent.code == 0, "\(sent.text)\(sent.errors)")
        }
        #expect(two.other.counts.requests.count == 2 && two.other.counts.requests.allSatisfy { $0.head.contains(Self.token) })
    }

    /// What the command line adds to all requests stays with the API; that it does is said.
    @Test func anAbsoluteURLGetsNoHeaderOfTheCommandLine() async throws {
        let two = try Two()
        let path = try await Self.workspace(
            two, "requests: { away: { url: \"http://localhost:\(two.other.port)/x\" }, own: { url: /x } }")
        let header = ["-H", "Authorization: Bearer \(Self.token)"]
        let without = try await two.run(["run", path, "away", "own"] + header)
        #expect(without.code == 0 && !two.told.contains(Self.token), "\(without.errors)")
        #expect(without.errors.contains("without Authorization, which was not given for \(two.origin)"), "\(without.errors)")
        #expect(two.home.counts.requests.map { $0.value("Authorization") } == ["Bearer \(Self.token)"])
        #expect(try await two.run(["run", path, "away", "--send-credentials-to", two.origin] + header).code == 0)
        #expect(two.told.contains(Self.token))
    }

    /// R11: the login of the API is that of its saved requests.
    @Test func savedRequestsLogInAsEndpointsDo() async throws {
        let two = try Two()
        let tokens = try FaultServer { _ in
            .answer(
                headers: [("Content-Type", "application/json")],
                body: #"{"access_token":"T0K","token_type":"Bearer","expires_in":60}"#)
        }
        defer { tokens.stop() }
        let path = try await Self.workspace(
            two,
            """
            description: ./api.json
            auth: { oauth2: { grant: client-credentials, token-url: "\(tokens.url("/token"))", client-id: me, client-secret: "${env:TOKEN}" } }
            requests:
              me: { url: /me }
              whole: { url: "\(two.home.url("/whole"))" }
              open: { url: /open, auth: none }
              away: { url: "http://localhost:\(two.other.port)/away" }
              called: { endpoint: own }
            """)
        let result = try await two.run(["run", path, "me", "whole", "open", "away"])
        #expect(result.code == 0, "\(result.text)\(result.errors)")
        #expect(tokens.counts.requests.count == 1)
        #expect(
            two.home.counts.requests.map { "\($0.path) \($0.value("Authorization") ?? "-")" } == [
                "/me Bearer T0K", "/whole Bearer T0K", "/open -",
            ])
        #expect(two.other.counts.requests.map(\.path) == ["/away"] && !two.told.contains("T0K"))
        #expect(try await two.run(["run", path, "called", "me"]).code == 0)
        #expect(two.home.counts.requests.suffix(2).map { $0.value("Authorization") } == ["Bearer T0K", "Bearer T0K"])
        let elsewhere = try await two.run(["run", path, "me", "--base", two.other.url("")])
        #expect(elsewhere.code == 0 && !two.told.contains("T0K"), "the workspace's login is for its services")
    }
}

extension ScreenFlows {
    /// On the terminal a person is asked, and Enter is No.
    @Test func theTerminalAsksBeforeACredentialGoesElsewhere() async throws {
        let other = try FaultServer { _ in .answer(body: "there") }
        defer { other.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "api.json",
            #"""
            {"openapi": "3.1.0", "info": {"title": "Two", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}],
             "paths": {"/list": {"servers": [{"url": "\#(other.url(""))"}], "get": {"operationId": "list"}}}}
            """#)
        for (answer, count) in [("n", 0), ("", 0), ("y", 1)] {
            let tmux = try await ExplorerProgram.shell(
                #""$explorer" send \#(path) list -H 'Authorization: Bearer t'; echo "code $?""#)
            try await tmux.waitFor("the question") { $0.contains("Send Authorization there too? [y/N]") }
            if !answer.isEmpty { try await tmux.type(answer) }
            try await tmux.press("Enter")
            try await tmux.waitFor("the end") { $0.contains("code \(answer == "y" ? 0 : 7)") }
            #expect(other.counts.requests.count == count)
        }
    }

    /// The screen asks with `s`; what the answer was decides.
    @Test func theScreenAsksBeforeACredentialGoesElsewhere() async throws {
        let other = try FaultServer { _ in .answer(body: "there") }
        defer { other.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "api.json",
            #"""
            {"openapi": "3.1.0", "info": {"title": "Two", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}],
             "paths": {"/list": {"servers": [{"url": "\#(other.url(""))"}], "get": {"operationId": "list"}}}}
            """#)
        let tmux = try await ExplorerProgram.open(path, "-H", "Authorization: Bearer t")
        try await tmux.waitFor("the endpoint and where it goes") { $0.contains("GET \(other.url("/list"))") }
        try await tmux.press("s")
        try await tmux.waitFor("the question") { $0.contains("Send its Authorization there too?") && $0.contains(other.url("")) }
        try await tmux.press("n")
        try await tmux.waitFor("nothing") { $0.contains("Nothing was sent to") }
        #expect(other.counts.requests.isEmpty)
        try await tmux.press("s")
        try await tmux.waitFor("the question") { $0.contains("Send its Authorization there too?") }
        try await tmux.press("w")
        try await tmux.waitFor("the response") { $0.contains("there") && other.counts.requests.count == 1 }
        try await tmux.press("s")
        try await tmux.waitFor("the question") { $0.contains("Send its Authorization there too?") }
        try await tmux.press("y")
        try await tmux.waitFor("the response") { _ in other.counts.requests.count == 2 }
        #expect(other.counts.requests.map { $0.value("Authorization") } == [nil, "Bearer t"])
        try await tmux.press("q", "q", "q")
    }
}
