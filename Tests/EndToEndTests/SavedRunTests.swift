// Saved requests from the command line: chains, groups, expectations, reports, dry runs and polls.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct SavedRunTests {
    private static func rows(_ result: ChildProcess.Result) -> [[String]] {
        result.lines.map { line in
            let fields = line.split(separator: "\t").map(String.init)
            return fields.count == 5 ? [fields[0], fields[1], fields[4]] : fields
        }
    }

    @Test func aChainFeedsWhatItCapturesToTheNext() async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow)
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

    /// As on the screen; the next command begins anew.
    @Test func aStepSendsTheCookiesAndUsesTheResponsesOfTheStepsBefore() async throws {
        let shop = try await SavedRunShop(
            """
            cache: { policy: http }
            requests:
              enter: { method: POST, url: /enter }
              me: { url: /me }
              tagged: { url: /tagged, assert: { status: 200, json: { $.n: 1 } } }
              again: { url: /tagged, assert: { status: 200, json: { $.n: 1 } } }
            chains: { flow: [enter, me], twice: [tagged, again] }
            """)
        let flow = try await shop.run("run", shop.workspace, "flow")
        #expect(flow.code == 0 && shop.requests == ["POST /enter", "GET /me"], "\(flow.text)\(flow.errors)")
        let alone = try await shop.run("run", shop.workspace, "me")
        #expect(alone.code == 4 && Self.rows(alone) == [["failed", "401", "me"]], "\(alone.text)\(alone.errors)")
        func tags() -> [String?] { shop.server.counts.requests.filter { $0.path == "/tagged" }.map { $0.value("If-None-Match") } }
        let twice = try await shop.run("run", shop.workspace, "twice")
        #expect(twice.code == 0 && tags() == [nil, "\"v1\""], "\(twice.text)\(twice.errors) \(tags())")
        #expect(Self.rows(twice).map { $0[1] } == ["200", "200"], "\(twice.text)")
        let repeated = try await shop.run("run", shop.workspace, "tagged", "--repeat", "2")
        #expect(repeated.code == 0 && tags().suffix(2) == [nil, "\"v1\""], "\(tags())")
        // What is waited for, and what is measured, is the server's own word.
        _ = try await shop.run("run", shop.workspace, "tagged", "--until", "$.n=2", "--every", "0", "--repeat", "2")
        _ = try await shop.run("run", shop.workspace, "tagged", "--repeat", "2", "--rate", "100/s")
        #expect(tags().count >= 8 && tags().dropFirst(4).allSatisfy { $0 == nil }, "\(tags())")
    }

    /// What came over the network, whatever was named.
    @Test func bytesMeanTheSameForEndpointsAndSavedRequests() async throws {
        let shop = try await SavedRunShop(
            "description: \(ExplorerProgram.fixture("httpbin.json"))\nrequests: { mine: { url: /uuid }, none: { url: /hang } }")
        func bytes(_ name: String) async throws -> Int? {
            let result = try await shop.run("run", shop.workspace, name, "--format", "json", "--timeout", "1")
            let rows = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
            return rows?.first?["bytes"] as? Int
        }
        let (endpoint, saved) = (try await bytes("uuid"), try await bytes("mine"))
        #expect(endpoint == saved && endpoint ?? 0 > 40, "\(String(describing: endpoint)) \(String(describing: saved))")
        #expect(try await bytes("none") == 0)
    }

    @Test(
        "the exit code is that of what went worst",
        arguments: [
            (["missing"], 0), (["gone"], 4), (["broken", "gone"], 5), (["wrong", "broken"], 65), (["stops"], 4),
        ] as [([String], Int32)])
    func exitCodes(_ names: [String], _ code: Int32) async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow)
        let result = try await ExplorerProgram.command(["run", shop.workspace] + names, environment: shop.environment)
        #expect(result.code == code, "\(result.text)\(result.errors)")
        if names == ["stops"] {
            #expect(Self.rows(result).map { $0[0] } == ["succeeded", "failed", "skipped"] && shop.requests.count == 2)
        }
        if names.contains("wrong") { #expect(result.errors.contains("wrong: $.target is /x, not \"/y\" (line ")) }
    }

    @Test func aGroupAndItsChainsAreTheRowsThatTheirRequestsStandUnder() async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow)
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
        let shop = try await SavedRunShop(SavedRunShop.flow)
        let result = try await shop.run("run", shop.workspace, "wrong", "--events")
        #expect(result.code == 65)
        #expect(result.errors.contains(#""state":"failed","status":200"#), "\(result.errors)")
        #expect(result.errors.contains(#""error":"validation","reason":"$.target is /x, not \"/y\" (line "#), "\(result.errors)")
        let history = try await shop.run("history", "--format", "json")
        #expect(history.text.contains(#""error":"validation""#), "\(history.text)")
    }

    @Test func aGroupThatFailsFastLeavesOutWhatHasNotBegun() async throws {
        let shop = try await SavedRunShop(
            """
            requests:
              wrong: { url: /x, assert: { json: { $.target: /y } } }
              missing: { url: /missing, assert: { status: 404 } }
            chains: { flow: [missing, wrong] }
            groups: { all: [wrong, flow, missing] }
            """)
        let result = try await shop.run("run", shop.workspace, "all", "--concurrency", "1", "--fail-fast", "--events")
        #expect(result.code == 65 && Self.rows(result) == [["failed", "200", "wrong"]], "\(result.text)\(result.errors)")
        let skipped = try result.endedTasks().filter { $0["state"] as? String == "cancelled" }
        #expect(skipped.compactMap { $0["endpoint"] as? String } == ["flow", "missing"], "each has its row")
        #expect(shop.requests == ["GET /x"])
    }

    @Test func aSecretThatTheAnswerEchoesIsInNoReason() async throws {
        let shop = try await SavedRunShop(
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
        let shop = try await SavedRunShop(
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
        let shop = try await SavedRunShop(SavedRunShop.flow)
        let path = shop.folder.path("report.xml")
        let result = try await shop.run("run", shop.workspace, "flow", "gone", "--junit", path)
        #expect(result.code == 4)
        let text = try shop.folder.text("report.xml")
        #expect(text.contains("<testsuites name=\"explorer\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"0\""), "\(text)")
        #expect(text.contains("<failure message=\"the server answered 404\"/>") && !text.contains("geheim"))
        let nowhere = try await shop.run("run", shop.workspace, "flow", "--junit", shop.folder.path("none/report.xml"))
        #expect(nowhere.code == 74 && shop.requests.count == 4, "what cannot be reported is not run")
    }

    @Test func aDryRunShowsTheRequestsAndSendsNothing() async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow)
        let result = try await shop.run("run", shop.workspace, "flow", "--dry-run", "-H", "Authorization: Bearer offen")
        #expect(result.code == 0 && shop.requests.isEmpty, "\(result.errors)")
        #expect(result.text.contains("POST \(shop.server.url(""))/login\n"), "\(result.text)")
        #expect(result.text.contains("### items/get\nGET \(shop.server.url(""))/items/$item?q=a%201\n"))
        #expect(!result.text.contains("geheim") && !result.text.contains("offen"))
        let send = try await shop.run("send", "GET", shop.server.url("/a?token=offen"), "-H", "X-Api-Key: offen", "--dry-run")
        #expect(send.code == 0 && shop.requests.isEmpty && send.text.contains("X-Api-Key: ••••••"), "\(send.text)")
        #expect(!send.text.contains("offen"))
        let form = try await SavedRunShop(
            "requests: { enter: { method: POST, url: /enter, body: { form: { pass: \"${env:PASS}\", as: ada } } } }")
        let fields = try await form.run("run", form.workspace, "enter", "--dry-run")
        #expect(fields.code == 0 && fields.text.contains("as=ada") && !fields.text.contains("geheim"), "\(fields.text)")
    }

    @Test func aPollEndsWhenItsConditionHolds() async throws {
        let shop = try await SavedRunShop(SavedRunShop.flow)
        let result = try await shop.run("run", shop.workspace, "job", "--until", "$.state=done", "--every", "0")
        #expect(result.code == 0 && shop.requests.count == 3, "\(result.errors)")
        let never = try await shop.run("run", shop.workspace, "missing", "--until", "status=200", "--every", "0", "--repeat", "2")
        #expect(
            never.code == 65 && never.errors.contains("status is 404, not 200") && shop.requests.count == 5, "\(never.errors)")
        let late = try await shop.run("run", shop.workspace, "missing", "--until", "status=200", "--within", "0")
        #expect(late.code == 65 && late.errors.contains("not true in time"))
        let mute = try await SavedRunShop(
            """
            requests: { login: { url: /login }, mute: { url: "http://127.0.0.1:1/" } }
            chains: { flow: [login, mute] }
            """)
        let silent = try await mute.run("run", mute.workspace, "flow", "--until", "status=200", "--every", "0", "--repeat", "2")
        #expect(
            silent.code == 6 && silent.errors.contains("in 2 runs: there was no response") && mute.requests.count == 2,
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
        let shop = try await SavedRunShop(SavedRunShop.flow)
        for (arguments, code, complaint) in [
            (["items/get"], 65, "nothing defines ${token}"),
            (["flow", "nothing"], 64, "no saved request, chain or group 'nothing'"),
            (["flow", "-p", "nothing=1"], 64, "'nothing' is not a variable of the workspace"),
        ] as [([String], Int32, String)] {
            let result = try await ExplorerProgram.command(["run", shop.workspace] + arguments, environment: shop.environment)
            #expect(result.code == code && result.errors.contains(complaint), "\(result.errors)")
        }
        let described = try await SavedRunShop(
            "description: \(ExplorerProgram.fixture("httpbin.json"))\nrequests: { first: { endpoint: uuid }, one: { endpoint: nothing } }"
        )
        let unknown = try await described.run("run", described.workspace, "first", "one")
        #expect(unknown.code == 64 && unknown.errors.contains("one calls it: \(described.workspace):5."), "\(unknown.errors)")
        #expect(unknown.errors.hasPrefix("explorer: no endpoint"), "what is wrong stands first: \(unknown.errors)")
        #expect(described.requests.isEmpty)
        shop.environment["PASS"] = nil
        let unset = try await shop.run("run", shop.workspace, "flow")
        #expect(unset.code == 65 && unset.errors.contains("the variable PASS is not set"))
        #expect(shop.requests.isEmpty)
    }

    @Test func endpointsAreReportedAndPolledToo() async throws {
        let shop = try await SavedRunShop("requests: { r: { url: / } }")
        let fixture = ExplorerProgram.fixture("httpbin.json")
        let report = shop.folder.path("r.xml")
        let result = try await shop.run(
            "run", fixture, "uuid", "GET /status/404", "--base", shop.server.url(""), "--junit", report)
        #expect(result.code == 0 && result.lines.count == 2, "\(result.text)\(result.errors)")
        #expect(try shop.folder.text("r.xml").contains("tests=\"2\""))
        let dry = try await shop.run("run", fixture, "uuid", "--base", shop.server.url(""), "--dry-run")
        #expect(dry.code == 0 && dry.text.contains("GET \(shop.server.url(""))/uuid") && shop.requests.count == 2)
    }
}
