// Watch and edit a resource with the real program in a real terminal, and with a real editor.

import Foundation
import Synchronization
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct LiveFlowTests {
        private static let description = #"""
            {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "/"}], "paths": {"/things/1": {
              "get": {"operationId": "read"}, "put": {"operationId": "write", "requestBody": {"content": {"application/json": {}}}}}}}
            """#

        /// The screen on a server that reads and writes one thing; `read` gives its text.
        private static func open(
            _ variables: String = "", in folder: TemporaryFolder, _ read: @escaping @Sendable () -> String
        ) async throws -> (FaultServer, Tmux) {
            let server = try FaultServer { request in
                let body = request.path == "/description.json" ? description : request.method == "PUT" ? "{}" : read()
                return .answer(headers: [("Content-Type", "application/json"), ("ETag", "\"v1\"")], body: body)
            }
            let tmux = try await ExplorerProgram.shell(
                "cd '\(folder.path)'; export HOME='\(folder.path)'; \(variables) \"$explorer\" \(server.url("/description.json")); exec cat",
                size: (100, 30))
            try await tmux.waitFor("GET   /things/1")
            return (server, tmux)
        }

        @Test func aWatchShowsChangesPausesAndStops() async throws {
            let folder = try TemporaryFolder()
            let count = Mutex(0)
            let (server, tmux) = try await Self.open(in: folder) {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return "{\"count\": \(number)}"
            }
            defer { server.stop() }
            try await tmux.press(":")
            try await tmux.type("watch 500ms")
            try await tmux.press("Enter")
            try await tmux.waitFor("watch 500ms · change 2")
            try await tmux.press("3", "P")
            try await tmux.waitFor("watch 500ms · paused")
            try await tmux.press("x")
            try await tmux.waitFor("is no longer watched")
        }

        @Test func anEditedResourceIsSentWithItsTag() async throws {
            let folder = try TemporaryFolder()
            let (server, tmux) = try await Self.open("EDITOR='sed -i s/lamp/desk/'", in: folder) { "{\"name\": \"lamp\"}" }
            defer { server.stop() }
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("3", "e")
            try await tmux.waitFor("changed /name \"lamp\" → \"desk\"")
            // The dialog takes no key in its first half second.
            for _ in 0..<200 where !server.counts.requests.contains(where: { $0.method == "PUT" }) { try await tmux.press("y") }
            // Where a key came too late for the dialog, another notice covers this one.
            try await tmux.command("messages")
            try await tmux.waitFor("PUT /things/1: saved")
            let put = try #require(server.counts.requests.first { $0.method == "PUT" })
            #expect(put.value("If-Match") == "\"v1\"")
            #expect(String(decoding: put.body, as: UTF8.self) == "{\n  \"name\": \"desk\"\n}")
        }
    }
}
