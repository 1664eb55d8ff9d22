// The whole program as a function: arguments, environment and files in, an exit code out.

import ArgumentParser
import Foundation
import Workbench

/// The files that a command reads and writes.
public struct CommandIO: Sendable {
    /// File descriptors. The caller owns them; they stay open.
    public let input, output, error: Int32
    /// The process belongs to the command: a signal cancels the command, and the process ends when
    /// its output is lost.
    let ownsProcess: Bool

    /// The files of a command that runs beside others. The caller handles signals.
    public init(input: Int32, output: Int32, error: Int32) {
        (self.input, self.output, self.error) = (input, output, error)
        ownsProcess = false
    }

    private init() {
        (input, output, error) = (STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO)
        ownsProcess = true
    }

    /// Standard input, output and error of this process.
    public static let process = CommandIO()
}

/// The program without its process.
public enum CommandLineProgram {
    /// Runs the command that the arguments name.
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: environment variables; they locate the user's files.
    ///   - io: the files that the command reads and writes; a process that passes pipes must ignore SIGPIPE.
    ///     Relative paths are relative to the process's working directory.
    /// - Returns: the exit code, one of ``ExitStatus/meanings``.
    nonisolated(nonsending) public static func run(
        _ arguments: [String], _ environment: [String: String], _ io: CommandIO
    ) async -> Int32 {
        do throws(Refusal) {
            // Before any wait: with too few file descriptors the dispatch queues would end
            // the program silently.
            if io.ownsProcess { try SystemLimits.require() }
        } catch {
            StandardError.write(error.failure, to: io.error)
            return error.exitCode
        }
        return await CommandContext.$current.withValue(CommandContext(environment, io)) {
            let code = await end(arguments)
            await CommandContext.current.logs.finish()
            return code
        }
    }

    /// Runs the command and reports its error.
    /// - Returns: the exit code.
    nonisolated(nonsending) private static func end(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(arguments)
            return (Output.lost ?? .success).rawValue
        } catch let error as Refusal {
            StandardError.write(error.failure)
            return error.exitCode
        } catch let error as LoadError {
            StandardError.write(error.failure)
            return error.exitCode
        } catch {
            return report(error)
        }
    }

    private static func perform(_ arguments: [String]) async throws {
        try MistypedCommand.refuse(arguments)
        if let script = CompletionScript.requestedScript(by: arguments) { return Output.write(script) }
        var command = try await ExplorerCommand.asyncParseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Writes the parser's messages: help and versions to standard output, errors to standard error. A
    /// command that ends with an exit code has already reported why.
    private static func report(_ error: any Error) -> Int32 {
        let text = ExplorerCommand.fullMessage(for: error)
        let code = ExplorerCommand.exitCode(for: error)
        if code == .success {
            Output.write(text.isEmpty ? "" : text + "\n")
        } else if !text.isEmpty {
            let problem = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
            // With the whole help behind it, the parser's own layout stays.
            StandardError.write(problem.contains("\n\n") ? "explorer: " + problem : ErrorBlock(problem).text)
        }
        return code == .success ? (Output.lost ?? code).rawValue : code.rawValue
    }
}

/// The environment of a command, besides its arguments.
final class CommandContext: Sendable {
    /// The default is for queues and callbacks outside any task: they belong to the process.
    @TaskLocal static var current = CommandContext(ProcessInfo.processInfo.environment, .process)

    let environment: [String: String]
    let io: CommandIO
    let output = OutputState()
    let logs = CommandLogs()
    /// The sources that the command opens and the client that it sends with share them.
    let guards = Guards()

    init(_ environment: [String: String], _ io: CommandIO) { (self.environment, self.io) = (environment, io) }

    static var environment: [String: String] { current.environment }
    static var io: CommandIO { current.io }

    /// Whether the command's input is a terminal.
    static var hasTerminalInput: Bool { isatty(io.input) == 1 }
    /// Whether the command's output is a terminal.
    static var hasTerminalOutput: Bool { isatty(io.output) == 1 }
}
