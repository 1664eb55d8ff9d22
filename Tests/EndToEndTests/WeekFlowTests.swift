// A week in two minutes: a workspace from GitHub's description, requests saved on the screen, a chain of them, a run that is killed; everything is there
// again, and the token lies in one file alone.

import Foundation
import Synchronization
import TestSupport
import Testing

extension ScreenFlows {
    @Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) struct WeekFlowTests {
        private static let token = "ghp_W33kT0kenZ9"

        /// Says what it was sent, or nothing at all.
        private final class Mood: Sendable { let isSilent = Atomic(false) }

        private let folder: TemporaryFolder
        private let server: FaultServer
        private let mood = Mood()
        private let environment: [String: String]

        init() throws {
            folder = try TemporaryFolder()
            server = try FaultServer { [mood] request in
                if mood.isSilent.load(ordering: .relaxed), request.path == "/user" { return .hang }
                let body = String(decoding: request.body, as: UTF8.self).filter { $0 != "\"" }
                let heard = "\(request.target) \(request.value("Authorization") ?? "") \(body)"
                return .answer(headers: [("Content-Type", "application/json")], body: #"{"login": "me", "heard": "\#(heard)"}"#)
            }
            environment = ExplorerProgram.environment.merging(["HOME": folder.path]) { $1 }
        }

        private func run(_ arguments: String..., input: String = "") async throws {
            let result = try await ChildProcess.run(
                try ExplorerProgram.path(), arguments, environment: environment, input: Array(input.utf8), within: .seconds(60))
            try #require(result.code == 0, "\(arguments): \(result.errors)")
        }

        private func open() async throws -> Tmux {
            let tmux = try await ExplorerProgram.shell(
                "export HOME='\(folder.path)'; cd '\(folder.path)'; exec \"$explorer\"", size: (120, 40))
            try await tmux.waitFor("the description", within: .seconds(60)) { $0.contains("Endpoints · 87") }
            return tmux
        }

        /// Selects what fits best.
        private func look(for words: String, _ line: String, in tmux: Tmux) async throws {
            try await tmux.press("1", "/", "C-u")
            try await tmux.type(words)
            try await tmux.waitFor("the filter '\(words)'") {
                $0.contains("/ \(words)") && $0.contains(" of 87") && $0.contains(line)
            }
            try await tmux.press("Enter")
        }

        private var workspace: String {
            get throws { String(decoding: try folder.bytes("explorer.yaml"), as: UTF8.self) }
        }

        @Test func aWeekInTwoMinutes() async throws {
            let description = SharedData.root.appending(path: "openapi/octokit/api.github.com.json").path
            // Monday: a workspace, an environment, a token.
            try await run("init", description, "--base", server.url(""), "-o", folder.path("explorer.yaml"))
            try await run("secret", "set", "GH", input: Self.token)
            let first = try workspace + "    # Mine alone.\n    auth: { bearer: \"${secret:GH}\" }\n"
            _ = try folder.file("explorer.yaml", first)
            try await run("trust", folder.path("explorer.yaml"))

            // Tuesday: two requests are saved on the screen.
            var tmux = try await open()
            try await look(for: "users/get-authenticated", "GET   /user ", in: tmux)
            try await tmux.command("request save me")
            try await tmux.waitFor("me is saved")
            try await look(for: "search/users", "GET   /search/users", in: tmux)
            try await tmux.press("2", "Enter")
            try await tmux.type("${secret:GH}")
            // An Escape that comes together with the next key is Alt and that key.
            try await tmux.waitFor("the typed field") { $0.contains("esc leave") && $0.contains("${secret:GH}") }
            try await tmux.press("Escape")
            try await tmux.waitFor("a field that was left") { !$0.contains("esc leave") }
            try await tmux.command("request save people/find")
            try await tmux.waitFor("people/find is saved")
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            let second = try workspace
            #expect(second.hasPrefix(first), "what was written stays as it was: \(second)")

            // Wednesday: a third request and a chain, by hand.
            let more = second.replacing(
                "    requests:\n",
                with: """
                        chains: { week: [me, people/find, say] }
                        requests:
                          say: { method: POST, url: /markdown, body: { json: { text: "${secret:GH}" } }, assert: { status: 200 } }

                    """)
            _ = try folder.file("explorer.yaml", more)
            try await run("trust", folder.path("explorer.yaml"))
            tmux = try await open()
            try await tmux.command("run week")
            // One of them may change something.
            try await tmux.waitFor("Run week?")
            try await tmux.press("y")
            try await tmux.waitFor("all 3 responses are as expected")
            #expect(server.counts.requests.suffix(3).map(\.method) == ["GET", "GET", "POST"])
            #expect(server.counts.requests.suffix(3).allSatisfy { $0.value("Authorization") == "Bearer \(Self.token)" })
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)

            // Thursday: the program is killed in the middle of a run.
            tmux = try await open()
            mood.isSilent.store(true, ordering: .relaxed)
            try await tmux.command("run week")
            try await tmux.waitFor("Run week?")
            try await tmux.press("y")
            try await tmux.waitFor("a request in the air") { $0.contains("1 running") }
            kill(try await tmux.processID(), SIGKILL)
            #expect(try await tmux.waitForExit() == 128 + SIGKILL)

            // Friday: all of it is there.
            mood.isSilent.store(false, ordering: .relaxed)
            tmux = try await open()
            try await tmux.waitFor("the saved requests") { $0.contains("saved") && $0.contains("find") && $0.contains("say") }
            try await tmux.press("H")
            try await tmux.waitFor("what was sent") { $0.contains("/markdown") && $0.contains("/search/users?q=") }
            try await tmux.press("Escape")
            // What follows it at once would be a key with Alt.
            try await tmux.waitFor("the list closed") { !$0.contains("History ·") }
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
            #expect(try await places() == ["secrets"])
        }

        /// The files of the user that have the token in them, in whatever spelling, by the names that `explorer paths` gives them.
        private func places() async throws -> [String] {
            let listed = try await ExplorerProgram.command(["paths"], environment: environment)
            let names = listed.lines.map { $0.split(separator: " ").map(String.init) }
            let spellings = [Self.token, Data(Self.token.utf8).base64EncodedString(), String(Self.token.reversed())]
            var found: [String] = []
            let root = URL(fileURLWithPath: folder.path)
            for case let file as URL in FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) ?? .init() {
                guard let bytes = try? Data(contentsOf: file) else { continue }
                guard spellings.contains(where: { bytes.firstRange(of: Data($0.utf8)) != nil }) else { continue }
                let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(file.path)")
                found.append(names.first { $0.last == file.path }?.first ?? file.path)
            }
            return found
        }
    }
}
