// All pages of the demo's lists in one table, in a real terminal.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct AllPagesFlowTests {
        @Test("all items of the demo stand in one table, in each style of paging", arguments: TerminalSize.allCases)
        func everyStyle(_ size: TerminalSize) async throws {
            let tmux = try await ExplorerProgram.open("demo", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            // The first endpoint is that of the items; each other style has one of its own.
            for path in ["", "/paging/offset", "/paging/cursor", "/paging/keyset", "/paging/next-url"] {
                if !path.isEmpty { try await tmux.filter(path) }
                try await tmux.press("s")
                try await tmux.waitFor("the first page of \(path)") { $0.contains("page 1") && $0.showsRow(1, id: 1) }
                try await tmux.press("3", "a")
                try await tmux.waitFor("1,234 rows of \(path)") { $0.contains("all pages") && $0.contains("1234 rows") }
                try await tmux.press("G")
                try await tmux.waitFor("the last row of \(path)") { $0.showsRow(1234, id: 1234) }
                try await tmux.press("1")
            }
        }
    }
}
