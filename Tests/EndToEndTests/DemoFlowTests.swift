// The demo as a newcomer walks through it: list, send, page, slow requests, cancel, form.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct DemoFlowTests {
        @Test("the demo lists, sends, pages, and leaves the shell as it was", arguments: TerminalSize.allCases)
        func listSendPageQuit(_ size: TerminalSize) async throws {
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.shell(
                """
                echo 'the line before'; stty -g > '\(folder.path("before"))'
                "$explorer" demo; echo "code $?"
                stty -g > '\(folder.path("after"))'; echo 'the line after'; exec cat
                """, size: size.cells)
            try await tmux.waitFor("the demo's endpoints") {
                $0.contains(ExplorerProgram.demoEndpoints) && $0.contains("No response yet")
            }
            #expect(try await tmux.value("alternate_on") == "1")

            try await tmux.press("s")
            try await tmux.waitFor("the first page") {
                $0.contains("200 OK") && $0.contains("page 1") && $0.showsRow(1, id: 1)
            }
            try await tmux.press("]")
            try await tmux.waitFor("the second page") {
                $0.contains("page 2") && $0.showsRow(1, id: 21) && $0.contains("GET /items p.2")
            }
            try await tmux.press("[")
            try await tmux.waitFor("the first page again") { $0.contains("page 1") && $0.showsRow(1, id: 1) }
            try await tmux.press("}")
            try await tmux.waitFor("the last page") { $0.contains("page 62") && $0.showsRow(1, id: 1221) }
            try await tmux.press("]")
            try await tmux.waitFor("There is no next page")
            try await tmux.press("{")
            try await tmux.waitFor("the first page at last") { $0.contains("page 1") && $0.showsRow(1, id: 1) }

            try await tmux.press("q")
            let screen = try await tmux.waitFor("the line after")
            #expect(screen.contains("the line before"))
            #expect(screen.contains("code 0"))
            #expect(!screen.contains("Endpoints"))
            #expect(try await tmux.value("alternate_on") == "0")
            #expect(try await tmux.value("cursor_flag") == "1")
            #expect(try folder.text("before") == folder.text("after"))
        }

        @Test(
            "ten slow requests: one, the marked, then all are cancelled, and each row says so", arguments: TerminalSize.allCases)
        func cancelSlowRequests(_ size: TerminalSize) async throws {
            let tmux = try await ExplorerProgram.open("demo", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.filter("/slow")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("next field")
            try await tmux.type("30")
            try await tmux.press("C-r")
            try await tmux.waitFor("1 running")
            try await tmux.press("s", times: 9)
            try await tmux.waitFor("10 running")
            try await tmux.press("4")
            try await tmux.press("f")
            try await tmux.waitFor("ten rows that run") { $0.rows(with: "▶ running", "GET /slow").count == 10 }

            try await tmux.press("x")
            let one = try await tmux.waitFor("9 running")
            #expect(one.rows(with: "⊘ cancelled", "GET /slow").count == 1)
            #expect(one.rows(with: "▶ running", "GET /slow").count == 9)

            try await tmux.press("Down")
            try await tmux.press("Space", times: 3)
            try await tmux.waitFor("3 marked")
            try await tmux.press("x")
            let marked = try await tmux.waitFor("6 running")
            #expect(marked.rows(with: "⊘ cancelled", "GET /slow").count == 4)
            #expect(!marked.contains("3 marked"))

            // The default of the question is No.
            try await tmux.press("X")
            try await tmux.waitFor("Cancel 6 requests?")
            try await tmux.press("Enter")
            try await tmux.waitFor("no question") { !$0.contains("Cancel 6 requests?") && $0.contains("6 running") }
            try await tmux.press("X")
            try await tmux.waitFor("Cancel 6 requests?")
            try await tmux.press("y")
            let all = try await tmux.waitFor("idle")
            #expect(all.rows(with: "⊘ cancelled", "GET /slow").count == 10)
            #expect(!all.contains("▶"))

            // The service has seen all of them go.
            try await tmux.press("f")
            try await tmux.press("b")
            let services = try await tmux.waitFor("api-1  http://127.0.0.1:")
            let address = try #require(services.lines.joined().firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
            try await tmux.press("b")
            var answer = try await ExplorerProgram.run("send", "GET", "\(address)/health")
            for _ in 0..<100 where !answer.text.contains(#""waiting":0"#) {
                answer = try await ExplorerProgram.run("send", "GET", "\(address)/health")
            }
            #expect(answer.text.contains(#""waiting":0"#))
        }

        @Test("filter, a required field, a refused and an accepted body", arguments: TerminalSize.allCases)
        func formAndBody(_ size: TerminalSize) async throws {
            let tmux = try await ExplorerProgram.open("demo", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.filter("status")
            try await tmux.waitFor("Request · GET /status/503")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("next field")
            try await tmux.press("C-u")
            try await tmux.press("C-r")
            try await tmux.waitFor("code is required")
            try await tmux.type("404")
            try await tmux.press("C-r")
            let refused = try await tmux.waitFor("404 Not Found")
            #expect(refused.rows(with: "✗ ", "404").count == 1)
            #expect(refused.contains("1 failed"))

            try await tmux.filter("post /items")
            try await tmux.waitFor("Request · POST /items")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("C-_ undo")
            try await tmux.press("M-k")
            try await tmux.type(#"{"name": "Lamp"}"#)
            try await tmux.press("C-r")
            try await tmux.waitFor("C-r sends anyway")
            try await tmux.press("C-r")
            try await tmux.waitFor("422")
            try await tmux.press("Enter")
            try await tmux.waitFor("C-_ undo")
            try await tmux.press("M-k")
            try await tmux.type(#"{"name": "Żółta lampa", "price": 12.5}"#)
            try await tmux.press("C-r")
            try await tmux.waitFor("the created item") {
                $0.contains("201 Created") && $0.contains(#"name: "Żółta lampa""#) && $0.contains("id: 1235")
            }
        }
    }
}
