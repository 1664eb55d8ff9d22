// Reader mode in a real terminal: a plain stream of lines, the same keys, and a terminal as it was.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ReaderFlowTests {
        @Test func theDemoIsHeardAsAPlainStream() async throws {
            let folder = try TemporaryFolder()
            // From the first byte: the program starts when the recording has.
            let tmux = try await ExplorerProgram.shell(
                """
                stty -g > '\(folder.path("before"))'; read go
                "$explorer" demo --reader; echo "code $?"
                stty -g > '\(folder.path("after"))'; echo 'the line after'; exec cat
                """, size: (200, 50))
            let recorded = try await tmux.record()
            try await tmux.press("Enter")
            try await tmux.waitFor("Endpoints pane, 62 endpoints")
            #expect(try await tmux.value("alternate_on") == "0")

            try await tmux.press("s")
            try await tmux.waitFor("the end of the request") { !$0.lines(with: "Task ", "200 OK", "20 rows").isEmpty }
            try await tmux.press("3")
            try await tmux.waitFor("row 1 of 20: id 1")
            try await tmux.press("Down")
            try await tmux.waitFor("row 2 of 20: id 2")

            try await tmux.press("1", "/")
            try await tmux.type("/slow")
            try await tmux.press("Enter")
            try await tmux.waitFor("filter is /slow, 1 of 62 endpoints")
            try await tmux.press("2", "Enter")
            try await tmux.waitFor("editing seconds")
            try await tmux.type("30")
            try await tmux.press("C-r")
            try await tmux.waitFor("Sent: GET /slow")
            try await tmux.press("4", "x")
            try await tmux.waitFor("the cancel") { !$0.lines(with: "Task ", " cancelled").isEmpty }
            try await tmux.press("Q")
            try await tmux.waitFor("the line after")

            let bytes = try recorded()
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("code 0"))
            #expect(!bytes.contains(0x1B), "no escape sequence")
            let lines = text.split(separator: "\r\n").map(String.init)
            #expect(lines.count > 12)
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 != $1 })
            #expect(!text.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) })
            #expect(try folder.text("before") == folder.text("after"))
        }

        @Test func theScreenComesAndGoesByTheOption() async throws {
            let tmux = try await ExplorerProgram.open("demo", "--reader", size: (120, 40))
            try await tmux.waitFor("Endpoints pane, 62 endpoints")
            try await tmux.type(":set reader off")
            try await tmux.press("Enter")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            #expect(try await tmux.value("alternate_on") == "1")
            try await tmux.type(":set reader on")
            try await tmux.press("Enter")
            try await tmux.waitFor("explorer in reader mode")
            #expect(try await tmux.value("alternate_on") == "0")
            try await tmux.press("Q")
            #expect(try await tmux.waitForExit() == 0)
        }

        @Test func aTerminalWithoutACursorIsEnough() async throws {
            let tmux = try await ExplorerProgram.shell(#"TERM=dumb "$explorer" demo --reader; echo "code $?"; exec cat"#)
            try await tmux.waitFor("Endpoints pane, 62 endpoints")
            try await tmux.type(":set reader off")
            try await tmux.press("Enter")
            try await tmux.waitFor("Reader mode stays on")
            try await tmux.press("Q")
            try await tmux.waitFor("code 0")
        }
    }
}
