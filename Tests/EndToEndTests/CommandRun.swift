// A command as a function: in this process, with files in the place of its input and outputs.

import CommandLine
import Foundation
import TestSupport

/// What a command that has ended has left.
struct CommandRun {
    let code: Int32
    let text: String
    let errors: String

    /// Runs a command to its end.
    /// - Parameters:
    ///   - environment: all that it has; nothing of the test's own.
    ///   - input: what stands on its standard input.
    init(_ arguments: [String], environment: [String: String], input: [UInt8] = []) async throws {
        let folder = try TemporaryFolder()
        try Data(input).write(to: URL(fileURLWithPath: folder.path("input")))
        let input = open(folder.path("input"), O_RDONLY | O_CLOEXEC)
        let output = open(folder.path("output"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let errors = open(folder.path("errors"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { for file in [input, output, errors] { close(file) } }
        code = await CommandLineProgram.run(
            arguments, environment, CommandIO(input: input, output: output, error: errors))
        text = try folder.text("output")
        self.errors = try folder.text("errors")
    }

    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// What `--events` has printed of tasks that have ended, in the order of their numbers.
    func endedTasks() throws -> [[String: Any]] {
        let objects = try errors.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        return objects.filter { $0["event"] as? String == "ended" }
            .sorted { ($0["task"] as? Int ?? 0) < ($1["task"] as? Int ?? 0) }
    }
}
