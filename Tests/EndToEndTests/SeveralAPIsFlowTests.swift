// Two APIs in one workspace, 500 requests each at the same time, while a service of one of them fails: table, filter, services and
// history keep the two apart.

import Foundation
import Synchronization
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct SeveralAPIsFlowTests {
        private static let count = 500
        private static let perHost = 4

        /// A service of the shop that fails from its 100th response on, one that takes over, and the two of billing, of which one suffices.
        private final class Services {
            let first: FaultServer
            let second: FaultServer
            let bills: FaultServer
            let spare: FaultServer

            init() throws {
                let answered = Mutex(0)
                first = try FaultServer { _ in
                    let number = answered.withLock { count in
                        count += 1
                        return count
                    }
                    return number > 100 ? .answer(503) : .answer(body: #"{"service": "shop-1"}"#)
                }
                second = try FaultServer { _ in .answer(body: #"{"service": "shop-2"}"#) }
                bills = try FaultServer { _ in .answer(body: #"{"service": "bill-1"}"#) }
                spare = try FaultServer { _ in .answer(body: #"{"service": "bill-2"}"#) }
            }

            func stop() { for server in [first, second, bills, spare] { server.stop() } }

            /// - Returns: a workspace in `folder` with both APIs.
            func workspace(in folder: TemporaryFolder) throws -> String {
                for (name, path, id) in [("shop", "/items", "listItems"), ("billing", "/invoices", "listInvoices")] {
                    try folder.file(
                        "\(name).json",
                        """
                        {"openapi": "3.1.0", "info": {"title": "\(name)", "version": "1"},
                         "paths": {"\(path)": {"get": {"operationId": "\(id)", "responses": {"200": {"description": "all"}}}}}}
                        """)
                }
                return try folder.file(
                    "explorer.yaml",
                    """
                    apis:
                      shop:
                        description: shop.json
                        environments: { release: ["\(first.url(""))", "\(second.url(""))"] }
                      billing:
                        description: billing.json
                        environments: { release: ["\(bills.url(""))", "\(spare.url(""))"] }
                    """)
            }
        }

        @Test("2 × 500 tasks, a service of one API fails meanwhile: each API has its own tasks, services and history")
        func oneFailsOver() async throws {
            let services = try Services()
            defer { services.stop() }
            let folder = try TemporaryFolder()
            let workspace = try services.workspace(in: folder)
            let home = folder.path("home")
            let tmux = try await ExplorerProgram.shell(
                "HOME='\(home)' exec $explorer '\(workspace)' --max-per-host \(Self.perHost)", size: (140, 40))
            try await tmux.waitFor("both APIs") { $0.contains("▾ shop · 1") && $0.contains("▾ billing · 1") }

            for path in ["items", "invoices"] {
                try await tmux.filter(path)
                try await tmux.command("repeat \(Self.count)")
            }
            let table = try await tmux.waitFor("the end of both groups", within: .seconds(60)) {
                $0.lines[0].contains("idle") && $0.rows(with: "▸ group", "\(Self.count)/\(Self.count)").count == 2
            }
            #expect(table.contains("Tasks · \(2 * Self.count + 2)"))
            #expect(table.rows(with: " billing ", "✓ succeeded", "/invoices × 500", "200 ×500").count == 1)
            #expect(table.rows(with: " shop ", "✓ succeeded", "/items × 500", "200 ×500").count == 1)

            try await filter(tmux, "api:billing", shown: Self.count + 1)
            try await filter(tmux, "api:shop", shown: Self.count + 1)
            let sent = services.first.counts.requests.count
            #expect(sent > 100 && services.second.counts.requests.count == Self.count - 100)
            try await expectServices(tmux, sent: sent)

            let seen = services.bills.counts.requests
            #expect(seen.count == Self.count && seen.allSatisfy { $0.path == "/invoices" })
            #expect(services.spare.counts.requests.isEmpty)
            // All is in the history when the program has ended.
            try await tmux.press("q", "q")
            #expect(try await tmux.waitForExit() == 0)
            try await expectHistory(home)
        }

        private func filter(_ tmux: Tmux, _ words: String, shown: Int) async throws {
            try await tmux.press("4", "/", "C-u")
            try await tmux.type(words)
            try await tmux.press("Enter")
            try await tmux.waitFor("\(words)") { $0.contains("Tasks · \(shown) of \(2 * Self.count + 2)") }
        }

        /// The shop has left its first service, to which requests went that were sent and no others; billing's is healthy.
        private func expectServices(_ tmux: Tmux, sent: Int) async throws {
            try await tmux.press("1")
            try await tmux.command("api billing")
            try await tmux.press("b")
            try await tmux.waitFor("billing's services") {
                $0.contains("Services · billing · 2 · in use api-1") && $0.contains("500 counted: 0 failed")
                    && $0.contains("no decisions yet")
            }
            try await tmux.command("api shop")
            let screen = try await tmux.waitFor("the shop's services") {
                $0.contains("Services · shop · 2 · in use api-2") && $0.contains("✗ api-1 is down")
            }
            let counted = screen.lines.lazy.compactMap { $0.firstMatch(of: /(\d+) requests/).flatMap { Int($0.output.1) } }.first
            // Those in flight when it went down left it before they reached it.
            #expect((sent...sent + Self.perHost).contains(try #require(counted)))
        }

        private func expectHistory(_ home: String) async throws {
            for (name, path) in [("shop", "/items"), ("billing", "/invoices")] {
                let line = "HOME='\(home)' $explorer history list --api \(name) --limit 0 --format jsonl"
                let list = try await ExplorerProgram.bash(line)
                let answered = list.lines.count { $0.contains(path) && $0.contains("\"status\":200") }
                #expect(list.lines.count == Self.count && answered == Self.count, "\(name): \(list.errors)")
            }
        }
    }
}
