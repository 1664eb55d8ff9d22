// A resource that is watched and edited on the screen, while somebody else changes it too: nothing is lost.

import Foundation
import Synchronization
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct TwoWritersFlowTests {
        /// One resource with an entity tag: the number of its version.
        private final class Resource: Sendable {
            private let state = Mutex((text: #"{"name": "lamp", "price": 3}"#, version: 1))

            var text: String { state.withLock { $0.text } }

            func change(to text: String) {
                state.withLock { state in
                    state.text = text
                    state.version += 1
                }
            }

            func answer(_ request: FaultRequest) -> FaultReply {
                state.withLock { state in
                    if request.method == "PUT" {
                        guard request.value("If-Match") == "\"\(state.version)\"" else { return .answer(412) }
                        state.text = String(decoding: request.body, as: UTF8.self)
                        state.version += 1
                    }
                    let headers = [("Content-Type", "application/json"), ("ETag", "\"\(state.version)\"")]
                    return .answer(headers: headers, body: state.text)
                }
            }
        }

        private let resource = Resource()
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// - Parameter script: the editor, a line of sed.
        private func open(_ server: FaultServer, editing script: String, _ size: TerminalSize) async throws -> Tmux {
            let description = try folder.file(
                "lamp.json",
                """
                {"openapi": "3.1.0", "info": {"title": "Lamp", "version": "1"}, "servers": [{"url": "\(server.url(""))"}],
                 "paths": {"/lamp": {
                   "get": {"operationId": "get", "responses": {"200": {"description": "it"}}},
                   "put": {"operationId": "put", "responses": {"200": {"description": "it"}},
                     "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}}}}}}
                """)
            let editor = try folder.file("editor", "#!/bin/sh\nexec sed -i '\(script)' \"$1\"\n")
            chmod(editor, 0o755)
            let tmux = try await ExplorerProgram.shell(
                "EDITOR='\(editor)' VISUAL='\(editor)' exec $explorer '\(description)'", size: size.cells)
            try await tmux.waitFor("Endpoints · 2")
            try await tmux.press("s")
            try await tmux.waitFor("the response") { $0.contains("name: \"lamp\"") }
            return tmux
        }

        @Test("what changes while it is watched has a sign", arguments: TerminalSize.allCases)
        func watches(_ size: TerminalSize) async throws {
            let server = try FaultServer(resource.answer)
            defer { server.stop() }
            let tmux = try await open(server, editing: "", size)
            try await tmux.command("watch 1s")
            try await tmux.waitFor("the watch") { $0.contains("watch 1s") }
            resource.change(to: #"{"name": "lamp", "price": 4}"#)
            try await tmux.waitFor("the changed value", within: .seconds(20)) { $0.contains("~price: 4") }
            try await tmux.command("watch off")
            try await tmux.waitFor("its end") { !$0.contains("watch 1s") }
        }

        @Test("an edited resource is saved with If-Match; after somebody else's change both are seen, and nothing is lost")
        func edits() async throws {
            let server = try FaultServer(resource.answer)
            defer { server.stop() }
            let tmux = try await open(server, editing: "s/\"lamp\"/\"chair\"/", .medium)
            try await tmux.press("3", "e")
            try await tmux.waitFor("the difference") {
                $0.contains("/name \"lamp\" → \"chair\"") && $0.contains("If-Match \"1\"")
            }
            // Another client changes the resource first.
            resource.change(to: #"{"name": "lamp", "price": 9}"#)
            // The dialog takes no key in its first half second.
            for _ in 0..<200 where !server.counts.requests.contains(where: { $0.method == "PUT" }) { try await tmux.press("y") }
            try await tmux.waitFor("both changes") {
                $0.contains("another change came first") && $0.contains("/price 3 → 9") && $0.contains("\"lamp\" → \"chair\"")
            }
            #expect(resource.text.contains("9") && !resource.text.contains("chair"), "the other change stands")
        }
    }
}
