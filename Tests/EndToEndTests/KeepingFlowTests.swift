// What the program keeps between requests, in a real terminal against the demo: answers, cookies, a login.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct KeepingFlowTests {
        private func open(_ size: TerminalSize, _ path: String) async throws -> Tmux {
            let tmux = try await ExplorerProgram.open("demo", size: size.cells)
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.filter(path)
            return tmux
        }

        private func command(_ line: String, _ tmux: Tmux) async throws {
            try await tmux.press(":")
            try await tmux.type(line)
            try await tmux.press("Enter")
        }

        @Test(arguments: TerminalSize.allCases) func answersAreStoredShownAndLetGo(_ size: TerminalSize) async throws {
            let tmux = try await open(size, "/caching/fresh")
            try await command("cache http", tmux)
            try await tmux.waitFor("cache: http")
            try await tmux.press("s")
            try await tmux.waitFor("asked: 1")
            try await tmux.press("s")
            try await tmux.waitFor("the stored answer") {
                $0.contains("from cache") && $0.contains("asked: 1") && $0.contains("cached")
            }
            try await command("cache", tmux)
            try await tmux.waitFor("Cache · 1 stored")
            try await tmux.press("D")
            try await tmux.waitFor("Remove")
            try await tmux.press("y")
            try await tmux.waitFor("an empty cache, or none shown") { !$0.contains("1 stored") }
            try await tmux.press("Escape")
            try await tmux.waitFor("the endpoint again") { !$0.contains("Cache") }
            try await tmux.press("s")
            try await tmux.waitFor("asked: 2")
            // Sent once more: the server is asked though the answer is fresh.
            try await tmux.press("3", "r")
            try await tmux.waitFor("asked: 3")
        }

        @Test func cookiesAreSentBackShownAndLetGo() async throws {
            let tmux = try await open(.medium, "/cookies/set")
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await command("cookies", tmux)
            try await tmux.waitFor("a cookie whose value is dots") {
                $0.contains("Cookies · 1") && $0.contains("visit") && $0.contains("••••••")
            }
            try await tmux.press("D")
            try await tmux.waitFor("Remove")
            try await tmux.press("y")
            try await command("cookies", tmux)
            try await tmux.waitFor("No server has set a cookie")
        }

        @Test(arguments: TerminalSize.allCases) func aClientLogsInAndOut(_ size: TerminalSize) async throws {
            let tmux = try await open(size, "/logins/oauth")
            try await tmux.press("s")
            try await tmux.waitFor("Not logged in")
            try await command("login", tmux)
            try await tmux.waitFor("in the browser")
            try await tmux.press("Up", "Space")
            try await tmux.waitFor("as the program itself")
            try await tmux.press("Tab")
            try await tmux.type("demo")
            try await tmux.press("Tab")
            try await tmux.type("wrong")
            try await tmux.press("Enter")
            try await tmux.waitFor("invalid_client")
            try await tmux.press("C-u")
            try await tmux.type("secret")
            try await tmux.press("Enter")
            try await tmux.waitFor("Logged in")
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await command("logout", tmux)
            try await tmux.waitFor("Logged out")
            try await tmux.press("s")
            let screen = try await tmux.waitFor("401 Unauthorized")
            #expect(!screen.contains("secret"))
        }
    }
}
