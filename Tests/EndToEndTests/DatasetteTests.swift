// A real server that pages: datasette's Link header, followed to its end.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite(.enabled(if: PythonServer.isPresent, PythonServer.whyAbsent))
    struct DatasetteTests {
        @Test func tableOfAThousandRowsPagedToItsEndAndBack() async throws {
            let rows = 1_234
            let server = try await PythonServer.datasette(rows: rows)
            let tmux = try await ExplorerProgram.open(ExplorerProgram.fixture("datasette.json"), "--base", server.url(""))
            try await tmux.waitFor("GET   /shop/items.json")
            try await tmux.press("s")
            let pages = (rows + 99) / 100
            for page in 1...pages {
                try await tmux.waitFor("page \(page)") { screen in
                    screen.contains("200 OK") && screen.showsRow(1, id: (page - 1) * 100 + 1)
                        && (page == 1 || screen.contains("/shop/items.json p.\(page)"))
                }
                try await tmux.press("]")
            }
            // No request went out: the last page has no link to a next one.
            try await tmux.waitFor("no next page") { $0.contains("There is no next page") || $0.contains("has no Link header") }
            try await tmux.press("3")
            try await tmux.press("G")
            let end = try await tmux.waitFor("the last row") { $0.showsRow(rows % 100, id: rows) }
            #expect(end.contains("4 Tasks · \(pages)"))
            #expect(end.contains("idle"))

            // And back, page by page.
            for page in stride(from: pages - 1, through: 1, by: -1) {
                try await tmux.press("[")
                try await tmux.waitFor("page \(page) again") { $0.showsRow(1, id: (page - 1) * 100 + 1) }
            }

            // The table of tasks has one row a page that was turned to, all of them answered.
            try await tmux.press("4")
            try await tmux.press("f")
            try await tmux.waitFor("a row a page") {
                $0.rows(with: "✓ 200", "GET /shop/items.json").count == 2 * pages - 1
            }
        }
    }
}
