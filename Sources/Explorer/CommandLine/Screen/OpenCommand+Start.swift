// `explorer` without a source: the start screen, and what the user chooses there.

import ArgumentParser
import Foundation
import Runtime
import Screen
import Workbench
import Workspace

extension OpenCommand {
    /// Lets the user choose what to open, and opens it.
    @MainActor
    func openStart() async throws {
        try ScreenProgram.requireTerminal(input: STDIN_FILENO)
        let start = try StartProgram(screen.looks, CommandContext.environment, whyNot: Self.whyNot)
        switch await start.run() {
        case .open(.source(let text)): try await openSource(Self.expandingHome(text))
        case .open(.request(let text)): try await openWithoutSource(request: text)
        case .open(.demo): try await DemoCommand.openScreen(network, screen, basePort: 0)
        case .quit(let code): guard code == 0 else { throw ExitCode(code) }
        }
    }

    /// The screen without an API: the user writes requests by hand. The history records them.
    @MainActor
    private func openWithoutSource(request: String) async throws {
        let program = try ScreenProgram(
            [ExploredAPI("requests by hand")], network, screen.looks, CommandContext.environment, records: true)
        program.openWithoutSource(request: request)
        try await Self.runScreen(program)
    }

    /// Why a choice cannot be opened: a file that is missing is reported before the start screen ends.
    @MainActor
    private static func whyNot(_ choice: StartChoice) -> String? {
        guard case .source(let text) = choice else { return nil }
        do throws(Refusal) {
            try requireFile(expandingHome(text))
            return nil
        } catch {
            return "\(error.failure.brief). \(error.failure.hint)"
        }
    }

    /// No shell has replaced the `~` of a path that the user typed on the screen.
    private static func expandingHome(_ text: String) -> String {
        guard text.hasPrefix("~/") else { return text }
        return FileWriting.absolute(text, home: CommandContext.environment["HOME"] ?? "")
    }
}
