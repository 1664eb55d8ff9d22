// The mouse through a real terminal: reports as bytes, modes as the terminal keeps them.

import Foundation
import TestSupport
import Testing

@testable import Workbench

extension ScreenFlows {
    @Suite struct MouseFlowTests {
        @Test func clickedDraggedAndGivenBack() async throws {
            let tmux = try await ExplorerProgram.shell(#""$explorer" demo; echo "code $?"; exec cat"#, size: (120, 40))
            try await tmux.waitFor("Endpoints · ")
            #expect(try await tmux.value("mouse_button_flag") == "1")
            #expect(try await tmux.value("mouse_sgr_flag") == "1")

            try await tmux.click("enter send")
            try await tmux.waitFor("200 OK")
            try await tmux.click("Timing")
            try await tmux.waitFor("the timing") { !$0.contains("Glass mirror") && $0.contains("api-1") }
            let before = try await tmux.screen()
            // The border beside the endpoints goes ten columns to the right.
            let corner = try #require(before.lines[1].firstIndex(of: "┬"))
            let column = before.lines[1].distance(from: before.lines[1].startIndex, to: corner) + 1
            try await tmux.type("\u{1B}[<0;\(column);6M\u{1B}[<32;\(column + 10);6M\u{1B}[<0;\(column + 10);6m")
            try await tmux.waitFor("the wider list") { $0.lines[1].firstIndex(of: "┬").map { $0 > corner } ?? false }
            try await tmux.type("\u{1B}[<65;5;6M\u{1B}[<65;5;6M")
            try await tmux.waitFor("the scrolled list") { $0.lines[2] != before.lines[2] }

            try await tmux.press("m")
            try await tmux.waitFor("mouse off")
            #expect(try await tmux.value("mouse_any_flag") == "0")
            try await tmux.press("m")
            try await tmux.waitFor("the mouse again") { !$0.contains("mouse off") }
            #expect(try await tmux.value("mouse_button_flag") == "1")
            try await tmux.press("Q")
            try await tmux.waitFor("code 0")
            #expect(try await tmux.value("mouse_any_flag") == "0")
        }

        @Test func aDialogLivesThroughOneCell() async throws {
            let tmux = try await ExplorerProgram.open("demo", size: (80, 24))
            try await tmux.waitFor("Endpoints · ")
            try await tmux.filter("/slow")
            try await tmux.press("s")
            try await tmux.waitFor("1 running")
            try await tmux.press("X")
            try await tmux.waitFor("Sure?")
            for (columns, rows) in [(1, 1), (200, 1), (1, 60), (4, 3), (7, 7), (80, 24)] {
                try await tmux.resize(columns: columns, rows: rows)
                try await tmux.waitFor("\(columns)×\(rows)") { $0.lines.count == rows }
            }
            try await tmux.waitFor("Sure?")
            try await tmux.click("n No")
            try await tmux.waitFor("no dialog") { !$0.contains("Sure?") && $0.contains("1 running") }
            try await tmux.press("X")
            try await tmux.waitFor("Sure?")
            try await tmux.click("y Yes")
            try await tmux.waitFor("⊘ cancelled")
        }
    }
}

extension Tmux {
    /// Clicks on the first character of a text.
    func click(_ text: String) async throws {
        let screen = try await screen()
        let row = screen.lines.firstIndex { $0.contains(text) }
        let range = row.flatMap { screen.lines[$0].range(of: text) }
        guard let row, let range else { throw ChildProcess.Failure(description: "no “\(text)” on the screen:\n\(screen.framed)") }
        let column = screen.lines[row].distance(from: screen.lines[row].startIndex, to: range.lowerBound) + 1
        try await type("\u{1B}[<0;\(column);\(row + 1)M\u{1B}[<0;\(column);\(row + 1)m")
    }
}
