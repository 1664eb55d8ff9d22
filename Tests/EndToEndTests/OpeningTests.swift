// Opening the screen: on the demo without a word, on what cannot be read, on terminals that cannot be used.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct OpeningTests {
        @Test func withoutArgumentsTheDemoOpensAndTellsWhereToStart() async throws {
            let tmux = try await ExplorerProgram.open(size: (80, 24))
            let screen = try await tmux.waitFor("the demo") {
                $0.contains("Explorer demo") && $0.contains(ExplorerProgram.demoEndpoints) && $0.contains("idle")
            }
            #expect(screen.contains("s sends the selected endpoint"))
            #expect(screen.lines.last?.contains("? help") == true)
            try await tmux.press("?")
            try await tmux.waitFor("the keys") { $0.contains("Keys in Endpoints") && $0.contains("Send the selected endpoint.") }
            try await tmux.press("Escape")
            try await tmux.waitFor("no help") { !$0.contains("Keys in Endpoints") }
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
