// The whole program as a function: arguments, environment and files in, an exit code out.

import ArgumentParser
import Foundation
import Workbench

/// The files that a command reads and writes.
public struct CommandIO: Sendable {
    /// Descriptors. They belong to whoever made them, and stay open.
    public let input, output, error: Int32
    /// The process is the command's: a signal cancels the command, and the process ends when the output is lost.
    let ownsProcess: Bool

    /// Files of a command that runs beside others. Signals are the caller's matter.
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
    ///   - environment: environment variables; the user's files are found by them.
    ///   - io: what it reads and writes; a process that gives it pipes must ignore SIGPIPE. Relative paths belong to the process's folder.
    /// - Returns: the exit code of the product contract: 0 success, 4 and 5 the response's status, 6 no response, 7 cancelled, 64 usage,
    ///   65 bad data, 66 a file cannot be read, 74 the output cannot be written.
    nonisolated(nonsending) public static func run(
        _ arguments: [String], _ environment: [String: String], _ io: CommandIO
    ) async -> Int32 {
        do throws(Refusal) {
            // Before anything waits: with too few files the queues beneath end the program without a word.
            if io.ownsProcess { try SystemLimits.require() }
        } catch {
            Complaint.write(error.failure, to: io.error)
            return error.exitCode
        }
        return await Surroundings.$current.withValue(Surroundings(environment, io)) {
            do {
                try await perform(arguments)
                return (Output.lost ?? .success).rawValue
            } catch let error as Refusal {
                Complaint.write(error.failure)
                return error.exitCode
            } catch let error as LoadError {
                Complaint.write(error.failure)
                return error.exitCode
            } catch {
                return report(error)
            }
        }
    }

    private static func perform(_ arguments: [String]) async throws {
        try MistypedCommand.refuse(arguments)
        if let script = CompletionScript.wanted(by: arguments) { return Output.write(script) }
        var command = try await ExplorerCommand.asyncParseAsRoot(arguments)
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// Writes what the parser has to say: help and versions on standard output, mistakes on standard error. A command that ends with an exit
    /// code has said why.
    private static func report(_ error: any Error) -> Int32 {
        let text = ExplorerCommand.fullMessage(for: error)
        let code = ExplorerCommand.exitCode(for: error)
        if code == .success {
            Output.write(text.isEmpty ? "" : text + "\n")
        } else if !text.isEmpty {
            Complaint.write(plain: text + "\n")
        }
        return code == .success ? (Output.lost ?? code).rawValue : code.rawValue
    }
}

/// What a command has of the world around it, besides its arguments.
final class Surroundings: Sendable {
    /// Queues and callbacks, which no task has begun, are the process's.
    @TaskLocal static var current = Surroundings(ProcessInfo.processInfo.environment, .process)

    let environment: [String: String]
    let io: CommandIO
    let output = OutputState()

    init(_ environment: [String: String], _ io: CommandIO) { (self.environment, self.io) = (environment, io) }

    static var environment: [String: String] { current.environment }
    static var io: CommandIO { current.io }

    /// Whether a person sits at the command's input.
    static var hasTerminalInput: Bool { isatty(io.input) == 1 }
    /// Whether a person sees its output.
    static var hasTerminalOutput: Bool { isatty(io.output) == 1 }
}
