// Secrets through the real program: what the description calls a password, names, references, many of them, and other origins.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 3)) struct SecretsTests {
    private let home: TemporaryFolder
    private let echo: FaultServer
    private let other: FaultServer
    private static let secret = "zQ7x-9k-WvT-secret"

    init() throws {
        home = try TemporaryFolder()
        let other = try FaultServer { _ in .answer(body: "ok") }
        let elsewhere = other.url("/there")
        self.other = other
        // Sends back what it got, or sends the client elsewhere.
        echo = try FaultServer { request in
            let fields = request.fields.map { "\($0.name): \($0.value)" }.joined(separator: " | ")
            let said = "\(request.method) \(request.target) | \(fields) | \(String(decoding: request.body, as: UTF8.self))"
            if request.target.hasPrefix("/openapi") {
                return .answer(
                    body:
                        #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"http://h.example"}],"paths":{}}"#
                )
            }
            if request.target.hasPrefix("/away") { return .answer(307, headers: [("Location", elsewhere)], body: "") }
            return .answer(
                body: "\(said) \(Data(said.utf8).base64EncodedString()) \(Data("x\(said)".utf8).base64EncodedString())")
        }
    }

    private func run(_ arguments: String..., variables: [String: String] = [:]) async throws -> ChildProcess.Result {
        let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }.merging(variables) { $1 }
        return try await ExplorerProgram.command(arguments, environment: environment)
    }

    private func description() throws -> String {
        let password = #"{"type":"string","format":"password"}"#
        let body =
            #"{"content":{"application/json":{"schema":{"properties":{"eta":\#(password),"a":{"type":"object","properties":{"eta":\#(password)}}}}}}}"#
        let parameters = ["query", "header", "cookie"].map { #"{"name":"zeta-\#($0)","in":"\#($0)","schema":\#(password)}"# }
        let operations = ["echo", "away"].map { name in
            #""/\#(name)":{"post":{"operationId":"\#(name)","security":[{"k":[]}],"parameters":[\#(parameters.joined(separator: ","))],"requestBody":\#(body)}}"#
        }
        let text = """
            {"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"\(echo.url(""))"}],
            "components":{"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"X-Plain"}}},
            "paths":{\(operations.joined(separator: ","))}}
            """
        return try home.file("api.json", text)
    }

    /// The files of the history.
    private func disk() throws -> String {
        let folder = home.path(".local/share/explorer")
        return try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: UTF8.self)
        }.joined()
    }

    @Test func whatTheDescriptionCallsAPasswordIsShownNowhere() async throws {
        let api = try description()
        let ways = [
            ["-p", "zeta-query=\(Self.secret)"], ["-p", "zeta-header=\(Self.secret)"], ["-p", "zeta-cookie=\(Self.secret)"],
            ["-H", "x-plain: \(Self.secret)"], ["-d", #"{"eta":"\#(Self.secret)"}"#],
            ["-d", #"{"a":{"eta":"\#(Self.secret)"}}"#],
            ["-d", #"{"apiToken":"\#(Self.secret)"}"#], ["-d", #"{"password":"\#(Self.secret)","#, "--force"],
            ["-H", "X-Jwt: \(Self.secret)"],
        ]
        for way in ways {
            let environment = ExplorerProgram.environment.merging(["HOME": home.path]) { $1 }
            func program(_ arguments: [String]) async throws -> ChildProcess.Result {
                try await ExplorerProgram.command(arguments, environment: environment)
            }
            let sent = try await program(["send", api, "echo"] + way)
            #expect(sent.code == 0 && sent.text.contains(Self.secret), "the server has it: \(sent.errors)")
            var shown = [try await program(["send", api, "away"] + way + ["--events"])]
            for format in ["curl", "http", "har", "openapi"] {
                shown.append(try await program(["export", api, "echo", "--as", format] + way))
            }
            if way[0] == "-p" {
                shown.append(try await program(["run", api, "echo", "--dry-run"] + way))
                shown.append(try await program(["run", api, "echo", "--events", "--junit", home.path("j.xml")] + way))
            }
            for result in shown {
                #expect(!(result.text + result.errors).contains(Self.secret), "\(way): \(result.text)\(result.errors)")
            }
        }
        let list = try await run("history", "--format", "json")
        #expect(!list.text.contains(Self.secret) && list.text.contains("POST"))
        let ids = try #require(JSONSerialization.jsonObject(with: Data(list.text.utf8)) as? [[String: Any]]).compactMap {
            $0["id"] as? String
        }
        #expect(ids.count >= 2 * ways.count)
        for id in ids { #expect(try await !run("history", "show", id).text.contains(Self.secret)) }
        let files = try disk() + (try String(contentsOfFile: home.path("j.xml"), encoding: .utf8))
        for spelling in [Self.secret, String(Data(Self.secret.utf8).base64EncodedString().prefix(20))] {
            #expect(!files.contains(spelling))
        }
        #expect(!other.counts.requests.contains { "\($0)".contains(Self.secret) }, "it went to another origin")
    }

    @Test func aSecretInTheQueryOfASavedAddressIsMasked() async throws {
        let workspace = try home.file(
            "explorer.yaml",
            """
            apis:
              shop:
                environments: { release: ["\(echo.url(""))"] }
                variables: { v: "x${env:S}" }
                requests:
                  one: { url: "/x?q=${env:S}&a=1" }
                  two: { url: "/x?q=${v}&a=1" }
                  three: { url: "/x?a=1&${env:S}", assert: { json: { $.a: 1 } } }
            """)
        let variables = ["S": Self.secret]
        #expect(try await run("trust", workspace).code == 0)
        for name in ["one", "two", "three"] {
            let dry = try await run("run", workspace, name, "--dry-run", variables: variables)
            #expect(dry.code == 0 && dry.text.contains("a=1") && !dry.text.contains(Self.secret), "\(dry.text)\(dry.errors)")
            let sent = try await run("run", workspace, name, "--events", "--junit", home.path("j.xml"), variables: variables)
            #expect(!(sent.text + sent.errors).contains(Self.secret), "\(sent.text)\(sent.errors)")
            #expect(try !String(contentsOfFile: home.path("j.xml"), encoding: .utf8).contains(Self.secret))
        }
        #expect(try !disk().contains(Self.secret))
    }

    /// More than were ever known at once.
    @Test func hundredsOfSecretsInOneRunAreNotWritten() async throws {
        let count = 400
        let requests = (0..<count).map { "      r\($0): { url: /x, auth: { bearer: \"${env:TK\($0)}\" } }" }
        let workspace = try home.file(
            "explorer.yaml",
            "apis:\n  shop:\n    environments: { release: [\"\(echo.url(""))\"] }\n    requests:\n\(requests.joined(separator: "\n"))\n"
                + "    chains: { all: [\((0..<count).map { "r\($0)" }.joined(separator: ", "))] }\n")
        let variables = Dictionary(uniqueKeysWithValues: (0..<count).map { ("TK\($0)", "zQ7x-9k-\($0)-WvT") })
        #expect(try await run("trust", workspace).code == 0)
        let sent = try await run("run", workspace, "all", variables: variables)
        #expect(sent.code == 0, "\(sent.errors)")
        let files = try disk()
        #expect(!files.contains("zQ7x-9k-") && files.contains("GET"))
    }

    @Test func initWritesNoCredential() async throws {
        let target = home.path("explorer.yaml")
        let result = try await run("init", echo.url("/openapi.json?access_token=\(Self.secret)"), "-o", target)
        #expect(result.code == 64 && !(result.text + result.errors).contains(Self.secret), "\(result.errors)")
        #expect(result.errors.contains("has a credential in it") && !FileManager.default.fileExists(atPath: target))
        #expect(try await run("init", echo.url("/openapi.json"), "-o", target).code == 0)
    }
}
