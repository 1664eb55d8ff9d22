// The demo's services as a person lets them fail and recover: killed, frozen, healed, with requests on their way.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct DemoOrderFlowTests {
        @Test(
            "killed, it refuses; healed, it answers on its port; frozen, it hangs and goes on", arguments: TerminalSize.allCases)
        func killFreezeHeal(_ size: TerminalSize) async throws {
            let tmux = try await ExplorerProgram.open("demo", "--timeout", "20", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.press("b")
            let services = try await tmux.waitFor("api-1  http://127.0.0.1:")
            let address = try #require(services.lines.joined().firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
            try await tmux.press("b")
            try await tmux.filter("/health")
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            let program = try await tmux.processID()
            let children = ProcessTable.children(of: program)
            #expect(children.count == 3)

            try await tmux.command("demo kill 1")
            try await tmux.waitFor("api-1 dead")
            #expect(await eventually { ProcessTable.children(of: program).count == 2 })
            try await tmux.press("s")
            try await tmux.waitFor("the answer of another service") { $0.contains("200 OK") && $0.contains("api-2") }
            #expect(try await ExplorerProgram.run("send", "GET", "\(address)/health").code == 6)

            try await tmux.command("demo heal 1")
            try await tmux.waitFor("api-1 is running again")
            #expect(ProcessTable.children(of: program).count == 3)
            try await tmux.press("s")
            try await tmux.waitFor("an answer") { $0.contains("200 OK") && !$0.lines[0].contains("api-1 dead") }
            #expect(try await ExplorerProgram.run("send", "GET", "\(address)/health").code == 0)

            try await tmux.command("demo freeze 1")
            try await tmux.waitFor("api-1 frozen")
            try await tmux.press("s")
            try await tmux.command("demo heal api-1")
            let after = try await tmux.waitFor("what hung to go on") { $0.contains("200 OK") && !$0.contains("1 running") }
            #expect(!after.lines[0].contains("frozen"))

            // One that dies by itself is seen too, and a frozen one leaves with the program.
            let all = ProcessTable.children(of: program).map(\.id)
            let victim = try #require(all.last)
            kill(victim, SIGKILL)
            try await tmux.waitFor("the dead one in the first line") { $0.lines[0].contains(" dead") }
            try await tmux.command("demo freeze 2")
            try await tmux.waitFor("api-2 frozen")
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            #expect(await eventually { ProcessTable.children(of: program).isEmpty })
            for child in all { #expect(await eventually { !ProcessTable.isRunning(child) }) }
        }

        @Test func whatCannotBeDoneIsSaid() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (100, 30))
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.command("demo heal 1")
            try await tmux.waitFor("there is nothing to heal")
            try await tmux.press("C-u")
            try await tmux.type("demo kill 7")
            try await tmux.press("Enter")
            try await tmux.waitFor("no service '7'; it has 1, 2, 3")
        }
    }
}

extension Tmux {
    /// Runs a line of the palette.
    func command(_ line: String) async throws {
        try await press(":")
        try await type(line)
        try await waitFor(line)
        try await press("Enter")
    }
}
