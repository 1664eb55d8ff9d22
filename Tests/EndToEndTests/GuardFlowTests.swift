// A guarded environment on the screen: a read-only one sends no change, a confirming one asks, and the first line names the guard.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct GuardFlowTests {
        @Test("read-only refuses, confirm asks, off takes both back", arguments: TerminalSize.allCases)
        func guards(_ size: TerminalSize) async throws {
            let server = try FaultServer { _ in .answer(204) }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let description = try folder.file(
                "notes.json",
                """
                {"openapi": "3.1.0", "info": {"title": "Notes", "version": "1"}, "servers": [{"url": "\(server.url(""))"}],
                 "paths": {"/notes": {"post": {"operationId": "add", "responses": {"204": {"description": "added"}}}}}}
                """)
            let tmux = try await ExplorerProgram.open(description, size: size.cells)
            try await tmux.waitFor("Endpoints · 1")

            try await tmux.command("guard read-only")
            try await tmux.waitFor("the guard in the first line") { $0.lines[0].contains("read-only") }
            try await tmux.press("s")
            try await tmux.waitFor("the refusal") { $0.rows(with: "✗ failed", "POST /notes").count == 1 }
            #expect(server.counts.accepted == 0, "nothing reaches the server")

            try await tmux.command("guard confirm")
            try await tmux.waitFor("the other guard") { $0.lines[0].contains("confirm") }
            try await tmux.press("s")
            try await tmux.waitFor("the question") {
                $0.contains("Send this request?") && $0.contains("POST \(server.url("/notes"))")
            }
            try await tmux.press("n")
            try await tmux.waitFor("the answer no") { !$0.contains("Send this request?") }
            #expect(server.counts.accepted == 0)
            try await tmux.press("s")
            try await tmux.waitFor("Send this request?")
            try await tmux.press("y")
            try await tmux.waitFor("the response") { $0.rows(with: "POST /notes", "204", "✓").count == 1 }
            #expect(server.counts.requests.map(\.method) == ["POST"])

            try await tmux.command("guard off")
            try await tmux.waitFor("no guard") { !$0.lines[0].contains("confirm") }
        }
    }
}
