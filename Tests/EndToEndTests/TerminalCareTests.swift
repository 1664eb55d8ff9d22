// How the program treats the terminal: any size, suspend and back, and a crash.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct TerminalCareTests {
        @Test func everySizeDownToOneCellAndBack() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            let before = try await tmux.waitFor("the first screen, whole") {
                $0.contains(ExplorerProgram.demoEndpoints) && $0.contains("4 Tasks · 1") && $0.contains("? help")
                    && $0.contains("api-1 ●")
            }
            // What the smallest screens have room for is one entry of the list, and at last its margin.
            for (columns, rows, sign) in [
                (1, 1, ""), (2, 2, " G"), (200, 60, "4 Tasks · 1"), (1, 60, "▾"), (200, 1, "GET   /items"), (11, 3, "GET   /"),
                (12, 6, "GET"),
                (40, 10, "GET   /items"), (1, 1, ""),
            ] {
                try await tmux.resize(columns: columns, rows: rows)
                try await tmux.waitFor("'\(sign)' at \(columns)×\(rows)") { screen in
                    screen.lines.count == rows && screen.lines.allSatisfy { $0.count <= columns }
                        && (sign.isEmpty || screen.contains(sign))
                }
            }
            try await tmux.resize(columns: 80, rows: 24)
            // All but what changes with time.
            try await tmux.waitFor("the screen as it was:\n\(before.framed)\n") { $0.lines.prefix(16) == before.lines.prefix(16) }
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
        }

        /// Where no character set is named it is taken for UTF-8, as terminals are; where another one is, ASCII is safe.
        @Test(arguments: [
            ("LC_ALL=C", false), ("LC_ALL=POSIX", false), ("LC_ALL= LC_CTYPE= LANG=", true), ("LC_ALL=xx_XX.UTF-8", true),
        ])
        func asciiWhereTheLocaleSaysSo(_ setting: String, _ isUTF8: Bool) async throws {
            let folder = try TemporaryFolder()
            let description = try folder.file(
                "api.json", #"{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {"/é日": {"get": {}}}}"#)
            let tmux = try await ExplorerProgram.shell(
                #"\#(setting) "$explorer" '\#(description)' --base http://localhost"#, size: (80, 24))
            let screen = try await tmux.waitFor("the list") { $0.contains("1 Endpoints") && $0.contains("GET   /") }
            #expect(screen.contains(isUTF8 ? "┌─ 1 Endpoints" : "+- 1 Endpoints"))
            #expect(screen.contains(isUTF8 ? "/é日" : "/?? "))
            #expect(isUTF8 || screen.lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        }

        @Test func suspendedAndContinued() async throws {
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.shell("PS1='prompt> ' exec bash --norc --noprofile -i", size: (80, 24))
            try await tmux.waitFor("prompt>")
            try await tmux.type("stty -g > \(folder.path("before"))")
            try await tmux.press("Enter")
            try await tmux.type("$explorer demo")
            try await tmux.press("Enter")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")

            for round in 1...5 {
                try await tmux.press("C-z")
                try await tmux.waitFor("the shell's word") { $0.contains("Stopped") && !$0.contains("200 OK") }
                #expect(try await tmux.value("alternate_on") == "0")
                #expect(try await tmux.value("cursor_flag") == "1")
                try await tmux.type("clear; stty -g > \(folder.path("stopped\(round)"))")
                try await tmux.press("Enter")
                #expect(try await Self.appears("stopped\(round)", folder))
                #expect(try folder.text("stopped\(round)") == folder.text("before"))

                // The terminal gets another size meanwhile.
                let (columns, rows) = round.isMultiple(of: 2) ? (80, 24) : (100, 30)
                try await tmux.resize(columns: columns, rows: rows)
                try await tmux.type("fg")
                try await tmux.press("Enter")
                let back = try await tmux.waitFor("the screen again, round \(round)") { screen in
                    screen.contains("200 OK") && screen.contains(ExplorerProgram.demoEndpoints) && screen.contains("? help")
                        && screen.lines.count == rows
                        && screen.lines[1].count == columns
                }
                #expect(!back.contains("prompt>"))
            }
            try await tmux.press("]")
            try await tmux.waitFor("the second page") { $0.showsRow(1, id: 21) }
            try await tmux.press("q")
            try await tmux.waitFor("the shell") { !$0.contains("Endpoints") && $0.contains("prompt>") }
            try await tmux.type("stty -g > \(folder.path("after"))")
            try await tmux.press("Enter")
            #expect(try await Self.appears("after", folder))
            #expect(try folder.text("after") == folder.text("before"))
        }

        @Test(
            "a crash gives the terminal back",
            arguments: [SIGSEGV, SIGABRT, SIGILL, SIGQUIT, SIGUSR1, SIGALRM, SIGTERM, SIGHUP, SIGINT])
        func crash(_ signal: Int32) async throws {
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.shell(
                """
                echo 'the line before'; stty -g > '\(folder.path("before"))'
                sh -c 'echo $$ > "\(folder.path("id"))"; exec "$explorer" demo'; echo "code $?"
                stty -g > '\(folder.path("after"))'; echo 'the line after'; exec cat
                """, size: (80, 24))
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            let program = try #require(pid_t(try folder.text("id").trimmingCharacters(in: .whitespacesAndNewlines)))
            kill(program, signal)
            let screen = try await tmux.waitFor("the line after")
            #expect(screen.contains("code \(128 + signal)"))
            #expect(screen.contains("the line before"))
            #expect(!screen.contains("Endpoints"))
            #expect(try await tmux.value("alternate_on") == "0")
            #expect(try await tmux.value("cursor_flag") == "1")
            #expect(try folder.text("after") == folder.text("before"))
        }

        /// A paste that a terminal or a connection has cut: the program hears again after a second, and Ctrl-C at once.
        @Test func aPasteWithoutItsEnd() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.press("/")
            try await tmux.send(Array("\u{1b}[200~health".utf8))
            try await tmux.waitFor("the text of the paste") {
                $0.contains("health") && !$0.contains(ExplorerProgram.demoEndpoints)
            }
            try await tmux.press("Escape")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.send(Array("\u{1b}[200~".utf8))
            try await tmux.press("C-c", "C-c")
            #expect(try await tmux.waitForExit() == 0)
        }

        private static func appears(_ name: String, _ folder: TemporaryFolder) async throws -> Bool {
            await eventually { (try? folder.text(name))?.hasSuffix("\n") == true }
        }
    }
}
