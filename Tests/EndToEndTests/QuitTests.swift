// The end of the program, in every way there is: it asks when work would be lost, and no process of the demo stays behind.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct QuitTests {
        @Test func quittingWithRequestsInTheAirAsksFirst() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            let services = try await Self.services(of: tmux)
            try await tmux.filter("/slow")
            try await tmux.press("s", times: 2)
            try await tmux.waitFor("2 running")
            try await tmux.press("q")
            let question = try await tmux.waitFor("2 requests running.")
            #expect(question.contains("n No"))
            try await tmux.press("Enter")
            try await tmux.waitFor("no question") { !$0.contains("requests running") && $0.contains("2 running") }
            try await tmux.press("q")
            try await tmux.waitFor("2 requests running.")
            try await tmux.press("y")
            #expect(try await tmux.waitForExit() == 0)
            #expect(await eventually { !services.contains(where: ProcessTable.isRunning) })
        }

        @Test func quitNowDoesNotAsk() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            let services = try await Self.services(of: tmux)
            try await tmux.filter("/slow")
            try await tmux.press("s")
            try await tmux.waitFor("1 running")
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            #expect(await eventually { !services.contains(where: ProcessTable.isRunning) })
        }

        @Test(
            "no service outlives the program, not even a frozen one", arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL, SIGSEGV],
            [false, true])
        func signalsLeaveNothingBehind(_ signal: Int32, frozen: Bool) async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            let services = try await Self.services(of: tmux)
            if frozen {
                kill(services[1], SIGSTOP)
                try #require(await eventually { ProcessTable.entry(services[1])?.state == "T" })
            }
            let program = try await tmux.processID()
            kill(program, signal)
            #expect(await eventually(within: .seconds(5)) { !ProcessTable.isRunning(program) })
            let gone = await eventually(within: .seconds(5)) { !services.contains(where: ProcessTable.isRunning) }
            #expect(gone, "\(services.compactMap(ProcessTable.entry))")
            // A process that is frozen here would stay so for ever.
            if !gone { services.forEach { kill($0, SIGKILL) } }
        }

        @Test func theEndOfTheTerminalIsTheEndOfTheProgram() async throws {
            var tmux: Tmux? = try await ExplorerProgram.open("demo", size: (80, 24))
            let program = try await #require(tmux).processID()
            let services = try await Self.services(of: #require(tmux))
            tmux = nil
            #expect(await eventually { !ProcessTable.isRunning(program) && !services.contains(where: ProcessTable.isRunning) })
        }

        @Test("a signal at any moment of the start is obeyed", arguments: [SIGTERM, SIGHUP])
        func signalsWhileStarting(_ signal: Int32) async throws {
            for moment in stride(from: 0, through: 240, by: 20) {
                let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
                let program = try await tmux.processID()
                try await Task.sleep(for: .milliseconds(moment))
                let services = ProcessTable.children(of: program).map(\.id)
                kill(program, signal)
                let gone = await eventually(within: .seconds(5)) {
                    !ProcessTable.isRunning(program) && !services.contains(where: ProcessTable.isRunning)
                }
                #expect(gone, "after \(moment) ms")
            }
        }

        @Test func servingAloneEndsWithItsServices() async throws {
            // The signal comes as soon as a script may send it: when the program has said that it is ready.
            let script = """
                for round in 1 2 3 4 5 6 7 8 9 10; do
                    exec 3< <(exec "$explorer" demo --serve); program=$!
                    lines=0
                    while read -r -u 3 line && [ "$line" != ready ]; do lines=$((lines + 1)); done
                    kill -TERM $program
                    (for wait in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; done; kill -KILL $program) 2>/dev/null & killer=$!
                    wait $program; code=$?
                    kill $killer 2>/dev/null
                    echo "$lines URLs, code $code"
                done
                """
            let result = try await ExplorerProgram.bash(script, within: .seconds(60))
            #expect(result.lines == Array(repeating: "3 URLs, code 0", count: 10), "\(result.errors)")
        }

        /// The demo's three processes, once the screen is there.
        private static func services(of tmux: Tmux) async throws -> [pid_t] {
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            let services = ProcessTable.children(of: try await tmux.processID())
            try #require(services.map(\.name) == Array(repeating: "explorer-demo", count: 3))
            return services.map(\.id)
        }
    }
}
