// Saved requests from the command line: trust, chains, expectations, reports, dry runs and polls; and workspaces that want what is not theirs.

import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SavedRunTests {
    private final class Counter: Sendable { let value = Atomic(0) }

    /// A server, a workspace for it, and a user who trusts it.
    private final class Shop {
        let server: FaultServer
        let folder: TemporaryFolder
        let workspace: String
        var environment: [String: String]

        init(_ lines: String, isTrusted: Bool = true) async throws {
            let jobs = Counter()
            server = try FaultServer { request in
                let path = request.target.split(separator: "?").first.map(String.init) ?? ""
                switch path {
                case "/login": return .answer(body: #"{"token":"T0K","id":5}"#)
                case "/missing": return .answer(404, body: "{}")
                case "/hang": return FaultReply([.hang])
                case "/broken": return .answer(503, body: "{}")
                case "/job":
                    let round = jobs.value.wrappingAdd(1, ordering: .relaxed).newValue
                    return .answer(body: #"{"state":"\#(round >= 3 ? "done" : "running")"}"#)
                case _: return .answer(body: #"{"target":"\#(request.target)"}"#)
                }
            }
            folder = try TemporaryFolder()
            let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
            workspace = try folder.file(
                "explorer.yaml",
                "apis:\n  shop:\n    environments: { release: [\(server.url(""))], test: [\(server.url(""))] }\n" + indented)
            environment = ExplorerProgram.environment.merging([
                "EXPLORER_STATE_DIR": folder.path("state"), "EXPLORER_DATA_DIR": folder.path("data"), "PASS": "geheim",
                "LONG": String(repeating: "geheim-", count: 20),
            ]) { $1 }
            if isTrusted { try #require(try await run("trust", workspace).code == 0) }
        }

        deinit { server.stop() }

        func run(_ arguments: String..., input: [UInt8] = []) async throws -> ChildProcess.Result {
            try await ChildProcess.run(try ExplorerProgram.path(), arguments, environment: environment, input: input)
        }

        /// Method, target and body of what came.
        var requests: [String] { server.counts.requests.map { "\($0.method) \($0.target)" } }
    }

    private static let flow = """
        variables: { id: 1, q: "a ${id}" }
        environment-variables: { test: { id: 9 } }
        requests:
          login: { method: POST, url: /login, body: { json: { pass: "${env:PASS}" } }, assert: { status: 200, json: { $.id: 5 } }, capture: { token: { json: $.token }, item: { json: $.id } } }
          items: { folder: { get: { url: "/items/${item}", parameters: { q: "${q}" }, auth: { bearer: "${token}" } } } }
          missing: { url: /missing, assert: { status: 404 } }
          gone: { url: /missing }
          broken: { url: /broken }
          wrong: { url: /x, assert: { json: { $.target: /y } } }
          job: { url: /job }
        chains: { flow: [login, items/get, missing], stops: [login, gone, missing] }
        groups: { all: [flow, missing] }
        """

    private static func rows(_ result: ChildProcess.Result) -> [[String]] {
        result.lines.map { line in
            let fields = line.split(separator: "\t").map(String.init)
            return fields.count == 5 ? [fields[0], fields[1], fields[4]] : fields
        }
    }

    @Test func aChainFeedsWhatItCapturesToTheNext() async throws {
        let shop = try await Shop(Self.flow)
        let result = try await shop.run("run", shop.workspace, "flow")
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(
            Self.rows(result) == [
                ["succeeded", "200", "flow › login"], ["succeeded", "200", "flow › items/get"],
                ["succeeded", "404", "flow › missing"],
            ])
        #expect(shop.requests == ["POST /login", "GET /items/5?q=a%201", "GET /missing"], "\(shop.requests)")
        let test = try await shop.run("run", shop.workspace, "flow", "--env", "test", "-p", "q=x y")
        #expect(test.code == 0 && shop.requests[4] == "GET /items/5?q=x%20y", "\(shop.requests)")
        let inner = try await shop.run("run", shop.workspace, "flow", "--env", "test")
        #expect(inner.code == 0 && shop.requests[7] == "GET /items/5?q=a%209", "the environment's value wins")
        let all = try await shop.run("run", shop.workspace, "all", "--concurrency", "1", "--format", "json")
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(all.output)) as? [[String: Any]])
        #expect(objects.map { $0["suite"] as? String } == ["flow", "flow", "flow", "missing"])
    }

    @Test(
        "the exit code is that of what went worst",
        arguments: [
            (["missing"], 0), (["gone"], 4), (["broken", "gone"], 5), (["wrong", "broken"], 65), (["stops"], 4),
        ] as [([String], Int32)])
    func exitCodes(_ names: [String], _ code: Int32) async throws {
        let shop = try await Shop(Self.flow)
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["run", shop.workspace] + names, environment: shop.environment)
        #expect(result.code == code, "\(result.text)\(result.errors)")
        if names == ["stops"] {
            #expect(Self.rows(result).map { $0[0] } == ["succeeded", "failed", "skipped"] && shop.requests.count == 2)
        }
        if names.contains("wrong") { #expect(result.errors.contains("wrong: $.target is /x, not \"/y\" (line ")) }
    }

    @Test func aGroupAndItsChainsAreTheRowsThatTheirRequestsStandUnder() async throws {
        let shop = try await Shop(Self.flow)
        let result = try await shop.run("run", shop.workspace, "all", "stops", "--events")
        #expect(result.code == 4)
        let events = try result.errors.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let ends = events.filter { $0["event"] as? String == "ended" }
        func number(_ name: String) throws -> Int {
            let event = ends.first { ($0["title"] ?? $0["endpoint"]) as? String == name }
            return try #require(event?["task"] as? Int, "\(name)")
        }
        func state(_ name: String, under group: String?) throws -> String? {
            let parent = try group.map(number)
            let event = ends.first { ($0["title"] ?? $0["endpoint"]) as? String == name && $0["group"] as? Int == parent }
            return event?["state"] as? String
        }
        #expect(try state("all", under: nil) == "succeeded" && state("flow", under: "all") == "succeeded")
        for step in ["login", "items/get", "missing"] { #expect(try state(step, under: "flow") == "succeeded", "\(step)") }
        #expect(try state("missing", under: "all") == "succeeded", "it is what was expected")
        #expect(try state("stops", under: nil) == "failed" && state("gone", under: "stops") == "failed")
        #expect(ends.compactMap { $0["kind"] as? String } == ["chain", "group", "chain"])
        let stops = ends.first { $0["title"] as? String == "stops" }
        #expect((stops?["reason"] as? String)?.hasPrefix("step 2: ") == true, "\(stops ?? [:])")
    }

    @Test func whatIsNotAsExpectedIsTheReasonOfItsRow() async throws {
        let shop = try await Shop(Self.flow)
        let result = try await shop.run("run", shop.workspace, "wrong", "--events")
        #expect(result.code == 65)
        #expect(result.errors.contains(#""state":"failed","status":200"#), "\(result.errors)")
        #expect(result.errors.contains(#""error":"validation","reason":"$.target is /x, not \"/y\" (line "#), "\(result.errors)")
        let history = try await shop.run("history", "--format", "json")
        #expect(history.text.contains(#""error":"validation""#), "\(history.text)")
    }

    @Test func aGroupThatFailsFastLeavesOutWhatHasNotBegun() async throws {
        let shop = try await Shop(
            """
            requests:
              wrong: { url: /x, assert: { json: { $.target: /y } } }
              missing: { url: /missing, assert: { status: 404 } }
            chains: { flow: [missing, wrong] }
            groups: { all: [wrong, flow, missing] }
            """)
        let result = try await shop.run("run", shop.workspace, "all", "--concurrency", "1", "--fail-fast")
        #expect(result.code == 65 && Self.rows(result) == [["failed", "200", "wrong"]], "\(result.text)\(result.errors)")
        #expect(shop.requests == ["GET /x"])
    }

    @Test func aSecretThatTheAnswerEchoesIsInNoReason() async throws {
        let shop = try await Shop(
            """
            requests:
              echo: { url: /echo, parameters: { note: "${env:LONG}" }, assert: { json: { $.target: /nowhere } } }
              login: { url: /login, assert: { json: { $.token: other } } }
            chains: { flow: [echo] }
            """)
        let path = shop.folder.path("report.xml")
        let result = try await shop.run("run", shop.workspace, "flow", "login", "--events", "--junit", path)
        #expect(result.code == 65 && result.errors.contains("$.target is /echo?note=\u{2022}"), "\(result.errors)")
        #expect(result.errors.contains("$.token is \u{2022}"), "a new token is a secret too: \(result.errors)")
        let history = try await shop.run("history", "--format", "json")
        let told = result.text + result.errors + history.text + (try shop.folder.text("report.xml"))
        #expect(history.text.contains("$.target is /echo") && !told.contains("geheim") && !told.contains("T0K"), "\(told)")
    }

    @Test func whoIsInterruptedHearsOfAllThatHadBegun() async throws {
        let shop = try await Shop(
            """
            requests: { good: { url: /x }, hang: { url: /hang }, missing: { url: /missing, assert: { status: 404 } } }
            chains: { flow: [good, hang, missing] }
            groups: { all: [hang, flow] }
            """)
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["run", shop.workspace, "all", "--format", "json"], environment: shop.environment
        ) { run in
            try #require(await eventually { shop.requests.count { $0 == "GET /hang" } == 2 })
            run.child.signal(SIGINT)
        }
        #expect(result.code == 7, "\(result.errors)")
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
        #expect(
            objects.map { "\($0["name"] ?? "") \($0["state"] ?? "")" }
                == ["hang cancelled", "good succeeded", "hang cancelled", "missing skipped"], "\(result.text)")
    }

    @Test func aReportIsWrittenForBuildServers() async throws {
        let shop = try await Shop(Self.flow)
        let path = shop.folder.path("report.xml")
        let result = try await shop.run("run", shop.workspace, "flow", "gone", "--junit", path)
        #expect(result.code == 4)
        let text = try shop.folder.text("report.xml")
        #expect(text.contains("<testsuites name=\"explorer\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\""), "\(text)")
        #expect(text.contains("<failure message=\"the server answered 404\"/>") && !text.contains("geheim"))
        let nowhere = try await shop.run("run", shop.workspace, "flow", "--junit", shop.folder.path("none/report.xml"))
        #expect(nowhere.code == 64 && shop.requests.count == 4, "what cannot be reported is not run")
    }

    @Test func aDryRunShowsTheRequestsAndSendsNothing() async throws {
        let shop = try await Shop(Self.flow)
        let result = try await shop.run("run", shop.workspace, "flow", "--dry-run", "-H", "Authorization: Bearer offen")
        #expect(result.code == 0 && shop.requests.isEmpty, "\(result.errors)")
        #expect(result.text.contains("POST \(shop.server.url(""))/login\n"), "\(result.text)")
        #expect(result.text.contains("### items/get\nGET \(shop.server.url(""))/items/$item?q=a%201\n"))
        #expect(!result.text.contains("geheim") && !result.text.contains("offen"))
        let send = try await shop.run("send", "GET", shop.server.url("/a?token=offen"), "-H", "X-Api-Key: offen", "--dry-run")
        #expect(send.code == 0 && shop.requests.isEmpty && send.text.contains("X-Api-Key: ••••••"), "\(send.text)")
        #expect(!send.text.contains("offen"))
        let form = try await Shop(
            "requests: { enter: { method: POST, url: /enter, body: { form: { pass: \"${env:PASS}\", as: ada } } } }")
        let fields = try await form.run("run", form.workspace, "enter", "--dry-run")
        #expect(fields.code == 0 && fields.text.contains("as=ada") && !fields.text.contains("geheim"), "\(fields.text)")
    }

    // MARK: What is asked for

    private static let asking = """
        variables: { otp: { prompt: "One-time code", secret: true }, who: { prompt: "Name", default: ada } }
        requests:
          enter: { url: "/enter/${who}", headers: { X-Code: "${otp}" } }
          again: { url: "/again", headers: { X-Code: "${otp}" } }
        chains: { both: [enter, again] }
        """

    @Test func whatIsAskedForComesFromTheCommandLineWhereNobodySits() async throws {
        let shop = try await Shop(Self.asking)
        let refused = try await shop.run("run", shop.workspace, "both")
        #expect(
            refused.code == 65 && refused.errors.contains("otp has to be asked for: give it with -p otp=VALUE"),
            "\(refused.errors)")
        #expect(shop.requests.isEmpty)
        let dry = try await shop.run("run", shop.workspace, "enter", "--dry-run")
        #expect(
            dry.code == 0 && dry.text.contains("/enter/ada\n") && dry.text.contains("X-Code: $otp"), "\(dry.text)\(dry.errors)")
        let shown = try await shop.run("run", shop.workspace, "enter", "--dry-run", "-p", "otp=geheim-1")
        #expect(shown.code == 0 && shown.text.contains("X-Code: ••••••") && !shown.text.contains("geheim-1"), "\(shown.text)")
        let given = try await shop.run("run", shop.workspace, "both", "-p", "otp=geheim-1", "-p", "who=grace")
        #expect(given.code == 0 && shop.requests == ["GET /enter/grace", "GET /again"], "\(given.errors)")
        #expect(shop.server.counts.requests.allSatisfy { $0.value("X-Code") == "geheim-1" })
        let history = try await shop.run("history", "--format", "json")
        #expect(!history.text.contains("geheim-1"))
    }

    @Test(.enabled(if: Tmux.isPresent, Tmux.whyAbsent)) func whoSitsThereIsAskedOnceAndTypesSecretsUnseen() async throws {
        let shop = try await Shop(Self.asking)
        let environment = shop.environment.merging(["explorer": try ExplorerProgram.path(), "file": shop.workspace]) { $1 }
        let tmux = try await Tmux(
            ["/bin/sh", "-c", "\"$explorer\" run \"$file\" both; echo code $?; read done"], size: (100, 20),
            environment: environment)
        try await tmux.waitFor("One-time code:")
        try await tmux.type("geheim-x")
        try await tmux.press("BSpace", "2", "Enter")
        try await tmux.waitFor("Name [ada]:")
        try await tmux.press("Enter")
        let screen = try await tmux.waitFor("code 0")
        #expect(!screen.lines.joined().contains("geheim"), "\(screen)")
        #expect(shop.requests == ["GET /enter/ada", "GET /again"], "asked once a run")
        #expect(shop.server.counts.requests.allSatisfy { $0.value("X-Code") == "geheim-2" })
    }

    @Test func aPollEndsWhenItsConditionHolds() async throws {
        let shop = try await Shop(Self.flow)
        let result = try await shop.run("run", shop.workspace, "job", "--until", "$.state=done", "--every", "0")
        #expect(result.code == 0 && shop.requests.count == 3, "\(result.errors)")
        let never = try await shop.run("run", shop.workspace, "missing", "--until", "status=200", "--every", "0", "--repeat", "2")
        #expect(
            never.code == 65 && never.errors.contains("status is 404, not 200") && shop.requests.count == 5, "\(never.errors)")
        let late = try await shop.run("run", shop.workspace, "missing", "--until", "status=200", "--within", "0")
        #expect(late.code == 65 && late.errors.contains("not true in time"))
        let mute = try await Shop(
            """
            requests: { login: { url: /login }, mute: { url: "http://127.0.0.1:1/" } }
            chains: { flow: [login, mute] }
            """)
        let silent = try await mute.run("run", mute.workspace, "flow", "--until", "status=200", "--every", "0", "--repeat", "2")
        #expect(
            silent.code == 6 && silent.errors.contains("in 2 runs: there was no answer") && mute.requests.count == 2,
            "the answer of an earlier step is not what is waited for: \(silent.errors)")
        let typo = try await shop.run("run", shop.workspace, "job", "--until", "state=done")
        #expect(typo.code == 64 && shop.requests.count == 6)
        let unknown = try await shop.run(
            "run", ExplorerProgram.fixture("httpbin.json"), "nothing", "--until", "status=200", "--base", shop.server.url(""))
        #expect(
            unknown.code == 64 && unknown.lines.isEmpty && unknown.errors.contains("no endpoint is called 'nothing'"),
            "what cannot be sent is not waited for: \(unknown.text)\(unknown.errors)")
    }

    @Test func whatIsMissingIsNamedBeforeAnythingIsSent() async throws {
        let shop = try await Shop(Self.flow)
        for (arguments, code, complaint) in [
            (["items/get"], 65, "nothing defines ${token}"), (["flow", "nothing"], 64, "nothing saved under 'nothing'"),
            (["flow", "-p", "nothing=1"], 64, "'nothing' is no variable of the workspace"),
        ] as [([String], Int32, String)] {
            let result = try await ChildProcess.run(
                try ExplorerProgram.path(), ["run", shop.workspace] + arguments, environment: shop.environment)
            #expect(result.code == code && result.errors.contains(complaint), "\(result.errors)")
        }
        let described = try await Shop(
            "description: \(ExplorerProgram.fixture("httpbin.json"))\nrequests: { first: { endpoint: uuid }, one: { endpoint: nothing } }"
        )
        let unknown = try await described.run("run", described.workspace, "first", "one")
        #expect(unknown.code == 64 && unknown.errors.contains("one calls it: \(described.workspace):5."), "\(unknown.errors)")
        #expect(described.requests.isEmpty)
        shop.environment["PASS"] = nil
        let unset = try await shop.run("run", shop.workspace, "flow")
        #expect(unset.code == 65 && unset.errors.contains("the variable PASS is not set"))
        #expect(shop.requests.isEmpty)
    }

    @Test func secretsComeFromTheStoreAndFromCommands() async throws {
        let shop = try await Shop(
            """
            variables: { made: "${command: cat key}" }
            requests: { r: { url: "/x", headers: { X-A: "${secret:shop}", X-B: "${made}" } } }
            """)
        try shop.folder.file("key", "of the command\n")
        let missing = try await shop.run("run", shop.workspace, "r")
        #expect(missing.code == 65 && missing.errors.contains("explorer secret set shop") && shop.requests.isEmpty)
        #expect(try await shop.run("secret", "set", "shop", input: Array("of the store\n".utf8)).code == 0)
        #expect(try await shop.run("secret", "list").text == "shop\n")
        let dry = try await shop.run("run", shop.workspace, "r", "--dry-run")
        #expect(dry.code == 0 && !dry.text.contains("of the"), "\(dry.text)")
        #expect(try await shop.run("run", shop.workspace, "r").code == 0)
        let head = try #require(shop.server.counts.requests.first).head
        #expect(head.contains("X-A: of the store") && head.contains("X-B: of the command"), "\(head)")
        #expect(try await shop.run("secret", "remove", "shop").code == 0)
        #expect(try await shop.run("secret", "remove", "shop").code == 64)
        #expect(try await shop.run("secret", "set", "a b", input: [0x61]).code == 64)
        #expect(try await shop.run("secret", "set", "empty").code == 64)
    }

    @Test func endpointsAreReportedAndPolledToo() async throws {
        let shop = try await Shop("requests: { r: { url: / } }")
        let fixture = ExplorerProgram.fixture("httpbin.json")
        let report = shop.folder.path("r.xml")
        let result = try await shop.run(
            "run", fixture, "uuid", "GET /status/404", "--base", shop.server.url(""), "--junit", report)
        #expect(result.code == 0 && result.lines.count == 2, "\(result.text)\(result.errors)")
        #expect(try shop.folder.text("r.xml").contains("tests=\"2\""))
        let dry = try await shop.run("run", fixture, "uuid", "--base", shop.server.url(""), "--dry-run")
        #expect(dry.code == 0 && dry.text.contains("GET \(shop.server.url(""))/uuid") && shop.requests.count == 2)
    }

    // MARK: Trust

    @Test func aStrangersWorkspaceDoesNothing() async throws {
        let shop = try await Shop(Self.flow, isTrusted: false)
        for command in ["run", "send", "list"] {
            let result = try await ChildProcess.run(
                try ExplorerProgram.path(), [command, shop.workspace] + (command == "list" ? [] : ["flow"]),
                environment: shop.environment)
            #expect(result.code == 65 && result.errors.contains("reads the variable PASS"), "\(command): \(result.errors)")
            #expect(result.errors.contains("explorer trust \(shop.workspace)") && !result.errors.contains("geheim"))
        }
        let show = try await shop.run("trust", shop.workspace, "--show")
        #expect(show.code == 0 && show.text.contains("reads the variable PASS") && show.text.contains("127.0.0.1"))
        #expect(try await shop.run("run", shop.workspace, "flow").code == 65, "showing is no consent")
        #expect(try await shop.run("trust", shop.folder.path).code == 0)
        #expect(try await shop.run("trust", "--list").text == "trusted\t\(shop.workspace)\n")
        #expect(try await shop.run("run", shop.workspace, "flow").code == 0)
        let count = shop.requests.count
        try shop.folder.file("explorer.yaml", try shop.folder.text("explorer.yaml") + "# changed\n")
        #expect(try await shop.run("run", shop.workspace, "flow").code == 65 && shop.requests.count == count)
        #expect(try await shop.run("trust", "--list").text == "changed\t\(shop.workspace)\n")
        #expect(try await shop.run("trust", "--remove", shop.workspace).code == 0)
        #expect(try await shop.run("trust", "--remove", shop.workspace).code == 65)
    }

    @Test func noHostileWorkspaceSendsOrRunsAnything() async throws {
        let server = try FaultServer { _ in .answer(body: "{}") }
        defer { server.stop() }
        let fixtures = SharedData.repository.appending(path: "Tests/Fixtures/workspaces/hostile")
        let files = try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
        #expect(files.count >= 30)
        for url in files {
            let folder = try TemporaryFolder()
            try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "/etc")
            let text = try String(contentsOf: url, encoding: .utf8).replacing("@SERVER@", with: server.url(""))
            let path = try folder.file("explorer.yaml", text)
            for arguments in [["run", path, "r"], ["list", path]] {
                let result = try await ChildProcess.run(
                    try ExplorerProgram.path(), arguments, environment: ExplorerProgram.environment)
                #expect(result.code == 65 && result.output.isEmpty, "\(url.lastPathComponent): \(result.code) \(result.errors)")
                #expect(result.errors.split(separator: "\n").first?.contains("explorer.yaml") == true, "\(url.lastPathComponent)")
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path("PWNED")), "\(url.lastPathComponent)")
        }
        #expect(server.counts.requests.isEmpty, "\(server.counts.requests.map(\.target))")
    }

    @Test func aWorkspaceIsMadeFromADescription() async throws {
        let shop = try await Shop("requests: { r: { url: / } }")
        let folder = try TemporaryFolder()
        let description = try folder.file(
            "api.json",
            #"{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"servers":[{"url":"\#(shop.server.url(""))"}],"paths":{"/items":{"get":{"operationId":"listItems","responses":{}}}}}"#
        )
        let path = folder.path("explorer.yaml")
        let result = try await shop.run("init", description, "-o", path)
        #expect(result.code == 0 && result.errors.contains("wrote \(path)"), "\(result.errors)")
        #expect(try await shop.run("send", path, "listItems").code == 0 && shop.requests == ["GET /items"])
        #expect(try await shop.run("init", description, "-o", path).code == 64)
        #expect(try await shop.run("init", description, "-o", path, "--force").code == 0)
        #expect(try await shop.run("init", folder.path("none.json"), "-o", folder.path("b.explorer.yaml")).code == 66)
    }
}
