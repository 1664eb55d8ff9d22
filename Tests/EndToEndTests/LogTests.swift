// `--log FILE --log-level`: what every command that sends writes, and what it never writes.

import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct LogTests {
    private let server: FaultServer
    private let folder: TemporaryFolder

    init() throws {
        server = try FaultServer { request in
            switch request.path {
            case "/api.json":
                .answer(
                    headers: [("Content-Type", "application/json")],
                    body: Array(
                        #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/good":{"get":{"operationId":"good"}},"/bad":{"get":{"operationId":"bad"}}}}"#
                            .utf8))
            case "/bad": .answer(503, body: "out of stock")
            case "/items": .answer(headers: [("Content-Type", "application/json")], body: Array("[1,2]".utf8))
            case _: .answer(headers: [("Content-Type", "application/json")], body: Array(#"{"token":"t0p","a":1}"#.utf8))
            }
        }
        folder = try TemporaryFolder()
    }

    private var log: String { folder.path("calls.log") }
    private func lines() throws -> [String] { try folder.text("calls.log").split(separator: "\n").map(String.init) }

    private func run(_ arguments: String...) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(arguments)
    }

    @Test func aLineHasItsTimeAndItsTask() async throws {
        defer { server.stop() }
        let result = try await run("send", server.url("/good"), "--log", log)
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        let found = try lines()
        let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z #\d+ /#
        #expect(found.allSatisfy { $0.prefixMatch(of: time) != nil }, "\(found)")
        #expect(found.contains { $0.hasSuffix("GET \(server.url("/good"))") } && found.contains { $0.contains(" 200 GET ") })
    }

    @Test func onlyTheUserMayReadTheFileAndItGrows() async throws {
        defer { server.stop() }
        _ = try folder.file("calls.log", "before\n")
        chmod(log, 0o644)
        _ = try await run("send", server.url("/good"), "--log", log)
        var facts = stat()
        #expect(stat(log, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        #expect(try lines().first == "before" && lines().count > 1)
    }

    @Test func secretsAreMaskedAlsoInFull() async throws {
        defer { server.stop() }
        _ = try await run(
            "send", server.url("/good?api_key=qu3ry"), "-H", "Authorization: Bearer h3ad", "--log", log, "--log-level", "debug")
        let text = try folder.text("calls.log")
        #expect(text.contains("> Authorization: ") && text.contains("< Content-Type: application/json"), "\(text)")
        for secret in ["qu3ry", "h3ad", "t0p"] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test func theLevelsErrorAndWarningAreAboutFailures() async throws {
        defer { server.stop() }
        let description = server.url("/api.json")
        for level in ["error", "warning"] {
            let result = try await run("run", description, "good", "bad", "--log", log, "--log-level", level, "--retry", "0")
            #expect(result.code == 5, "\(result.errors)")
            let found = try lines()
            #expect(found.contains { $0.contains(" 503 GET \(server.url("/bad"))") }, "\(found)")
            #expect(!found.contains { $0.contains(server.url("/good")) || $0.contains("api.json") }, "\(found)")
        }
    }

    @Test func eachCommandThatSendsWritesIt() async throws {
        defer { server.stop() }
        let description = server.url("/api.json")
        let commands = [
            ["run", description, "good"], ["pages", "GET", server.url("/items")], ["list", description], ["check", description],
            ["export", description, "good"],
        ]
        for (index, command) in commands.enumerated() {
            let log = folder.path("\(index).log")
            let result = try await ExplorerProgram.command(command + ["--log", log])
            #expect(result.code == 0, "\(command): \(result.errors)")
            #expect(try folder.text("\(index).log").contains(" 200 GET "), "\(command)")
        }
    }

    @Test func aFileThatCannotBeOpenedEndsTheCommandBeforeItSends() async throws {
        defer { server.stop() }
        for (path, words) in [
            (folder.path("none/calls.log"), "No such file or directory"), (folder.path, "this is a folder"),
            ("/dev/null", "this is not a regular file"),
        ] {
            let result = try await run("send", server.url("/good"), "--log", path)
            #expect(result.code == 74 && result.errors.contains("The log cannot be opened"), "\(result.errors)")
            #expect(result.errors.contains(path) && result.errors.contains(words), "\(result.errors)")
        }
        symlink(log, folder.path("link"))
        let result = try await run("send", server.url("/good"), "--log", folder.path("link"))
        #expect(result.code == 74 && result.errors.contains("this is a symbolic link"), "\(result.errors)")
        #expect(server.counts.requests.isEmpty)
    }

    @Test func aFullDiskIsSaidOnceAndStopsNothing() async throws {
        defer { server.stop() }
        // A file may not grow beyond this: writes fail as on a full disk.
        let result = try await ExplorerProgram.bash(
            #"trap '' XFSZ; ulimit -f 1; head -c 1000 /dev/zero > '\#(log)'; "$explorer" send '\#(server.url("/good"))' --log '\#(log)' --log-level debug; echo "code $?""#
        )
        #expect(result.text.contains("code 0"), "\(result.text) \(result.errors)")
        #expect(result.errors.split(separator: "\n").count { $0.contains("The log is incomplete") } == 1, "\(result.errors)")
    }

    @Test func aLevelAloneIsRefused() async throws {
        defer { server.stop() }
        let result = try await run("send", server.url("/good"), "--log-level", "debug")
        #expect(result.code == 64 && result.errors.contains("--log FILE"), "\(result.errors)")
        let wrong = try await run("send", server.url("/good"), "--log", log, "--log-level", "loud")
        #expect(wrong.code == 64 && wrong.errors.contains("warning"), "\(wrong.errors)")
    }
}

extension ScreenFlows {
    @Suite struct LogFlowTests {
        @Test func theScreenWritesTheLogAndNothingOfItOnTheTerminal() async throws {
            let server = try FaultServer { request in
                request.path == "/api.json"
                    ? .answer(
                        headers: [("Content-Type", "application/json")],
                        body: Array(
                            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/good":{"get":{"operationId":"good"}}}}"#
                                .utf8)) : .answer(body: "hello")
            }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.shell(
                "EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(server.url("/api.json")) --log \(folder.path("calls.log"))",
                size: (80, 24))
            try await tmux.waitFor("/good")
            try await tmux.press("s")
            try await tmux.waitFor("the response") { $0.contains("hello") && !$0.contains("#1 GET") }
            try await tmux.press("Q")
            let isWritten = await eventually {
                (try? folder.text("calls.log"))?.contains(" 200 GET \(server.url("/good"))") == true
            }
            #expect(isWritten)
        }

        @Test func aLogThatCannotBeOpenedIsSaidInsteadOfTheScreen() async throws {
            let tmux = try await ExplorerProgram.shell(
                #""$explorer" demo --log /dev/tty; echo "code $?"; exec cat"#, size: (80, 24))
            try await tmux.waitFor("the refusal") { $0.contains("The log cannot be opened") && $0.contains("code 74") }
        }
    }
}
