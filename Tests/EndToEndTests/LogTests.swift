// `--log FILE --log-level`: what every command that sends writes, and what it never writes.

import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct LogTests {
    private let server: FaultServer
    private let folder: TemporaryFolder

    init() throws {
        let names = ["good", "bad", "flaky"]
        let paths = names.map { #""/\#($0)":{"get":{"operationId":"\#($0)"}}"# }.joined(separator: ",")
        let wasBad = Mutex(false)
        server = try FaultServer { request in
            switch request.path {
            case "/api.json":
                .answer(
                    headers: [("Content-Type", "application/json")],
                    body: Array(#"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{\#(paths)}}"#.utf8))
            case "/bad": .answer(503, body: "out of stock")
            // Every second request succeeds.
            case "/flaky":
                wasBad.withLock { wasBad in
                    wasBad.toggle()
                    return wasBad
                } ? .answer(503, body: "not yet") : .answer(body: "now")
            case "/echo": .answer(401, body: "invalid token \(request.value("Authorization")?.dropFirst(7) ?? "")")
            case "/ref": .answer(body: #"{"ref":"r3ference","a":1}"#)
            case "/items": .answer(headers: [("Content-Type", "application/json")], body: Array("[1,2]".utf8))
            case _: .answer(headers: [("Content-Type", "application/json")], body: Array(#"{"token":"t0p","a":1}"#.utf8))
            }
        }
        folder = try TemporaryFolder()
    }

    private var log: String { folder.path("calls.log") }
    private func lines(_ name: String = "calls.log") throws -> [String] {
        try folder.text(name).split(separator: "\n").map(String.init)
    }

    private func run(_ arguments: String...) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(arguments)
    }

    @Test func aLineHasItsTimeItsProcessAndItsTask() async throws {
        defer { server.stop() }
        let result = try await run("send", server.url("/good"), "--log", log)
        #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
        let found = try lines()
        let time = #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \[\d+\] #\d+ /#
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
        #expect(text.contains(#"< {"token":"••••••","a":1}"#), "the body is in it: \(text)")
        for secret in ["qu3ry", "h3ad", "t0p"] { #expect(!text.contains(secret), "\(text)") }
    }

    /// A server says it in its own words, where no field's name tells that it is a secret.
    @Test func aSecretThatTheServerRepeatsIsMasked() async throws {
        defer { server.stop() }
        let result = try await run(
            "send", server.url("/echo"), "-H", "Authorization: Bearer h3ad", "--log", log, "--log-level", "error")
        #expect(result.code == 4 && result.text.contains("invalid token h3ad"), "\(result.text)")
        let text = try folder.text("calls.log")
        #expect(text.contains("< invalid token ••••••") && !text.contains("h3ad"), "\(text)")
    }

    @Test func aCapturedSecretIsMaskedInItsOwnResponse() async throws {
        defer { server.stop() }
        let workspace = try folder.file(
            "explorer.yaml",
            """
            apis:
              shop:
                environments: { release: ["\(server.url(""))"] }
                requests: { ref: { url: /ref, capture: { ref: { json: $.ref, secret: true } } } }
            """)
        let result = try await ExplorerProgram.command(
            ["run", workspace, "ref", "--log", log, "--log-level", "debug"],
            environment: ExplorerProgram.environment.merging(["EXPLORER_STATE_DIR": folder.path("state")]) { $1 })
        #expect(result.code == 0, "\(result.errors)")
        let text = try folder.text("calls.log")
        #expect(text.contains(#"< {"ref":"••••••","a":1}"#) && !text.contains("r3ference"), "\(text)")
    }

    @Test(arguments: ["error", "warning"]) func theLevelsErrorAndWarningAreAboutFailures(_ level: String) async throws {
        defer { server.stop() }
        let description = server.url("/api.json")
        let result = try await run("run", description, "good", "bad", "--log", log, "--log-level", level, "--retry", "0")
        #expect(result.code == 5, "\(result.errors)")
        let found = try lines()
        #expect(found.contains { $0.contains(" 503 GET \(server.url("/bad"))") }, "\(found)")
        #expect(found.contains { $0.hasSuffix("  < out of stock") }, "\(found)")
        #expect(!found.contains { $0.contains(server.url("/good")) || $0.contains("api.json") }, "\(found)")
    }

    @Test("a success after a failed attempt", arguments: [("error", false), ("warning", true)])
    func aSuccessAfterAFailedAttempt(_ level: String, _ isLogged: Bool) async throws {
        defer { server.stop() }
        _ = try folder.file("calls.log", "")
        let result = try await run(
            "run", server.url("/api.json"), "flaky", "--log", log, "--log-level", level, "--retry", "1")
        #expect(result.code == 0 && server.counts.requests.count { $0.path == "/flaky" } == 2, "\(result.errors)")
        let found = try lines()
        #expect(found.contains { $0.contains(" 200 GET \(server.url("/flaky"))") } == isLogged, "\(found)")
        #expect(isLogged || found.isEmpty, "\(found)")
    }

    /// `send` reads its response as it arrives, `run` as a whole.
    @Test(arguments: ["send", "run"]) func theResponseOfAFailureIsInTheLog(_ command: String) async throws {
        defer { server.stop() }
        let result = try await run(command, server.url("/api.json"), "bad", "--log", log, "--log-level", "error")
        #expect(result.code == 5, "\(result.errors)")
        let found = try lines()
        #expect(found.contains { $0.hasSuffix("  < out of stock") }, "\(found)")
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
        let empty = try await run("send", server.url("/good"), "--log", "")
        #expect(empty.code == 64 && empty.errors.contains("--log has no file"), "\(empty.errors)")
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
                "EXPLORER_STATE_DIR='\(folder.path)/state' exec $explorer \(server.url("/api.json")) --log \(folder.path("calls.log")) --log-level debug",
                size: (80, 24))
            try await tmux.waitFor("/good")
            try await tmux.press("s")
            try await tmux.waitFor("the response") { $0.contains("hello") && !$0.contains("#1 GET") }
            try await tmux.press("Q")
            let isWritten = await eventually {
                (try? folder.text("calls.log"))?.contains(" 200 GET \(server.url("/good"))") == true
            }
            #expect(isWritten)
            #expect(try folder.text("calls.log").contains("  < hello"), "also of a body that the screen takes as it arrives")
        }

        @Test func aLogThatCannotBeOpenedIsSaidInsteadOfTheScreen() async throws {
            let tmux = try await ExplorerProgram.shell(
                #""$explorer" demo --log /dev/tty; echo "code $?"; exec cat"#, size: (80, 24))
            try await tmux.waitFor("the refusal") { $0.contains("The log cannot be opened") && $0.contains("code 74") }
        }
    }
}
