// A workspace on the command line: `explorer services`, and requests that do not notice that a service dies.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct ServicesTests {
    /// Services of the demo, and a workspace that names them.
    private final class Shop {
        let services: [DemoService]
        let folder: TemporaryFolder
        let workspace: String

        init(_ count: Int = 2, failover: String = "{ health: { path: /health, interval: 200ms } }") async throws {
            var services: [DemoService] = []
            for number in 1...count { services.append(try await DemoService("api-\(number)")) }
            self.services = services
            folder = try TemporaryFolder()
            workspace = try folder.file(
                "explorer.yaml",
                """
                apis:
                  shop:
                    description: \(services[count - 1].url)/openapi.json
                    environments:
                      release: [\(services.map(\.url).joined(separator: ", "))]
                      last: [\(services[count - 1].url)]
                    failover: \(failover)
                """)
        }

        /// Agrees to what the workspace does, as its user.
        /// - Returns: the environment in which that is known.
        func trusted() async throws -> [String: String] {
            let environment = ExplorerProgram.environment.merging(["EXPLORER_STATE_DIR": folder.path("state")]) { $1 }
            let result = try await ExplorerProgram.command(["trust", workspace], environment: environment)
            try #require(result.code == 0, "\(result.errors)")
            return environment
        }
    }

    private static func objects(_ text: String) -> [[String: Any]] {
        text.split(separator: "\n").compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }

    private static func service(_ head: String) -> String? {
        head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("x-service: ") }.map {
            String($0.dropFirst(11))
        }
    }

    @Test func aTableOfThoseThatLiveAndThoseThatDoNot() async throws {
        let shop = try await Shop(3)
        shop.services[0].signal(SIGKILL)
        let table = try await ExplorerProgram.run("services", shop.workspace)
        #expect(table.code == 0 && table.errors.isEmpty, "\(table.errors)")
        let rows = table.lines.map { $0.split(separator: " ").map(String.init) }
        try #require(rows.count == 4, "\(table.text)")
        #expect(rows[0] == ["SERVICE", "STATE", "LATENCY", "ANSWER", "ADDRESS"])
        #expect(rows[1].prefix(3) == ["api-1", "down", "-"] && rows[1].last == shop.services[0].url)
        #expect(rows[2].prefix(3) == ["*", "api-2", "healthy"] && rows[2].contains("200"), "requests would go here")
        #expect(rows[3].prefix(2) == ["api-3", "healthy"])

        let json = try await ExplorerProgram.run("services", shop.folder.path, "--env", "last", "--format", "json")
        let status = try #require(Self.objects(json.text).first)
        #expect(json.code == 0 && json.lines.count == 1)
        #expect(status["event"] as? String == "status" && status["pool"] as? String == "shop")
        #expect(status["environment"] as? String == "last" && status["offline"] as? Bool == false)
        let services = try #require(status["services"] as? [[String: Any]])
        #expect(services.map { $0["state"] as? String } == ["closed", "absent", "absent"])
        #expect(services.map { $0["ok"] as? Bool } == [true, nil, nil])
        #expect(services[0]["url"] as? String == shop.services[2].url && services[0]["ms"] is Double)
    }

    @Test func withoutAHealthPathEveryAnswerWillDo() async throws {
        let server = try FaultServer { request in request.method == "HEAD" ? .answer(405) : .answer(500) }
        defer { server.stop() }
        let good = try await ExplorerProgram.run("services", ExplorerProgram.fixture("httpbin.json"), "--base", server.url())
        #expect(good.code == 0 && good.text.contains(" 405 "), "\(good.text)\(good.errors)")
        let dead = try await ExplorerProgram.run(
            "services", ExplorerProgram.fixture("httpbin.json"), "--base", "http://127.0.0.1:1", "--format", "json")
        let status = try #require(Self.objects(dead.text).first)
        #expect(dead.code == 6 && (status["services"] as? [[String: Any]])?.first?["ok"] as? Bool == false)
    }

    @Test func theyAreAskedAsRequestsAre() async throws {
        let server = try FaultServer { request in request.value("x-key") == "7" ? .answer(200) : .answer(500) }
        defer { server.stop() }
        for (headers, code) in [([String](), Int32(6)), (["-H", "X-Key: 7"], 0)] {
            let arguments = ["services", ExplorerProgram.fixture("httpbin.json"), "--base", server.url()] + headers
            let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
            #expect(result.code == code, "\(result.text)\(result.errors)")
        }
    }

    @Test func withoutFailoverTheStarStaysWhereRequestsGo() async throws {
        let shop = try await Shop()
        shop.services[0].signal(SIGKILL)
        for (option, active) in [("--failover", "api-2"), ("--no-failover", "api-1")] {
            let result = try await ExplorerProgram.run("services", shop.workspace, option, "--format", "json")
            let status = try #require(Self.objects(result.text).first)
            #expect(result.code == 0 && status["active"] as? String == active, "\(option): \(result.text)")
            let services = try #require(status["services"] as? [[String: Any]])
            #expect(services.map { $0["state"] as? String } == ["open", "closed"])
        }
    }

    @Test func anIntervalThatIsTypedCounts() async throws {
        let shop = try await Shop(failover: "{ health: { path: /health, interval: 1h } }")
        let result = try await ExplorerProgram.run(
            "services", shop.workspace, "--watch", "--interval", "0.1", "--format", "json"
        ) { run in
            try #require(await eventually { (try? run.output().contains("\"status\"")) == true })
            shop.services[0].signal(SIGKILL)
            try #require(await eventually { (try? run.output().contains("\"ok\":false")) == true })
            run.child.signal(SIGINT)
        }
        #expect(result.code == 7)
    }

    @Test func nobodyIsListenedToWhoWasNotMeant() async throws {
        let shop = try await Shop(failover: "{ directives: [{ socket: ./socket }], health: { path: /health, interval: 1s } }")
        let socket = shop.folder.path("socket")
        let stranger = try await ExplorerProgram.run("services", shop.workspace)
        #expect(
            stranger.code == 65 && stranger.errors.contains("takes directives from the socket ./socket"), "\(stranger.errors)")
        let environment = try await shop.trusted().merging(["explorer": try ExplorerProgram.path(), "url": shop.services[1].url])
        {
            $1
        }
        let cases = [
            ("explorer.yaml", true), ("explorer.yaml --base $url", false), ("explorer.yaml --no-failover", false), ("", true),
        ]
        for (arguments, isThere) in cases {
            let script = "cd '\(shop.folder.path)' && exec \"$explorer\" services \(arguments) --watch --format json"
            let result = try await ChildProcess.run("/bin/bash", ["-c", script], environment: environment) { run in
                // Sources are listened to before anybody is asked.
                try #require(await eventually { (try? run.output().contains("\"status\"")) == true })
                #expect(FileManager.default.fileExists(atPath: socket) == isThere, "\(arguments)")
                run.child.signal(SIGINT)
            }
            #expect(result.code == 7, "\(arguments): \(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: socket), "it is removed")
        }
    }

    @Test func theDescriptionIsThatOfTheServiceThatAnswers() async throws {
        let shop = try await Shop()
        shop.services[0].signal(SIGKILL)
        let (dead, alive) = (shop.services[0].url, shop.services[1].url)
        let bare = try shop.folder.file("bare.explorer.yaml", "apis: { shop: { environments: { x: [\(dead), \(alive)] } } }")
        let list = try await ExplorerProgram.run("list", bare)
        #expect(list.code == 0 && list.lines.count > 40)
        #expect(list.errors == "explorer: The description is from \(alive), because \(dead) did not respond\n")
        shop.services[1].signal(SIGKILL)
        let none = try await ExplorerProgram.run("list", bare)
        #expect(none.code == 66 && none.errors.contains(dead) && none.errors.contains(alive), "\(none.errors)")
    }

    @Test func watchingTellsOfDeathAndReturn() async throws {
        let shop = try await Shop(
            failover:
                "{ open: 300ms, trial-interval: 100ms, failback: { dwell: 0s }, health: { path: /health, interval: 200ms, timeout: 1s } }"
        )
        let result = try await ExplorerProgram.run("services", shop.workspace, "--watch", "--format", "json") { run in
            try #require(await eventually { (try? run.output().contains("\"status\"")) == true })
            shop.services[0].signal(SIGSTOP)
            try #require(await eventually { (try? run.output().contains("\"cause\":\"automatic\"")) == true })
            shop.services[0].signal(SIGCONT)
            try #require(await eventually { (try? run.output().contains("\"cause\":\"failback\"")) == true })
            run.child.signal(SIGINT)
        }
        #expect(result.code == 7 && result.errors == "explorer: cancelled\n")
        let events = Self.objects(result.text)
        #expect(events.count == result.lines.count, "each line is an object")
        #expect(events.first?["event"] as? String == "status")
        let down = try #require(events.first { $0["ok"] as? Bool == false })
        #expect(down["service"] as? String == "api-1" && down["event"] as? String == "probed" && down["detail"] is String)
        // A busy machine may make any service late for once, so that it is down and up again: what is not told is the same twice.
        for name in ["api-1", "api-2"] {
            let answers = events.filter { $0["event"] as? String == "probed" && $0["service"] as? String == name }
            let told = answers.map { $0["ok"] as? Bool ?? true }
            #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 } && told.first != true, "no news is not told: \(told)")
        }
        let tripped = try #require(events.first { $0["event"] as? String == "tripped" && $0["service"] as? String == "api-1" })
        #expect(tripped["reason"] as? String == "3 health checks failed in a row")
        let switches = events.filter { $0["event"] as? String == "switched" }
        let (away, back) = (try #require(switches.first), try #require(switches.first { $0["cause"] as? String == "failback" }))
        #expect(away["to"] as? String == "api-2" && back["to"] as? String == "api-1")
        #expect(switches.compactMap { $0["generation"] as? Int } == Array(1...switches.count))
        #expect(events.contains { $0["event"] as? String == "reclosed" })
    }

    @Test func nothingIsLostWhenAServiceDies() async throws {
        let shop = try await Shop()
        let result = try await ExplorerProgram.run(
            "run", shop.workspace, "GET /slow", "-p", "seconds=0.02", "--repeat", "150", "--at-once", "4", "--events", "--format",
            "json"
        ) { run in
            try #require(
                await eventually {
                    (try? run.errors().components(separatedBy: "\"event\":\"ended\"").count > 40) == true
                })
            shop.services[0].signal(SIGKILL)
        }
        #expect(result.code == 0, "\(result.errors.suffix(2_000))")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
        #expect(rows.count == 150 && rows.allSatisfy { $0["status"] as? Int == 200 })
        #expect(Set(rows.map { $0["service"] as? String }) == ["api-1", "api-2"])
        #expect(rows.contains { $0["attempts"] as? Int == 2 }, "what died with it was sent again")
        let events = Self.objects(result.errors)
        let tripped = try #require(events.first { $0["event"] as? String == "tripped" })
        #expect(tripped["service"] as? String == "api-1" && tripped["pool"] as? String == "shop")
        let switched = try #require(events.first { $0["event"] as? String == "switched" })
        #expect(
            switched["from"] as? String == "api-1" && switched["to"] as? String == "api-2"
                && switched["cause"] as? String == "automatic")
    }

    @Test func whoeverMaySayItSwitches() async throws {
        let shop = try await Shop(failover: "{ directives: [{ file: ./switch }], health: { path: /health, interval: 1s } }")
        let path = shop.folder.path("switch")
        let result = try await ChildProcess.run(
            try ExplorerProgram.path(), ["services", shop.workspace, "--watch", "--format", "json"],
            environment: try await shop.trusted()
        ) { run in
            try #require(await eventually { (try? run.output().contains("\"status\"")) == true })
            _ = try shop.folder.file("switch", "pool=shop;to=api-2;epoch=7\n")
            chmod(path, 0o600)
            try #require(await eventually { (try? run.output().contains("\"cause\":\"remote\"")) == true })
            _ = try shop.folder.file("switch", "pool=shop;to=0;epoch=3\n")
            try #require(await eventually { (try? run.output().contains("\"accepted\":false")) == true })
            run.child.signal(SIGINT)
        }
        #expect(result.code == 7)
        let directives = Self.objects(result.text).filter { $0["event"] as? String == "directive" }
        #expect(directives.map { $0["epoch"] as? Int } == [7, 3] && directives.map { $0["accepted"] as? Bool } == [true, false])
        #expect((directives.last?["reason"] as? String)?.contains("not after 7") == true)
    }

    /// Who starts the program may order it about by a pipe.
    @Test func standardInputMaySayItToo() async throws {
        let shop = try await Shop(failover: "{ health: { path: /health, interval: 1s } }")
        let said = Array("pool=shop;to=api-2;epoch=7\npool=shop;to=9;epoch=8\n".utf8)
        let result = try await ExplorerProgram.run(
            "services", shop.workspace, "--watch", "--directives", "--format", "json", input: said
        ) { run in
            try #require(await eventually { (try? run.output().contains("\"accepted\":false")) == true })
            run.child.signal(SIGINT)
        }
        #expect(result.code == 7 && result.text.contains("\"cause\":\"remote\""), "\(result.text)")
        let once = try await ExplorerProgram.run("services", shop.workspace, "--directives")
        #expect(once.code == 64 && once.errors.contains("--watch"), "\(once.errors)")
    }

    @Test func aServiceMayBeNamed() async throws {
        let shop = try await Shop()
        for (name, expected) in [("2", "api-2"), ("api-2", "api-2"), ("1", "api-1")] {
            let result = try await ExplorerProgram.run("send", shop.workspace, "GET /health", "-i", "--service", name)
            #expect(result.code == 0 && Self.service(result.text) == expected, "\(result.text)\(result.errors)")
        }
        let last = try await ExplorerProgram.run("send", shop.workspace, "GET /health", "-i", "--env", "last")
        #expect(Self.service(last.text) == "api-2")
        shop.services[0].signal(SIGKILL)
        let elsewhere = try await ExplorerProgram.run("send", shop.workspace, "GET /health", "-i")
        #expect(elsewhere.code == 0 && Self.service(elsewhere.text) == "api-2", "\(elsewhere.errors)")
        let named = try await ExplorerProgram.run("send", shop.workspace, "GET /health", "--service", "1")
        #expect(named.code == 6, "who names a service gets no other")
        let stays = try await ExplorerProgram.run("send", shop.workspace, "GET /health", "--no-failover")
        #expect(stays.code == 6)
    }

    @Test func whatIsWrongIsSaidAndNothingIsSent() async throws {
        let folder = try TemporaryFolder()
        let bad = try folder.file(
            "explorer.yaml", "apis:\n  shop:\n    failover: { opne: 5s }\n    environments: { x: [http://127.0.0.1:1] }\n")
        let result = try await ExplorerProgram.run("services", bad)
        #expect(result.code == 65 && result.output.isEmpty)
        #expect(result.errors == "explorer: \(bad):3: 'opne' is not an option of failover; did you mean open?\n")
        let two = try folder.file(
            "two.explorer.yaml",
            "apis: { a: { environments: { x: http://127.0.0.1:1 } }, b: { environments: { x: http://127.0.0.1:1 } } }")
        let cases: [([String], Int32, String?)] = [
            (["services", two], 64, "Choose one with --api: a, b."), (["services", two, "--api", "c"], 64, "It has: a, b."),
            (["services", two, "--api", "a", "--env", "y"], 64, "It has: x."),
            (["services", two, "--api", "a", "--format", "json"], 6, nil),
            (["services", folder.path("none.explorer.yaml")], 66, "there is no such file"),
            (["services", folder.path("petstore-explorer.yaml"), "--env", "x"], 66, "there is no such file"),
            (["demo", "--env", "nowhere"], 64, "It has: release, test."),
            (["demo", "--api", "shop"], 64, "--api is for workspaces"),
            (["demo", "--serve", "--env", "test"], 64, "--serve sends nothing"),
            (["demo", "--serve", "--no-failover"], 64, "--serve sends nothing"),
            (["services", ExplorerProgram.fixture("httpbin.json"), "--env", "x"], 64, "has no environment 'x'"),
            (["services", ExplorerProgram.fixture("httpbin.json"), "--api", "x"], 64, "--api is for workspaces"),
            (["services", two, "--api", "a", "--interval", "0"], 64, "--interval"),
            (["send", "GET", "http://127.0.0.1:1", "--service", "1"], 64, "--service"),
            (
                ["send", ExplorerProgram.fixture("httpbin.json"), "uuid", "--service", "9", "--base", "http://127.0.0.1:1"], 64,
                "there is no service '9'"
            ),
            (["run", ExplorerProgram.fixture("httpbin.json"), "uuid", "--repeat", "0"], 64, "--repeat"),
            (["run", ExplorerProgram.fixture("httpbin.json"), "uuid", "--repeat", "10001"], 64, "--repeat"),
            (
                ["run", ExplorerProgram.fixture("httpbin.json"), "POST /post", "--repeat", "2"], 64,
                "POST may change something"
            ),
        ]
        for (arguments, code, complaint) in cases {
            let result = try await ExplorerProgram.command(arguments, environment: ExplorerProgram.environment)
            #expect(
                result.code == code && complaint.map(result.errors.contains) ?? result.errors.isEmpty,
                "\(arguments): \(result.code) \(result.errors)")
        }
    }
}
