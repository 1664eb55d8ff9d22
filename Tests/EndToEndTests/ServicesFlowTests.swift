// Failover as somebody sees it who looks at the demo: traffic moves, says so once, and comes back; pins and environments hold.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ServicesFlowTests {
        private static func open(_ size: TerminalSize) async throws -> Tmux {
            let tmux = try await ExplorerProgram.open("demo", "--timeout", "20", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.waitFor("api-1 ●")
            try await tmux.filter("/health")
            return tmux
        }

        @Test(
            "killed: the row has a trail, the switch is said once; healed: traffic comes back", arguments: TerminalSize.allCases)
        func killAndHeal(_ size: TerminalSize) async throws {
            let tmux = try await Self.open(size)
            try await tmux.command("demo kill 1")
            try await tmux.waitFor("api-1 dead")
            try await tmux.press("s")
            try await tmux.waitFor("the trail in the row") { $0.rows(with: "GET /health", "api-1→2", "✓", "200").count == 1 }
            try await tmux.waitFor("the answer of the other one") {
                $0.contains("GET /health · 200 OK") && $0.contains("service: \"api-2\"")
            }
            try await tmux.press("4", "t")
            try await tmux.waitFor("api-1 ✗ no connection → api-2 ✓ 200 in ")
            try await tmux.press("1")
            let switched = try await tmux.waitFor("the switch", within: .seconds(20)) {
                $0.contains("api-1 → api-2: ") && $0.lines[0].contains("api-1 dead ○!  api-2 ●")
            }
            #expect(switched.lines.last?.contains("failed in a row") == true)
            try await tmux.press("b")
            try await tmux.waitFor("what was decided") { $0.contains("api-1 is down") && $0.contains("generation 1") }

            try await tmux.command("demo heal 1")
            try await tmux.waitFor("the way back", within: .seconds(40)) {
                $0.contains("api-2 → api-1: it has recovered") && $0.lines[0].contains("api-1 ●")
            }
            try await tmux.command("messages")
            let said = try await tmux.waitFor("Messages")
            #expect(said.lines(with: "api-1 → api-2: ").count == 1)
        }

        @Test("a dead service that is pinned gives errors and no switch; released, another one answers")
        func pin() async throws {
            let tmux = try await Self.open(.medium)
            try await tmux.command("pin api-1")
            try await tmux.waitFor("All requests go to api-1, whatever its state")
            try await tmux.command("demo kill 1")
            try await tmux.waitFor("api-1 dead")
            try await tmux.press("s", times: 6)
            let failed = try await tmux.waitFor("the errors") {
                $0.contains("6 failed") && $0.rows(with: "✗ failed", "GET /health", "api-1").count == 6
            }
            #expect(failed.lines[0].contains("api-1 dead ●") && failed.lines[0].contains("pinned"))
            #expect(!failed.contains("api-1→2"))
            try await tmux.press("b")
            try await tmux.waitFor("the pin in the pane") {
                $0.contains("pinned to api-1, whatever its state · r releases it") && $0.contains("in use api-1")
            }
            try await tmux.press("r")
            try await tmux.waitFor("api-1 is released")
            try await tmux.press("s", "b")
            try await tmux.waitFor("an answer") {
                $0.contains("200 OK") && $0.contains("api-2") && !$0.lines[0].contains("pinned")
            }
        }

        @Test("frozen: what waits there is answered by another service") func redispatch() async throws {
            let tmux = try await Self.open(.medium)
            try await tmux.filter("/slow")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("next field")
            // Long enough to be frozen while it waits, however slowly that is typed.
            try await tmux.type("10")
            try await tmux.press("C-r")
            try await tmux.waitFor("the request on the first service") {
                $0.rows(with: "▶ running", "GET /slow", "api-1").count == 1
            }
            try await tmux.command("demo freeze 1")
            try await tmux.waitFor("api-1 frozen")
            try await tmux.waitFor("the same request on the other one", within: .seconds(15)) {
                $0.rows(with: "▶ running", "GET /slow", "api-1→2").count == 1
            }
            try await tmux.waitFor("its answer", within: .seconds(30)) {
                $0.rows(with: "GET /slow", "api-1→2", "✓ 200").count == 1
            }
            try await tmux.press("3", "t")
            try await tmux.waitFor("api-1 ⊘ moved on → api-2 ✓ 200 in ")
            try await tmux.waitFor("leaves api-1: it is down")
        }

        @Test("the demo begins in the environment that was asked for, and stays with its service where that was asked for")
        func asAskedFor() async throws {
            let tmux = try await ExplorerProgram.open("demo", "--env", "test", "--no-failover")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            let screen = try await tmux.waitFor("the service of the environment") { $0.lines[0].contains("test") }
            #expect(screen.lines[0].contains("api-3") && !screen.lines[0].contains("●"))
        }

        @Test("a directive is for the environment in use") func directive() async throws {
            let services = [try await DemoService("api-1"), try await DemoService("api-2")]
            let folder = try TemporaryFolder()
            let urls = services.map(\.url).joined(separator: ", ")
            let workspace = try folder.file(
                "explorer.yaml",
                """
                apis:
                  shop:
                    environments: { release: [\(urls)], test: [\(urls)] }
                    failover: { directives: [{ file: ./switch }] }
                """)
            let tmux = try await ExplorerProgram.shell("EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(workspace)")
            try await tmux.waitFor("what it wants") {
                $0.contains("takes directives from the file ./switch") && $0.contains("Trust it with this? [y/N]")
            }
            try await tmux.press("y")
            try await tmux.press("Enter")
            try await tmux.waitFor("api-1 ●")
            try await tmux.press("p")
            try await tmux.waitFor(": env")
            try await tmux.press("Enter")
            try await tmux.waitFor("Requests now go to test")
            try folder.file("switch", "pool=shop;to=1;epoch=1\n")
            chmod(folder.path("switch"), 0o600)
            try await tmux.waitFor("the switch") { $0.contains("api-1 → api-2, by directive") && $0.lines[0].contains("api-2 ●") }
        }

        @Test("another environment: requests running ones stay at their address") func environment() async throws {
            let tmux = try await Self.open(.medium)
            try await tmux.filter("/slow")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("next field")
            try await tmux.type("6")
            try await tmux.press("C-r")
            try await tmux.waitFor("1 running")
            try await tmux.press("p")
            try await tmux.waitFor(": env")
            try await tmux.press("Enter")
            try await tmux.waitFor("Requests now go to test; the running one stays")
            try await tmux.press("s")
            try await tmux.waitFor("one on each") { screen in
                screen.rows(with: "▶ running", "GET /slow", "api-1").count == 1
                    && screen.rows(with: "▶ running", "GET /slow", "api-3").count == 1
                    && screen.lines[0].contains("test") && screen.lines[0].contains("api-3 ●")
            }
            try await tmux.waitFor("both ends", within: .seconds(20)) { screen in
                screen.rows(with: "✓ 200", "/slow", "api-1").count == 1
                    && screen.rows(with: "✓ 200", "/slow", "api-3").count == 1
            }
        }
    }
}
