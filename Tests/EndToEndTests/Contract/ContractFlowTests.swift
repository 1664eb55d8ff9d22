// A server answers otherwise than its description says: the real program in a real terminal shows where.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ContractFlowTests {
        private static let description = #"""
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "/"}], "paths": {"/lamps": {"get": {
              "operationId": "lamps", "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
                "type": "object", "properties": {"price": {"type": "number"}}}}}}}}}}}
            """#

        @Test func aWrongTypeIsShownInTheRowTheTabAndTheTree() async throws {
            let server = try FaultServer { request in
                let body = request.path == "/description.json" ? Self.description : #"{"price": "cheap"}"#
                return .answer(headers: [("Content-Type", "application/json")], body: body)
            }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.shell(
                "cd '\(folder.path)'; export HOME='\(folder.path)'; exec \"$explorer\" \(server.url("/description.json"))",
                size: (160, 40))
            try await tmux.waitFor("GET   /lamps")
            try await tmux.press("s")
            try await tmux.waitFor("the row") { !$0.rows(with: "/lamps", "200", "≠ 1").isEmpty }
            try await tmux.press("3")
            try await tmux.waitFor("≠price")
            // Tree, Raw, Headers, Contract.
            try await tmux.press(".", ".", ".")
            try await tmux.waitFor("the tab") { screen in
                screen.contains("Differs in 1 place") && screen.contains("≠ /price") && screen.contains("must be a number")
                    && screen.contains("line 3,") && screen.contains("/paths/~1lamps/get/responses/200/content")
            }
            try await tmux.press("j", "j", "Enter")
            try await tmux.waitFor("the value in the tree") { $0.contains("≠price") && !$0.contains("≠ /price") }
        }
    }
}
