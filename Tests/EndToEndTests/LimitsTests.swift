// What would wait for ever, or end without a word: pipes where files should be, limits of the system, control characters in files.

import Foundation
import TestSupport
import Testing

@Suite struct LimitsTests {
    private static let description =
        #"{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "http://127.0.0.1:9"}], "paths": {"/a": {"get": {}}}}"#

    /// Nobody writes into the pipe.
    @Test(arguments: [
        "list explorer.yaml", "list .", "trust explorer.yaml", "services explorer.yaml", "run explorer.yaml a", "list",
    ])
    func aPipeInPlaceOfAWorkspaceIsSaid(_ command: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await ExplorerProgram.bash(
            "cd '\(folder.path)' && mkfifo explorer.yaml && exec $explorer \(command) </dev/null", within: .seconds(10))
        #expect(result.code != 0 && result.code < 128, "\(command): \(result.code)")
        #expect(!result.errors.isEmpty)
        if command.contains("explorer.yaml") {
            #expect(result.errors.contains("it is a named pipe, not a file"), "\(command): \(result.errors)")
        }
    }

    @Test func aPipeInPlaceOfADescriptionIsSaid() async throws {
        let folder = try TemporaryFolder()
        _ = try folder.file(
            "explorer.yaml", "apis: {a: {description: ./pipe, environments: {test: {url: \"http://127.0.0.1:9\"}}}}\n")
        let result = try await ExplorerProgram.bash(
            "cd '\(folder.path)' && mkfifo pipe && exec $explorer list explorer.yaml </dev/null", within: .seconds(10))
        #expect(result.code == 66 && result.errors.contains("it is a named pipe, not a file"), "\(result.errors)")
    }

    /// What the user names is read to its end, once.
    @Test(arguments: [description, "GET http://127.0.0.1:9/a\n"]) func whatTheUserNamesMayBeAPipe(_ text: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("source", text)
        let result = try await ExplorerProgram.bash("$explorer list <(cat '\(path)')")
        #expect(result.code == 0 && result.text.contains("/a"), "\(result.text) \(result.errors)")
    }

    @Test(arguments: ["ulimit -n 5", "ulimit -n 7", "ulimit -v 300000"]) func limitsOfTheSystemAreSaid(_ limit: String)
        async throws
    {
        let folder = try TemporaryFolder()
        let path = try folder.file("api.json", Self.description)
        for command in ["list '\(path)'", "paths", "--version"] {
            let result = try await ExplorerProgram.bash("\(limit); exec $explorer \(command) 2>&1")
            // With so little memory the program may not even begin.
            let isTooLittle = limit.contains("-v") && result.text.contains("error while loading shared libraries")
            #expect(result.code == 64 || isTooLittle, "\(limit) \(command): \(result.code) \(result.text)")
            #expect(result.text.contains("ulimit") || isTooLittle, "\(result.text)")
        }
    }

    @Test(arguments: [("run", 6), ("send", 6)] as [(String, Int32)])
    func aBodyThatIsLargerThanAllowedIsAFailure(_ command: String, _ code: Int32) async throws {
        let server = try FaultServer { request in
            request.target == "/zip" ? .gzipBomb(decoded: 100_000) : .answer(body: Array(repeating: 0x61, count: 5_000))
        }
        defer { server.stop() }
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "api.json", Self.description.replacing("\"get\": {}", with: "\"get\": {\"operationId\": \"a\"}"))
        let zipped = try folder.file("zip.json", Self.description.replacing("/a", with: "/zip"))
        for (source, size, code) in [(path, "4K", code), (path, "5K", 0), (zipped, "10k", code)] {
            let file = folder.path("body")
            let output = command == "send" ? ["-o", file] : []
            let result = try await ChildProcess.run(
                try ExplorerProgram.path(),
                [command, source, source == path ? "a" : "GET /zip", "--base", server.url(""), "--max-body", size] + output,
                environment: ExplorerProgram.environment)
            #expect(result.code == code, "\(source) \(size): \(result.errors)")
            if code != 0 {
                #expect(result.errors.contains("limit"), "\(result.errors)")
            }
            let isThere = FileManager.default.fileExists(atPath: file)
            #expect(isThere == (command == "send" && code == 0), "what has not come whole replaces nothing")
            try? FileManager.default.removeItem(atPath: file)
        }
    }

    @Test(arguments: ["0", "x", "5KB", "-1", "99999999999999999G", "9223372036854775807K"])
    func aSizeThatIsNoneIsSaid(_ size: String) async throws {
        let result = try await ExplorerProgram.run("send", "http://127.0.0.1:9/a", "--max-body=\(size)")
        #expect(result.code == 64 && result.errors.contains("is not a size"), "\(size): \(result.code) \(result.errors)")
    }

    @Test func aLineBreakInANameBeginsNoLine() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file(
            "api.json",
            #"{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {"content": {"text/x\nerror: forged": {"schema": 7}}}}}}}}"#
        )
        let result = try await ExplorerProgram.run("check", path)
        #expect(result.text.contains("text~1x␊error: forged"), "\(result.text)")
        #expect(!result.lines.contains { $0.hasPrefix("error: forged") })
    }
}

extension ScreenFlows {
    @Suite struct PrintedFilesTests {
        @Test func controlCharactersOfFilesAndFoldersAreShown() async throws {
            let folder = try TemporaryFolder()
            let theme = try folder.file("x.theme", "# \u{1b}]0;pwned\u{07}\u{1b}[31mred\n")
            let tmux = try await ExplorerProgram.shell(
                """
                "$explorer" themes '\(theme)'; export EXPLORER_CONFIG_DIR="$(printf '/tmp/a\\033[31mb\\nc')"; "$explorer" paths; exec cat
                """, size: (120, 30))
            let screen = try await tmux.waitFor("the folders") { $0.contains("history") || $0.contains("state") }
            #expect(screen.contains("# ␛]0;pwned␇␛[31mred"), "\(screen.framed)")
            #expect(screen.contains("/tmp/a␛[31mb␊c"), "\(screen.framed)")
            // Into a file it goes as it is.
            let copy = try await ExplorerProgram.run("themes", theme)
            #expect(copy.text.contains("\u{1b}[31mred"))
        }
    }
}
