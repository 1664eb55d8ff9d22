// The layout of errors on standard error: the same for failures, refusals, workspaces and arguments.

import Testing
import Workbench

@testable import CommandLine

@Suite struct ErrorBlockTests {
    @Test func problemThenPlaceThenNextStep() {
        let block = ErrorBlock("it is broken", at: ["a.json:7", "  b.json:8"], next: ["correct it"])
        #expect(block.text == "explorer: it is broken\n  a.json:7\n  b.json:8\n  correct it")
    }

    @Test func emptyLinesAreLeftOut() {
        #expect(ErrorBlock(Failure(title: "a", detail: "b\n\n    c", hint: "")).text == "explorer: a\n  b\n  c")
        #expect(ErrorBlock("a", next: [""]).text == "explorer: a")
    }

    @Test func errorsOfArgumentsHaveTheSameLayout() async throws {
        let result = try await ExplorerProgram.command(["send", "GET", "http://127.0.0.1:9/", "--timeout", "soon"])
        #expect(result.code == 64 && result.errors.hasPrefix("explorer: "), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("  ") && !$0.hasPrefix("   ") })
    }
}
