// Opening the screen: on a choice without a word, on what cannot be read, on terminals that cannot be used.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct OpeningTests {
        /// Opens the start screen in a folder, with a home of the test's own.
        private func start(
            in folder: String, home: TemporaryFolder, size: (columns: Int, rows: Int) = (80, 24)
        ) async throws -> Tmux {
            try await ExplorerProgram.shell(
                "export HOME='\(home.path)'; cd '\(folder)'; exec \"$explorer\"", size: size)
        }

        @Test func anEmptyFolderOffersTheDemo() async throws {
            let folder = try TemporaryFolder()
            let tmux = try await start(in: folder.path, home: folder)
            let screen = try await tmux.waitFor("the start") { $0.contains("─ Start ─") && $0.contains("d  The demo") }
            #expect(screen.contains("No descriptions, collections or files of requests"))
            try await tmux.resize(columns: 60, rows: 15)
            try await tmux.waitFor("the start in a small terminal") {
                $0.lines.count == 15 && $0.contains("d  The demo") && $0.lines.last?.contains("? help") == true
            }
            try await tmux.resize(columns: 80, rows: 24)
            try await tmux.waitFor("the start in the old size") {
                $0.lines.count == 24 && $0.lines.last?.contains("? help") == true
            }
            try await tmux.press("d")
            let demo = try await tmux.waitFor("the demo") {
                $0.contains("Explorer demo") && $0.contains(ExplorerProgram.demoEndpoints) && $0.contains("idle")
            }
            #expect(demo.contains("s sends the selected endpoint"))
            #expect(demo.lines.last?.contains("? help") == true)
            try await tmux.press("?")
            try await tmux.waitFor("the keys") { $0.contains("Keys in Endpoints") && $0.contains("Send the selected endpoint.") }
            try await tmux.press("Escape")
            try await tmux.waitFor("no help") { !$0.contains("Keys in Endpoints") }
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func aFileIsOpenedAndRemembered() async throws {
            let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
            let path = try folder.file(
                "items.json",
                #"{"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "paths": {"/items": {"get": {}}}}"#)
            var tmux = try await start(in: folder.path, home: other)
            try await tmux.waitFor("1  items.json")
            try await tmux.press("1")
            try await tmux.waitFor("GET /items")
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)

            tmux = try await start(in: other.path, home: other, size: (120, 40))
            try await tmux.waitFor("the recent file") { $0.contains("Recent") && $0.contains(path) }
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)

            try FileManager.default.removeItem(atPath: path)
            tmux = try await start(in: other.path, home: other, size: (120, 40))
            try await tmux.waitFor("the file is gone")
            try await tmux.press("Enter")
            try await tmux.waitFor("x forgets it")
            try await tmux.press("x")
            try await tmux.waitFor("no recent source") { !$0.contains("Recent") && $0.contains("The demo") }
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func whatIsTypedBehindAChoiceIsNotLost() async throws {
            let folder = try TemporaryFolder()
            _ = try folder.file(
                "items.json",
                #"{"openapi": "3.1.0", "info": {"title": "Items", "version": "1"}, "paths": {"/items": {"get": {}}}}"#)
            let tmux = try await start(in: folder.path, home: folder)
            try await tmux.waitFor("1  items.json")
            try await tmux.type("1?")
            try await tmux.waitFor("Keys in Endpoints")
            try await tmux.press("Escape")
            try await tmux.waitFor("no help") { !$0.contains("Keys in Endpoints") && $0.contains("GET /items") }
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func aTypedNameIsAFileBeforeItIsAnAddress() async throws {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path + "/my.project", withIntermediateDirectories: true)
            _ = try folder.file("my.project/calls.http", "GET https://example.com/called\n")
            let tmux = try await start(in: folder.path, home: folder)
            try await tmux.waitFor("a  An address")
            try await tmux.type("a-")
            try await tmux.press("Enter")
            try await tmux.waitFor("Standard input is the terminal")
            try await tmux.press("C-u")
            try await tmux.type("my.project/calls.http")
            try await tmux.press("Enter")
            try await tmux.waitFor("/called")
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func aRequestByHandNeedsNoSource() async throws {
            let server = try FaultServer { .answer(body: Array("\($0.method) \($0.target)".utf8)) }
            defer { server.stop() }
            let folder = try TemporaryFolder()
            let tmux = try await start(in: folder.path, home: folder)
            try await tmux.waitFor("n  A request by hand")
            try await tmux.press("n")
            try await tmux.waitFor("New request")
            try await tmux.type(server.url("/by-hand"))
            try await tmux.press("Enter")
            try await tmux.waitFor("no dialog") { !$0.contains("New request") && $0.contains("1 Endpoints") }
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func aFileThatIsNotThereIsReportedOnTheStart() async throws {
            let folder = try TemporaryFolder()
            let tmux = try await start(in: folder.path, home: folder)
            try await tmux.waitFor("a  An address")
            try await tmux.press("a")
            try await tmux.waitFor("esc leave")
            try await tmux.type("nosuch.json")
            try await tmux.press("Enter")
            try await tmux.waitFor("nosuch.json cannot be read: there is no such file")
            try await tmux.press("C-c")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func aSignalEndsTheStart(_ signal: Int32) async throws {
            let folder = try TemporaryFolder()
            let tmux = try await start(in: folder.path, home: folder)
            try await tmux.waitFor("The demo")
            kill(try await tmux.processID(), signal)
            #expect(try await tmux.waitForExit() == 128 + signal)
        }

        @Test func withoutATerminalThereIsNoStart() async throws {
            let folder = try TemporaryFolder()
            let result = try await ExplorerProgram.bash("cd '\(folder.path)'; \"$explorer\" < /dev/null")
            #expect(result.code == 64 && result.output.isEmpty)
            #expect(result.errors.contains("the screen needs a terminal; without one use 'explorer list SOURCE'"))
        }

        @Test("what cannot be read is said on the screen", arguments: ["empty", "truncated", "binary"])
        func badDescription(_ kind: String) async throws {
            let folder = try TemporaryFolder()
            let bytes: [UInt8] =
                switch kind {
                case "empty": []
                case "truncated":
                    Array(try Data(contentsOf: URL(fileURLWithPath: ExplorerProgram.fixture("httpbin.json"))).prefix(500))
                default: [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]
                }
            try folder.file("api.json", bytes)
            let tmux = try await ExplorerProgram.open(folder.path("api.json"))
            let sign = ["empty": "empty", "truncated": "cut off"][kind] ?? "cannot be used"
            try await tmux.waitFor(sign)
            try await tmux.press("s")
            try await tmux.waitFor("There is no description")
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 65)
        }

        /// A description on standard input may never come; whoever has waited enough must get the terminal back.
        @Test func quittingDoesNotWaitForADescriptionThatNeverComes() async throws {
            let folder = try TemporaryFolder()
            let pipe = folder.path("pipe")
            let tmux = try await ExplorerProgram.shell(
                #"mkfifo \#(pipe); exec 3<>\#(pipe); "$explorer" - <&3; echo "code $?"; exec cat"#)
            try await tmux.waitFor("Reading")
            try await tmux.press("q")
            try await tmux.waitFor("code 0")
        }

        @Test func anUnknownTerminalIsRefusedAndLeavesNoService() async throws {
            let tmux = try await ExplorerProgram.shell(#"TERM=nonsense "$explorer" demo; echo "code $?"; exec cat"#)
            let screen = try await tmux.waitFor("code ")
            #expect(screen.contains("code 64"))
            #expect(screen.contains("nonsense"))
            let shell = try await tmux.processID()
            #expect(await eventually { ProcessTable.children(of: shell).isEmpty })
        }

        @Test func theTraceHasALineAFrame() async throws {
            let folder = try TemporaryFolder()
            let tmux = try await ExplorerProgram.open("demo", "--trace", folder.path("trace"))
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            try await tmux.press("s")
            try await tmux.waitFor("200 OK")
            try await tmux.press("q")
            #expect(try await tmux.waitForExit() == 0)
            let lines = try folder.text("trace").split(separator: "\n")
            #expect(lines.count >= 3)
            #expect(lines.first == "frame\tms\tbytes\tevents")
            #expect(
                lines.dropFirst().allSatisfy { $0.split(separator: "\t").compactMap { Double($0) }.count == 4 },
                "\(lines.prefix(3))")
        }
    }
}
