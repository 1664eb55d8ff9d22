// A measured repeat and a verification on the screen: a group each, whose trace has the figures and the findings.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct MeasuredFlowTests {
        private static func description(_ server: FaultServer, in folder: TemporaryFolder) throws -> String {
            try folder.file(
                "things.json",
                """
                {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "servers": [{"url": "\(server.url(""))"}],
                 "paths": {"/things": {"get": {"operationId": "list", "parameters": [
                     {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1}}],
                   "responses": {"200": {"description": "all", "content": {"application/json": {"schema": {
                     "type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}}}}}}}}}}}}
                """)
        }

        @Test("a repeat at a rate reports percentiles, a histogram and the statuses", arguments: TerminalSize.allCases)
        func measures(_ size: TerminalSize) async throws {
            let server = try FaultServer { _ in .answer(body: #"[{"id": 1}]"#) }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.open(try Self.description(server, in: folder), size: size.cells)
            try await tmux.waitFor("Endpoints · 1")
            try await tmux.command("repeat 60 rate:100/s")
            try await tmux.waitFor("the group") { $0.rows(with: "✓ succeeded", "60/60").count == 1 }
            try await tmux.press("4", "t", "f")
            try await tmux.waitFor("the figures") {
                $0.contains("200 ×60") && $0.contains("p50") && $0.contains("p99.9") && $0.contains("service time")
                    && $0.contains("█")
            }
            #expect(server.counts.requests.count == 60)
        }

        @Test("a verification is a group of rows, and its trace lists the findings", arguments: TerminalSize.allCases)
        func verifies(_ size: TerminalSize) async throws {
            let server = try FaultServer { request in
                guard !request.target.contains("limit=0") else { return .answer(400) }
                return .answer(headers: [("Content-Type", "application/json")], body: #"[{"id": "one"}]"#)
            }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.open(try Self.description(server, in: folder), size: size.cells)
            try await tmux.waitFor("Endpoints · 1")
            try await tmux.command("verify negative")
            try await tmux.waitFor("the group") { $0.rows(with: "✗ failed", "group verify").count == 1 }
            try await tmux.press("4", "g", "t", "f")
            try await tmux.waitFor("the finding") {
                $0.contains("/0/id must be a whole number") && $0.contains("/paths/~1things/get")
            }
            #expect(server.counts.requests.allSatisfy { ["GET", "TRACE"].contains($0.method) })
        }
    }
}
