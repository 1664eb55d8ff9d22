// Copy, save, page and edit with the real program in a real terminal, and real programs beside it.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct OutsideFlowTests {
        private static let body = #"{"name":"lamp","note":"it's 5% of \"all\" é 日"}"#

        private static func server() throws -> FaultServer {
            try FaultServer { request in
                request.path == "/description.json"
                    ? .answer(
                        headers: [("Content-Type", "application/json")],
                        body: #"""
                            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "/"}], "paths": {
                              "/things": {"get": {"summary": "Things", "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}]}}}}
                            """#) : .answer(headers: [("Content-Type", "application/json")], body: body)
            }
        }

        /// The screen on the server's description, started by a shell that can take it back.
        private static func open(_ server: FaultServer, _ variables: String = "", in folder: TemporaryFolder) async throws -> Tmux
        {
            let tmux = try await ExplorerProgram.shell(
                "cd '\(folder.path)'; export HOME='\(folder.path)'; \(variables) \"$explorer\" \(server.url("/description.json")); echo \"code $?\"; exec cat",
                size: (100, 30))
            try await tmux.waitFor("GET   /things")
            return tmux
        }

        @Test func editedFieldIsSent() async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let editor = try folder.file("ed", "#!/bin/sh\necho EDITING; read -r answer; printf '%s\\n' \"$answer\" > \"$1\"\n")
            chmod(editor, 0o700)
            let tmux = try await Self.open(server, "EDITOR='\(editor)'", in: folder)
            try await tmux.press("2", "e")
            try await tmux.waitFor("the editor") { $0.contains("EDITING") && !$0.contains("Endpoints") }
            try await tmux.type("two words")
            try await tmux.press("Enter")
            try await tmux.waitFor("the screen with the text") {
                $0.contains("q read from the editor, 9 B") && $0.contains("two words")
            }
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            #expect(server.counts.requests.last?.target == "/things?q=two%20words")
        }

        @Test func hangingEditorIsInterruptedAndTheScreenIsBack() async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let tmux = try await Self.open(server, "EDITOR='echo HANGING; sleep 1000; :'", in: folder)
            try await tmux.press("2", "e")
            try await tmux.waitFor("the editor") { $0.contains("HANGING") && !$0.contains("Endpoints") }
            try await tmux.press("C-c")
            try await tmux.waitFor("the reason") { $0.contains("it was killed by signal 2") && $0.contains("GET   /things") }
            // The terminal is ours again, in every way: keys arrive, and Ctrl-C is one of them.
            try await tmux.press("C-c")
            try await tmux.waitFor("Press C-c again to quit")
        }

        @Test func stoppedEditorGivesTheShellTheTerminalAndComesBack() async throws {
            let server = try Self.server()
            defer { server.stop() }
            let tmux = try await ExplorerProgram.shell("PS1='prompt> ' exec bash --norc --noprofile -i", size: (100, 30))
            try await tmux.waitFor("prompt>")
            try await tmux.type("EDITOR=\"sh -c 'echo HANGING; exec cat' x\" $explorer \(server.url("/description.json"))")
            try await tmux.press("Enter")
            try await tmux.waitFor("GET   /things")
            try await tmux.press("2", "e")
            try await tmux.waitFor("the editor") { $0.lines.contains { $0.hasPrefix("HANGING") } }
            try await tmux.press("C-z")
            try await tmux.waitFor("the shell's prompt below its word") { screen in
                screen.contains("Stopped") && screen.lines.last { !$0.isEmpty }?.hasPrefix("prompt>") == true
            }
            try await tmux.type("clear; fg")
            try await tmux.press("Enter")
            try await tmux.waitFor("the command that goes on") { $0.contains("explorer http") && !$0.contains("Stopped") }
            try await tmux.press("C-d")
            try await tmux.waitFor("the screen") { $0.contains("q is unchanged") && $0.contains("GET   /things") }
            try await tmux.press("Q")
            try await tmux.waitFor("the shell") { !$0.contains("Endpoints") && $0.contains("prompt>") }
        }

        @Test func endOfTheProgramIsTheEndOfItsEditor() async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let tmux = try await Self.open(
                server, "EDITOR='echo $$ > \(folder.path("editor")); echo $PPID > \(folder.path("program")); sleep 1000; :'",
                in: folder)
            try await tmux.press("2", "e")
            #expect(await eventually { (try? folder.text("program"))?.hasSuffix("\n") == true })
            func id(_ name: String) throws -> pid_t {
                try #require(pid_t(try folder.text(name).trimmingCharacters(in: .whitespacesAndNewlines)))
            }
            let editor = try id("editor")
            kill(try id("program"), SIGTERM)
            try await tmux.waitFor("code 143")
            #expect(kill(editor, 0) != 0)
        }

        @Test func pagerShowsTheBody() async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let tmux = try await Self.open(server, "PAGER=less", in: folder)
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("v")
            try await tmux.waitFor("less") {
                $0.contains(#"  "name": "lamp","#) && $0.contains("(END)") && !$0.contains("Endpoints")
            }
            try await tmux.press("q")
            try await tmux.waitFor("the screen again") { $0.contains("Endpoints") && $0.contains("200 OK") }
        }

        @Test func savedBodyIsWhatCurlSaves() async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let tmux = try await Self.open(server, in: folder)
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("3", "W")
            try await tmux.waitFor("things.json")
            try await tmux.press("Enter")
            try await tmux.waitFor("Saved \(Self.body.utf8.count) B to ")
            let curl = try await ExplorerProgram.bash("curl -s '\(server.url("/things"))'")
            #expect(try folder.bytes("things.json") == curl.output && !curl.output.isEmpty)
            try await tmux.press("W", "Enter")
            try await tmux.waitFor("already exists")
            try await tmux.press("Enter")
            try await tmux.waitFor("the screen without the question") { !$0.contains("already exists") }
        }

        /// Without TMUX in its environment the program knows no tool: the terminal alone can have taken the text.
        @Test(arguments: ["env -u TMUX", "env"])
        func copiedCurlLineIsRunByAShell(_ environment: String) async throws {
            let (server, folder) = (try Self.server(), try TemporaryFolder())
            defer { server.stop() }
            let tmux = try await Self.open(server, "tmux set -g set-clipboard on; \(environment)", in: folder)
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("Y")
            try await tmux.waitFor("Copied the curl line, ")
            let line = try await tmux.copied("/things")
            #expect(line.hasPrefix("curl -L --compressed http://127.0.0.1:"))
            let ours = try #require(server.counts.requests.last)
            let run = try await ExplorerProgram.bash(line)
            #expect(run.output == Array(Self.body.utf8))
            #expect(server.counts.requests.last?.head == ours.head)
            try await tmux.press("3", "y")
            try await tmux.waitFor("Copied the body, ")
            _ = try await tmux.copied(#""name":"lamp","#)
        }
    }
}
