// The tour of README.md, key by key against the demo; and the keys that its table names.

import Foundation
import TestSupport
import Testing

extension ScreenFlows {
    @Suite struct ReadmeTourTests {
        @Test func theTourShowsWhatItSays() async throws {
            let steps = TourStep.all(in: try DocumentedCommandsTests.text("README.md"), below: "## A tour")
            #expect(steps.count >= 7)
            let tmux = try await ExplorerProgram.open("demo")
            try await tmux.waitFor(ExplorerProgram.demoEndpoints)
            for step in steps {
                do {
                    try await step.walk(tmux)
                } catch {
                    Issue.record("README.md:\(step.line): \(error)")
                    return
                }
            }
            #expect(try await tmux.waitForExit() == 0, "the last step quits")
        }

        /// `explorer keys` has them all, with what README says that they do.
        @Test func theKeysOfTheTableAreThere() async throws {
            let readme = try DocumentedCommandsTests.text("README.md")
            let table = try #require(readme.components(separatedBy: "## A dozen keys").dropFirst().first)
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
                    #expect(known.contains(key), "README's table has the key '\(key)', which does nothing")
                }
            }
            #expect(count >= 25, "\(count) keys were read")
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
