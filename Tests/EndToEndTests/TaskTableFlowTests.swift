// The task table as somebody uses it who has lost sight: filter, cancel what is shown, sort, look at the trace.

import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct TaskTableFlowTests {
        @Test("the filtered tasks are cancelled, sorted, and each has its trace", arguments: TerminalSize.allCases)
        func filterCancelSortTrace(_ size: TerminalSize) async throws {
            let tmux = try await ExplorerProgram.open("demo", size: size.cells)
            try await tmux.waitFor("Endpoints · ")
            try await tmux.filter("/slow")
            try await tmux.press("2")
            try await tmux.press("Enter")
            try await tmux.waitFor("next field")
            try await tmux.type("30")
            try await tmux.press("C-r")
            try await tmux.waitFor("1 running")
            try await tmux.press("s", times: 2)
            try await tmux.waitFor("3 running")

            // The fourth task fetched the description and has ended.
            try await tmux.press("4")
            try await tmux.press("f")
            try await tmux.waitFor("#▼")
            try await tmux.press("/")
            try await tmux.type("state:live")
            try await tmux.press("Enter")
            let live = try await tmux.waitFor("3 of 4 · 3 running")
            #expect(live.rows(with: "✓ ").isEmpty)
            try await tmux.press("X")
            try await tmux.waitFor("Cancel 3 requests, all that the filter shows?")
            try await tmux.press("y")
            try await tmux.waitFor("No match")
            try await tmux.press("Escape")
            try await tmux.waitFor("all rows") {
                $0.rows(with: "⊘ cancelled", "GET /slow").count == 3 && $0.rows(with: "✓ ", "GET description", "200").count == 1
            }

            try await tmux.press("S")
            let sorted = try await tmux.waitFor("state▲")
            let rows = sorted.lines.filter { $0.contains("⊘ cancelled") || $0.contains("GET description") }
            #expect(rows.count == 4 && rows.last?.contains("✓ ") == true)

            try await tmux.press("t")
            let trace = try await tmux.waitFor("⊘ cancelled  by user")
            #expect(trace.contains("→ GET /slow?seconds=30") && trace.contains("waiting"))
        }
    }
}
