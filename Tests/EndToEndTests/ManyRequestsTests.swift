// Two thousand requests to a server that accepts and never answers: all in the air at once, seen, scrolled through and cancelled.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ManyRequestsTests {
        static let count = 2_000

        @Test func twoThousandAtOnceAreCancelledWithinASecond() async throws {
            OpenFiles.raiseLimit()
            let server = try FaultServer { _ in .hang }
            defer { server.stop() }
            let limits = ["--max-requests", "\(Self.count)", "--max-per-host", "\(Self.count)", "--timeout", "0"]
            let tmux = try await Self.open(server, limits)
            let clock = ContinuousClock()

            let sending = try await clock.measure {
                try await tmux.press("s", times: Self.count)
                try await tmux.waitFor("\(Self.count) running", within: .seconds(40))
            }
            // `ss` names the process that owns each socket.
            let program = try await tmux.processID()
            let sockets = try await Self.sockets(["-p", "state", "established"], server)
            #expect(sockets.count { $0.contains("pid=\(program),") } == Self.count)
            #expect(await eventually { server.counts.open == Self.count })

            try await tmux.press("4")
            try await tmux.press("f")
            try await tmux.press("G")
            try await tmux.waitFor("the first request") { $0.rows(with: " 1 ▶ running", "GET /hang").count == 1 }
            try await tmux.press("g")
            try await tmux.waitFor("the last request") { $0.rows(with: " \(Self.count) ▶ running", "GET /hang").count == 1 }

            let cancelling = try await Self.cancelAll(tmux, server)
            // A second, or where other programs leave little time, a quarter of what the same machine took to send them.
            #expect(cancelling < max(.seconds(1), sending / 4))
            #expect(await eventually { server.counts.open == 0 })
            try await Self.expectAllCancelled(tmux)
            print("2,000 at once: sent and connected in \(sending), no socket \(cancelling) after the key")
        }

        @Test func theDefaultLimitsQueueTheRest() async throws {
            OpenFiles.raiseLimit()
            let server = try FaultServer { _ in .hang }
            defer { server.stop() }
            let tmux = try await Self.open(server, [])
            try await tmux.press("s", times: Self.count)
            try await tmux.waitFor("16 running · \(Self.count - 16) queued", within: .seconds(40))
            #expect(try await Self.sockets(["state", "connected"], server).count == 16)
            try await tmux.press("4")
            try await tmux.press("f")
            try await tmux.press("g")
            try await tmux.waitFor("the last place") {
                $0.rows(with: " \(Self.count) · queued", "place \(Self.count - 16)").count == 1
            }

            let cancelling = try await Self.cancelAll(tmux, server)
            #expect(cancelling < .seconds(1))
            #expect(server.counts.accepted == 16, "queued requests never had a connection")
            try await Self.expectAllCancelled(tmux)
            print("2,000 at the default limits: no socket \(cancelling) after the key")
        }

        private static func open(_ server: FaultServer, _ options: [String]) async throws -> Tmux {
            let arguments = [ExplorerProgram.fixture("faults.json"), "--base", server.url("")] + options
            let tmux = try await Tmux(
                [try ExplorerProgram.path()] + arguments, size: (120, 60), environment: ExplorerProgram.environment)
            try await tmux.waitFor("Endpoints · 11")
            try await tmux.filter("/hang")
            return tmux
        }

        /// - Returns: the time from the key until the program has no connection, neither made nor in the making.
        private static func cancelAll(_ tmux: Tmux, _ server: FaultServer) async throws -> Duration {
            try await tmux.press("X")
            try await tmux.waitFor("Cancel \(count) requests?")
            let start = ContinuousClock.now
            try await tmux.press("y")
            while try await !sockets(["state", "established", "state", "syn-sent"], server).isEmpty {
                try #require(ContinuousClock.now - start < .seconds(10))
            }
            return ContinuousClock.now - start
        }

        /// The client's ends of the connections to the server, a line each, as `ss` tells them.
        private static func sockets(_ states: [String], _ server: FaultServer) async throws -> [String] {
            let result = try await ChildProcess.run(
                "ss", ["-Htn"] + states + ["dport", "=", ":\(server.port)"], environment: ExplorerProgram.environment)
            try #require(result.code == 0, "\(result.errors)")
            return result.lines
        }

        /// Walks through the table, screen by screen: each row is there, and cancelled.
        private static func expectAllCancelled(_ tmux: Tmux) async throws {
            try await tmux.waitFor("idle", within: .seconds(40))
            try await tmux.press("g")
            var seen: Set<Int> = []
            var rows = try await tmux.waitFor("the newest row") { Self.number(of: Self.rows($0).first) == count }
            while true {
                let shown = Self.rows(rows)
                for row in shown { #expect(row.contains("⊘ cancelled")) }
                seen.formUnion(shown.compactMap(number))
                guard let last = number(of: shown.last), last > 1 else { break }
                try await tmux.press("NPage")
                // A screen caught half drawn has a gap, or rows of before.
                rows = try await tmux.waitFor("the rows after \(last)") { screen in
                    let numbers = Self.rows(screen).compactMap(number)
                    guard let first = numbers.first, let end = numbers.last, end < last, first >= last - 1 else { return false }
                    return numbers == Array((end...first).reversed())
                }
            }
            #expect(seen.count == count)
        }

        private static func rows(_ screen: TerminalScreen) -> [String] {
            screen.rows(with: "GET /hang").filter { number(of: $0) != nil }
        }

        /// The task's number at the beginning of its row.
        private static func number(of row: String?) -> Int? { row?.firstMatch(of: /^│ +(\d+)\s/).flatMap { Int($0.output.1) } }
    }
}
