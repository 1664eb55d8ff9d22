// A command as a function: in this process, with files in the place of its input and outputs. It takes a fraction of what starting the
// program takes; what is asked of the process itself (signals, terminals, limits, pipes) is asked of the program. So is all, where
// EXPLORER_BINARY names a program to test.

import CommandLine
import Foundation
import TestSupport

extension ExplorerProgram {
    /// Runs a command to its end.
    /// - Parameters:
    ///   - environment: all that it has. Without HOME it gets an empty one.
    ///   - input: what stands on its standard input.
    ///   - limit: after that it is cancelled.
    static func command(
        _ arguments: [String], environment: [String: String] = environment, input: [UInt8] = [],
        within limit: Duration = .seconds(60)
    ) async throws -> ChildProcess.Result {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.path].merging(environment) { $1 }
        if chosen != nil {
            return try await ChildProcess.run(try path(), arguments, environment: environment, input: input, within: limit)
        }
        let input = Glibc.open(try folder.file("input", input), O_RDONLY | O_CLOEXEC)
        let (output, errors) = (folder.path("output"), folder.path("errors"))
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        let files = [input, Glibc.open(output, flags, 0o600), Glibc.open(errors, flags, 0o600)]
        defer { for file in files { close(file) } }
        let io = CommandIO(input: files[0], output: files[1], error: files[2])
        let work = Task {
            await CommandLineProgram.run(arguments, environment, io)
        }
        let watchdog = Task {
            try await Task.sleep(for: limit)
            work.cancel()
        }
        let code = await work.value
        watchdog.cancel()
        return ChildProcess.Result(code: code, output: try folder.bytes("output"), errors: try folder.text("errors"))
    }
}

extension ChildProcess.Result {
    /// What `--events` has printed of tasks that have ended, in the order of their numbers.
    func endedTasks() throws -> [[String: Any]] {
        try events().filter { $0["event"] as? String == "ended" }
            .sorted { ($0["task"] as? Int ?? 0) < ($1["task"] as? Int ?? 0) }
    }

    /// What `--events` has printed.
    func events() throws -> [[String: Any]] {
        try errors.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}
