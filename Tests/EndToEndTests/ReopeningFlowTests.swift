// The program is left and opened again, also after it was killed: what was open and typed is there, and no secret lies in a file.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ReopeningFlowTests {
        private let folder: TemporaryFolder
        private let path: String

        init() throws {
            folder = try TemporaryFolder()
            path = try folder.file(
                "items.json",
                #"""
                {"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "servers": [{"url": "http://127.0.0.1:1"}], "paths": {
                 "/items": {"get": {"operationId": "list", "parameters": [{"name": "limit", "in": "query"}, {"name": "token", "in": "query"}]}},
                 "/news": {"get": {"operationId": "news", "parameters": [{"name": "since", "in": "query"}]}}}}
                """#)
        }

        private func open(_ size: TerminalSize, _ options: String = "") async throws -> Tmux {
            let tmux = try await ExplorerProgram.shell(
                "export HOME='\(folder.path)'; exec \"$explorer\" \(options) '\(path)'", size: size.cells)
            try await tmux.waitFor("Endpoints · 2")
            return tmux
        }

        private func kept() throws -> [UInt8] {
            let place = folder.path(".local/state/explorer/sessions")
            let names = try FileManager.default.contentsOfDirectory(atPath: place)
            return try names.flatMap { try folder.bytes(".local/state/explorer/sessions/\($0)") }
        }

        @Test(arguments: TerminalSize.allCases) func whatWasOpenAndTypedIsThereAgain(_ size: TerminalSize) async throws {
            var tmux = try await open(size)
            try await tmux.press("2", "Enter")
            try await tmux.type("25")
            try await tmux.press("Escape", "j", "Enter")
            try await tmux.type("s3cret")
            try await tmux.press("Escape")
            // What follows it at once would be a key with Alt.
            try await tmux.waitFor("both fields filled and left") { $0.contains("Params 2/2") && !$0.contains("esc leave") }
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            #expect(try kept().firstRange(of: Array("\"25\"".utf8)) != nil)
            #expect(try kept().firstRange(of: Array("s3cret".utf8)) == nil)

            tmux = try await open(size)
            try await tmux.waitFor("the text, and none of the secret") { $0.contains("25") && $0.contains("Params 1/2") }
            // Killed a moment after a key: that one is kept too.
            try await tmux.filter("/news")
            try await tmux.press("2", "Enter")
            try await tmux.type("yesterday")
            try await tmux.press("Escape")
            let deadline = ContinuousClock.now + .seconds(10)
            while try kept().firstRange(of: Array("yesterday".utf8)) == nil, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(10))
            }
            kill(try await tmux.processID(), SIGKILL)
            #expect(try await tmux.waitForExit() == 128 + SIGKILL)

            tmux = try await open(size)
            try await tmux.waitFor("the endpoint that was looked at") { $0.contains("GET /news") && $0.contains("yesterday") }
        }

        /// What is damaged counts for nothing, and is in nobody's way.
        @Test func aDamagedFileIsNoSession() async throws {
            var tmux = try await open(.small)
            try await tmux.press("2", "Enter")
            try await tmux.type("25")
            try await tmux.press("Escape")
            // What follows it at once would be a key with Alt.
            try await tmux.waitFor("a field that was left") { !$0.contains("esc leave") }
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            let place = folder.path(".local/state/explorer/sessions")
            for name in try FileManager.default.contentsOfDirectory(atPath: place) {
                try Data("not a session".utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
            }
            tmux = try await open(.small)
            try await tmux.waitFor("a form as it is at first") { $0.contains("Params 0/2") }
        }
    }
}
