// The tour of the manual, key by key against the demo; and the keys that the tables of README.md and the manual name.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ReadmeTourTests {
        @Test func theTourShowsWhatItSays() async throws {
            let document = "docs/manual/tour.md"
            let steps = TourStep.all(in: try DocumentedCommandsTests.text(document), below: "## A tour")
            #expect(steps.count >= 7)
            let tmux = try await ExplorerProgram.open("demo")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            for step in steps {
                do {
                    try await step.walk(tmux)
                } catch {
                    Issue.record("\(document):\(step.line): \(error)")
                    return
                }
            }
            #expect(try await tmux.waitForExit() == 0, "the last step quits")
        }

        /// `explorer keys` lists each key of the tables.
        @Test(arguments: [("README.md", "## First keys", 5), ("docs/manual/screen.md", "## A dozen keys", 25)])
        func theKeysOfTheTableAreThere(_ document: String, _ heading: String, _ least: Int) async throws {
            let text = try DocumentedCommandsTests.text(document)
            let table = try #require(text.components(separatedBy: heading).dropFirst().first)
            let rows = table.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            // The keys stand in the first column, in front of two blanks.
            let lines = try await ExplorerProgram.run("keys").lines.prefix { $0 != "Palette" }.filter { $0.hasPrefix("  ") }
            let known = Set(
                lines.flatMap { $0.dropFirst(2).components(separatedBy: "  ")[0].split(separator: " ").map(String.init) })
            var count = 0
            for row in rows {
                // A bar in a cell has a backslash before it.
                let cell = row.replacing("\\|", with: "¦").split(separator: "|").first.map(String.init) ?? ""
                let spans = cell.matches(of: /`([^`]+)`/).map { String($0.output.1).replacing("¦", with: "|") }
                let words = ["Enter", "Tab"].filter(cell.contains).map { $0.lowercased() }
                for key in spans + words {
                    count += 1
                    #expect(known.contains(key), "the table of \(document) has the key '\(key)', which does nothing")
                }
            }
            #expect(count >= least, "\(count) keys were read")
        }
    }
}

struct TourStepTests {
    @Test func stepsAreRead() {
        let text = """
            ## Before
            1. `x`
            ## A tour
            Text with `a key`.

            1. `s` sends: **200 OK**, then `Ctrl-R`
               and `Esc`, **back**.
            2. `:demo kill 1` or `slow` `Enter`
            ## After
            3. `y`
            """
        #expect(
            TourStep.all(in: text, below: "## A tour") == [
                TourStep(line: 6, parts: [.press("s"), .see("200 OK"), .press("C-r"), .press("Escape"), .see("back")]),
                TourStep(line: 8, parts: [.command("demo kill 1"), .type("slow"), .press("Enter")]),
            ])
    }
}
