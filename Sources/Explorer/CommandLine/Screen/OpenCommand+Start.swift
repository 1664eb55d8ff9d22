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
        case .open(.source(let text), let typedAhead): try await openSource(text, typedAhead: typedAhead)
        case .open(.typed(let text), let typedAhead): try await openSource(Self.source(typed: text), typedAhead: typedAhead)
        case .open(.request(let text), let typedAhead): try await openWithoutSource(request: text, typedAhead: typedAhead)
        case .open(.demo, let typedAhead):
            try await DemoCommand.openScreen(network, screen, basePort: 0, typedAhead: typedAhead)
        case .quit(let code): guard code == 0 else { throw ExitCode(code) }
        }
    }

    /// The screen without an API: the user writes requests by hand. The history records them.
    @MainActor
    private func openWithoutSource(request: String, typedAhead: [Event]) async throws {
        let program = try ScreenProgram(
            [ExploredAPI(Model.nameWithoutSource)], network, screen.looks, CommandContext.environment, records: true)
        program.openWithoutSource(request: request)
        program.receive(typedAhead)
        try await Self.runScreen(program)
    }

    /// Why a choice cannot be opened: a file that is missing is reported before the start screen ends.
    @MainActor
    private static func whyNot(_ choice: StartChoice) -> String? {
        let text: String
        switch choice {
        case .source(let source): text = source
        case .typed(let typed): text = source(typed: typed)
        case .request, .demo: return nil
        }
        guard Source(text) != .standardInput else {
            return "Standard input is the terminal: start explorer behind a pipe, as in: curl -s URL | explorer -"
        }
        do throws(Refusal) {
            try requireFile(text)
            return nil
        } catch {
            return "\(error.failure.brief). \(error.failure.hint)"
        }
    }

    private static func source(typed text: String) -> String {
        TypedSource.resolve(text, home: CommandContext.environment["HOME"] ?? "")
    }
}
