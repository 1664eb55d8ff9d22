// Variables, saved requests, chains and groups of explorer.yaml: what is read, and what is wrong, by line.

import Catalog
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct SavedWorkTests {
    static let fixtures = SharedData.repository.appending(path: "Tests/Fixtures/workspaces")

    static func files(_ folder: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: fixtures.appending(path: folder), includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "yaml" }.sorted { $0.path < $1.path }
    }

    static func api(_ lines: String) throws -> WorkspaceAPI {
        let text = "apis:\n  shop:\n    environments: { release: [https://a.example], test: [http://b] }\n"
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        return try #require(try WorkspaceFile(Array((text + indented).utf8), path: "/w/explorer.yaml").apis.first)
    }

    private static func problem(_ lines: String) -> String { readProblems { _ = try api(lines) } }

    @Test func everythingThatASavedRequestMaySayIsRead() throws {
        let url = Self.fixtures.appending(path: "good/saved.yaml")
        let file = try WorkspaceFile([UInt8](Data(contentsOf: url)), path: "/w/explorer.yaml", isTrusted: false)
        let api = try #require(file.apis.first)
        let work = api.work
        #expect(
            work.names == [
                "login", "orders/list", "orders/create", "orders/parts", "orders/upload", "base", "whole", "checkout", "smoke",
            ])
        let login = try #require(work.request("login"))
        #expect(login.target == .address(.post, WorkspaceText(literal: "/login")) && login.expectsStatus)
        #expect(login.timeout == .seconds(5) && login.retries == 2 && login.followsRedirects == false)
        #expect(login.assertions.count == 10 && login.captures.map(\.name) == ["token", "sid", "tag"])
        #expect(login.captures[0].isSecret && login.captures[1].place == .cookie("sid"))
        #expect(login.assertions[0].check == .statuses([200...200, 201...204, 300...399]))
        let list = try #require(work.request("orders/list"))
        #expect(list.target == .endpoint("listOrders") && list.parameters.map(\.name) == ["limit", "tag", "tag", "open"])
        #expect(list.parameters.map { $0.text.literal } == ["5", "a", "b", "true"])
        #expect(list.assertions == [ResponseAssertion(.contract, .asDescribed, line: 22)] && list.expectsContract)
        #expect(
            work.request("orders/parts")?.body
                == .multipart([
                    .init("title", .text(try WorkspaceText("${id}"))), .init("tag", .text(WorkspaceText(literal: "a"))),
                    .init("tag", .text(WorkspaceText(literal: "b")), type: "text/plain"),
                ]))
        #expect(
            work.request("orders/create")?.body
                == .form([
                    .init("id", try WorkspaceText("${id}")), .init("n", WorkspaceText(literal: "2")),
                    .init("tag", WorkspaceText(literal: "a")), .init("tag", try WorkspaceText("${id}")),
                ]))
        #expect(work.request("orders/upload")?.auth == WorkspaceRequest.Auth.none)
        #expect(work.items("smoke")?.map(\.requests.count) == [1, 2])
        #expect(api.variables(in: "release")["id"]?.text.literal == "1")
        #expect(api.variables(in: "test")["id"]?.text.literal == "9")
        #expect(api.variables()["who"]?.text.literal == "ada", "those of the workspace too")
        #expect(
            file.needs.map(\.text) == [
                "sends secrets to https://a.example", "sends secrets to http://127.0.0.1:1",
                "sends requests to a host that ${env:BASE} names", "sends requests to https://other.example",
                "reads the variable PASS", "reads the variable BASE", "reads the secret pw",
            ], "\(file.needs)")
        #expect(file.needs.suffix(3).map(\.line) == [12, 26, 27] && file.openNeeds == file.needs)
    }

    @Test func aContractThatIsNotExpectedIsNoExpectation() throws {
        let api = try Self.api("requests: { r: { endpoint: list, assert: { contract: false, status: 200 } } }")
        let request = try #require(api.work.request("r"))
        #expect(!request.expectsContract && request.assertions.count == 1)
    }

    @Test func filesOfPartsAreAskedFor() throws {
        let text = """
            apis:
              shop:
                environments: { release: https://a.example }
                requests: { r: { url: /, body: { multipart: { a: x, b: { file: cat.png } } } } }
            """
        func read(isTrusted: Bool) throws -> (needs: [String], request: WorkspaceRequest) {
            let file = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", isTrusted: isTrusted)
            return (file.needs.map(\.text), try #require(file.apis.first?.work.request("r")))
        }
        let stranger = try read(isTrusted: false)
        #expect(
            stranger.needs == ["sends the file cat.png"] && stranger.request.withheld != nil && !stranger.request.body.hasFiles)
        let own = try read(isTrusted: true)
        #expect(own.request.withheld == nil)
        #expect(
            own.request.body == .multipart([.init("a", .text(WorkspaceText(literal: "x"))), .init("b", .file("/w/cat.png"))]))
    }

    @Test(
        "what is wrong",
        arguments: [
            ("requests: { r: { url: /, asert: { status: 200 } } }", "4 'asert' is not an option of r; did you mean assert?"),
            ("requests:\n  f: { folder: { r: { url: / } }, url: / }", "5 'url' is not an option of f; it belongs into a request"),
            ("requests: { r: { headers: { A: b } } }", "4 r does not name a target; write 'endpoint: ID'"),
            ("requests: { r: { url: items } }", "4 'items' is not a URL; write http:// or https://"),
            ("requests: { r: { method: get, url: / } }", "4 method 'get' is none; write it in capitals"),
            ("requests: { r: { url: '/${idd}' } }\nvariables: { id: 1 }", "4 nothing defines ${idd}; there are id"),
            ("variables:\n  a: '${b}'\n  b: '${a}'", "5 the variable a refers to itself: a → b → a; give one of them a value"),
            ("environment-variables: { tset: { a: 1 } }", "4 shop has no environment 'tset'; did you mean test?"),
            ("environment-variables: { test: { a: '${b}' } }", "4 nothing defines ${b}"),
            (
                "requests: { login: { url: / } }\nchains: { c: [lgin] }",
                "5 c names 'lgin', which does not exist; did you mean login?"
            ),
            (
                "requests: { r: { url: / } }\nchains: { c: [r], d: [c] }",
                "5 d names 'c', which is a chain itself; a chain names requests only"
            ),
            ("requests: { r: { method: PSOT, url: / } }", "4 method 'PSOT' is not known; did you mean POST?"),
            ("requests: { r: { url: / } }\nchains: { r: [r] }", "5 'r' is already the name of something else; take another one"),
            ("variables: { a: { promt: x } }", "4 'promt' is not an option of a; did you mean prompt?"),
            ("variables: { a: { secret: true } }", "4 a is neither a text nor a prompt; write a text, or { prompt:"),
            ("variables: { a: { prompt: x, default: \"${b}\" } }", "4 nothing defines ${b}"),
            ("chains: { c: [] }", "4 c is no list; write the names of requests in brackets"),
            ("requests: { r: { url: /, auth: { bearer: geheim } } }", "4 bearer holds a secret; write ${env:NAME} or a variable"),
            ("requests: { r: { url: /, headers: { Authorization: Bearer x } } }", "4 Authorization holds a secret"),
            ("requests: { r: { url: /, assert: { json: { id: 5 } } } }", "4 'id' is not a JSONPath"),
            (
                "requests: { r: { url: /, assert: { contract: yes } } }",
                "4 contract 'yes' is neither true nor false; write one of the two"
            ),
            ("requests: { r: { url: /, assert: { status: ok } } }", "4 status 'ok' is not a status; write 200, 200-299 or 2xx"),
            (
                "requests: { r: { url: '/${vault:x}' } }",
                "4 '${vault:x}' is of an unknown kind; there are ${name}, ${env:…}"
            ),
            (
                "requests: { r: { url: /, body: { file: ../x } } }",
                "4 ../x is not below the workspace's folder; put the file there"
            ),
            (
                "requests: { r: { url: /, body: { multipart: { a: { text: x, type: \"text/plain\\r\\nX-Evil: 1\" } } } } }",
                "4 type has a line break or another control character in it; write a media type, such as image/png"
            ),
            (
                "requests: { r: { url: /, body: { text: x, type: \"a/b\\nc\" } } }",
                "4 type has a line break or another control character in it"
            ),
            ("requests: { r: { url: '/${file:/etc/x}' } }", "4 /etc/x is not below the workspace's folder"),
        ])
    func whatIsWrongIsSaidByLine(_ lines: String, _ expected: String) {
        let found = Self.problem(lines)
        #expect(found.hasPrefix(expected) && !found.contains("geheim"), "\(found)")
    }

    @Test func whatACaptureBringsIsDefined() throws {
        let api = try Self.api(
            "requests:\n  a: { url: /, capture: { token: { json: $.token } } }\n  b: { url: /, auth: { bearer: '${token}' } }\nchains: { c: [a, b] }"
        )
        #expect(api.work.chains.map(\.members) == [["a", "b"]])
    }

    @Test func whatIsAskedForIsRead() throws {
        let api = try Self.api(
            "variables:\n  otp: { prompt: Code, secret: true }\n  who: { prompt: Name, default: \"${id}\" }\n  id: 5\nenvironment-variables: { test: { otp: 1 } }\nrequests: { r: { url: \"/${otp}/${who}\" } }"
        )
        let variables = api.variables(in: "release")
        #expect(variables["otp"]?.prompt == VariableScopes.Prompt("Code", isSecret: true) && variables["otp"]?.line == 5)
        #expect(variables["who"]?.prompt == VariableScopes.Prompt("Name", hasDefault: true))
        #expect(variables["who"]?.text.variables == ["id"] && api.variables(in: "test")["otp"]?.prompt == nil)
    }

    @Test func aSecretAmongVariablesIsWarnedOf() throws {
        let text = "variables: { password: geheim }\napis: { a: { environments: { x: http://a } } }"
        let file = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml")
        #expect(file.warnings.count == 1 && file.warnings.allSatisfy { !$0.message.contains("geheim") })
    }

    @Test("samples that are right are read, those that are wrong are refused with a line and a hint")
    func samples() throws {
        for url in try Self.files("good") {
            #expect(throws: Never.self, "\(url.lastPathComponent)") {
                try WorkspaceFile([UInt8](Data(contentsOf: url)), path: "/w/explorer.yaml", isTrusted: false)
            }
        }
        for url in try Self.files("bad") + Self.files("undefined") {
            let bytes = try [UInt8](Data(contentsOf: url))
            let error = #expect(throws: WorkspaceError.self, "\(url.lastPathComponent)") {
                try WorkspaceFile(bytes, path: "/w/explorer.yaml", isTrusted: false)
            }
            #expect(error?.problems.allSatisfy { $0.line > 0 && !$0.hint.isEmpty } == true, "\(url.lastPathComponent)")
        }
    }
}
