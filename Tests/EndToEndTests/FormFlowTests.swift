// The form through a real terminal: a body edited in place, taken back and sent; credentials that no screen shows.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct FormFlowTests {
        private static let library = SharedData.repository.appending(path: "Tests/Fixtures/library.json").path

        @Test func aBodyIsEditedTakenBackAndSent() async throws {
            let server = try FaultServer { .answer(body: $0.body) }
            defer { server.stop() }
            let tmux = try await ExplorerProgram.open(Self.library, "--base", server.url())
            try await tmux.waitFor("Endpoints · 4")
            try await tmux.filter("addBook")
            try await tmux.press("2")
            try await tmux.waitFor("\"title\": \"The Trial\"")
            try await tmux.press("j", "Enter")
            try await tmux.waitFor("C-_ undo")
            try await tmux.type("x")
            try await tmux.waitFor("✗ line 1, column 1")
            // Ctrl-_ and Alt-u come as a control byte and as an escape sequence.
            try await tmux.press("C-_")
            try await tmux.waitFor("no problem") { !$0.contains("✗") }
            try await tmux.press("End", "Enter")
            try await tmux.type("\"shelf\": \"日本\",")
            try await tmux.waitFor("\"shelf\": \"日本\",")
            try await tmux.press("M-u", "M-r", "C-r")
            try await tmux.waitFor("200 OK")
            let sent = try #require(server.counts.requests.first)
            #expect(String(decoding: sent.body, as: UTF8.self).hasPrefix("{\n  \"shelf\": \"日本\",\n  \"title\": \"The Trial\""))
            #expect(sent.value("Content-Type") == "application/json")
        }

        @Test func choicesAndCredentialsReachTheServerAndNoScreenShowsTheSecret() async throws {
            let server = try FaultServer { _ in .answer(body: "[]") }
            defer { server.stop() }
            let tmux = try await ExplorerProgram.open(Self.library, "--base", server.url())
            try await tmux.waitFor("Endpoints · 4")
            try await tmux.filter("listBooks")
            try await tmux.press("2", "Enter")
            try await tmux.waitFor("(send nothing)")
            try await tmux.press("Down", "Down", "Enter")
            try await tmux.waitFor("Params 1/5")
            try await tmux.press("Escape")
            try await tmux.waitFor("? help")
            try await tmux.press("l", "l", "Enter")
            try await tmux.type("hunter2")
            try await tmux.waitFor("•••••••")
            try await tmux.press("C-r")
            let screen = try await tmux.waitFor("200 OK")
            #expect(!screen.contains("hunter2"))
            let sent = try #require(server.counts.requests.first)
            #expect(sent.target == "/books?kind=essay")
            #expect(sent.value("Authorization") == "Bearer hunter2")
        }
    }
}
