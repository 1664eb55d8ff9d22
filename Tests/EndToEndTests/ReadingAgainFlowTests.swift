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
            try await tmux.waitFor("Reloaded: 1 added")
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
            try await tmux.waitFor("Reload failed: line 3:")
            #expect(try await tmux.waitFor("Endpoints · 3").contains("i-7"))
        }

        /// A day's work: requests are written in the editor, and used on the screen that is open.
        @Test func whatIsWrittenInTheWorkspaceIsThereAtOnce() async throws {
            let server = try FaultServer { _ in .answer(body: "{}") }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            func workspace(_ more: String = "") -> String {
                """
                apis:
                  shop:
                    description: items.json
                    environments: { release: [\(server.url(""))] }
                    requests:
                      first: { url: /first }
                \(more)
                """
            }
            try folder.file("items.json", text())
            let path = try folder.file("explorer.yaml", workspace())
            let tmux = try await ExplorerProgram.shell(
                "SHOP_KEY=geheim EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(path)")
            try await tmux.waitFor("first")
            try folder.file("explorer.yaml", workspace("      second: { url: /second }"))
            try await tmux.waitFor("Reloaded: 1 saved request added")
            try await tmux.command("run second")
            try await tmux.waitFor("200 OK")
            #expect(server.counts.requests.map(\.target) == ["/second"])
            // Something new is not used before somebody agrees.
            try folder.file(
                "explorer.yaml", workspace("      third: { url: /third, headers: { X-Key: '${env:SHOP_KEY}' } }"))
            try await tmux.waitFor("Reload failed: it wants 2 new things, :reload shows what")
            try await tmux.command("reload")
            try await tmux.waitFor("what is new") {
                $0.contains("wants something new") && $0.contains("reads the variable SHOP_KEY")
            }
            try await tmux.press("y")
            try await tmux.waitFor("Reloaded: 1 saved request added, 1 saved request removed")
            try await tmux.command("run third")
            try await tmux.waitFor("the header") { _ in server.counts.requests.last?.head.contains("X-Key: geheim") == true }
            try folder.file("explorer.yaml", "apis: { shop: { environments: { release: [x] }, oops: 1 } }")
            try await tmux.waitFor("Reload failed: line 1")
            #expect(try await tmux.waitFor("third").contains("200 OK"))
        }
    }
}
