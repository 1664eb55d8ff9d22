// A chain and a group of saved requests on the screen: rows with their members, what is skipped, and a cancel of all of it.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ChainFlowTests {
        private let server: FaultServer
        private let folder: TemporaryFolder
        private let path: String

        init() throws {
            server = try FaultServer { request in
                request.target == "/hang" ? FaultReply([.hang]) : .answer(body: #"{"price": 12}"#)
            }
            folder = try TemporaryFolder()
            path = try folder.file(
                "explorer.yaml",
                """
                apis:
                  shop:
                    environments: { release: [\(server.url(""))] }
                    requests:
                      first: { url: /first }
                      second: { url: /second, assert: { json: { $.price: 13 } } }
                      third: { url: /third }
                      slow: { url: /hang }
                    chains: { flow: [first, second, third], long: [first, slow, third] }
                    groups: { both: [flow, third] }
                """)
        }

        /// What was asked for, without what looks for a description.
        private var sent: [String] {
            server.counts.requests.map(\.target).filter { ["/first", "/second", "/third", "/hang"].contains($0) }
        }

        private func screen() async throws -> Tmux {
            let tmux = try await ExplorerProgram.shell(
                "EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(path)")
            try await tmux.waitFor("first")
            return tmux
        }

        @Test func whatFollowsAFailedStepIsSkipped() async throws {
            defer { server.stop() }
            let tmux = try await screen()
            try await tmux.command("run flow")
            try await tmux.waitFor("the chain") { rows in
                !rows.rows(with: "✗", "flow", "1 skipped").isEmpty && !rows.rows(with: "–", "third").isEmpty
                    && !rows.rows(with: "✓", "first").isEmpty && !rows.rows(with: "✗", "second").isEmpty
            }
            #expect(sent == ["/first", "/second"])
            try await tmux.command("run both")
            try await tmux.waitFor("the group") { !$0.rows(with: "✗", "both").isEmpty }
            #expect(sent.count == 5)
        }

        @Test func aCancelOfTheChainSendsNothingMore() async throws {
            defer { server.stop() }
            let tmux = try await screen()
            try await tmux.command("run long")
            try await tmux.waitFor("the slow one") { !$0.rows(with: "▶", "slow").isEmpty }
            // The first line of the tasks is the chain.
            try await tmux.press("4", "g", "x")
            try await tmux.waitFor("the end") { rows in
                !rows.rows(with: "⊘", "long").isEmpty && !rows.rows(with: "⊘", "slow").isEmpty
            }
            #expect(sent == ["/first", "/hang"])
        }
    }
}
