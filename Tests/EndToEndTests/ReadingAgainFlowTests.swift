// A description that changes while the screen is open: the file is replaced as editors do it; and a link of an answer is followed.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ReadingAgainFlowTests {
        private func text(_ more: String = "") -> String {
            #"""
            {"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "servers": [{"url": "https://items.example"}], "paths": {\#(more)
             "/items": {"get": {"operationId": "list", "parameters": [{"name": "limit", "in": "query"}], "responses": {"200": {"description": "Them.",
               "links": {"first": {"operationId": "item", "parameters": {"id": "$response.body#/0/id"}}}}}}},
             "/items/{id}": {"get": {"operationId": "item", "responses": {"200": {"description": "It."}}}}}}
            """#
        }

        @Test func whatWasTypedSurvivesAndALinkFillsTheNextForm() async throws {
            let server = try FaultServer { _ in .answer(body: #"[{"id": "i-7"}]"#) }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let path = try folder.file("items.json", text())
            let tmux = try await ExplorerProgram.open(path, "--base", server.url())
            try await tmux.waitFor("Endpoints · 2")
            try await tmux.press("2", "Enter")
            try await tmux.type("25")
            try await tmux.waitFor("Params 1/1")
            try folder.file("items.json.new", text(#""/news": {"get": {"operationId": "news"}},"#))
            #expect(rename(folder.path("items.json.new"), path) == 0)
            try await tmux.waitFor("read again: 1 added")
            // In the middle of the field, where it was left.
            try await tmux.type("0")
            try await tmux.waitFor("250")
            try await tmux.press("C-r")
            try await tmux.waitFor("200 OK")
            #expect(server.counts.requests.first?.target == "/items?limit=250")
            try await tmux.press(":")
            try await tmux.type("follow first")
            try await tmux.press("Enter")
            try await tmux.waitFor("first: filled from #1: id")
            try await tmux.waitFor("i-7")
            try folder.file("items.json", "{\n  \"openapi\": \"3.1.0\",\n  oops\n}\n")
            try await tmux.waitFor("Not read again: line 3:")
            #expect(try await tmux.waitFor("Endpoints · 3").contains("i-7"))
        }
    }
}
