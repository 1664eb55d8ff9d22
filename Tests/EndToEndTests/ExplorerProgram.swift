// The real programs, as the tests start them: found beside the tests, without the user's environment and home.

import Foundation
import TestSupport
import Testing

@testable import Workbench

enum ExplorerProgram {
    /// The program that EXPLORER_BINARY names, such as a release; `nil` where what was built with the tests is tested.
    static let chosen = ProcessInfo.processInfo.environment["EXPLORER_BINARY"]

    /// EXPLORER_BINARY, else what was built with the tests.
    static func path() throws -> String { try executable(chosen.map { [$0] } ?? places("explorer")) }

    /// A program that was built with the tests.
    static func built(_ name: String) throws -> String { try executable(places(name)) }

    /// Beside the tests, or else in the checkout.
    private static func places(_ name: String) throws -> [String] {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return [
            "\(own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex))/\(name)",
            SharedData.repository.appending(path: ".build/debug/\(name)").path,
        ]
    }

    private static func executable(_ candidates: [String]) throws -> String {
        guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
            throw ChildProcess.Failure(
                description:
                    "there is no program to test: build it with 'make run', or name it with EXPLORER_BINARY=…; looked for \(candidates)"
            )
        }
        return path
    }

    static let environment: [String: String] = [
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8",
        // A hung backtracer must not hang a test that crashes the program.
        "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Runs a command that has no screen to its end, in this process.
    static func run(_ arguments: String..., input: [UInt8] = []) async throws -> ChildProcess.Result {
        try await command(arguments, input: input)
    }

    /// The same as a program of its own, to which something is done meanwhile.
    static func run(
        _ arguments: String..., input: [UInt8] = [], within limit: Duration = .seconds(30),
        during: (ChildProcess.Running) async throws -> Void
    ) async throws -> ChildProcess.Result {
        try await ChildProcess.run(
            try path(), arguments, environment: environment, input: input, within: limit, during: during)
    }

    /// Runs a line of bash in which `$explorer` is the program.
    static func bash(_ script: String, within limit: Duration = .seconds(30)) async throws -> ChildProcess.Result {
        let environment = Self.environment.merging(["explorer": try path()]) { $1 }
        return try await ChildProcess.run("/bin/bash", ["-c", script], environment: environment, within: limit)
    }

    /// Opens the screen in a terminal; no shell is in between.
    static func open(_ arguments: String..., size: (columns: Int, rows: Int) = (120, 40)) async throws -> Tmux {
        try await Tmux([try path()] + arguments, size: size, environment: environment)
    }

    /// Runs a shell script in a terminal; `$explorer` is the program.
    static func shell(_ script: String, size: (columns: Int, rows: Int) = (120, 40)) async throws -> Tmux {
        let environment = Self.environment.merging(["explorer": try path()]) { $1 }
        return try await Tmux(["/bin/sh", "-c", script], size: size, environment: environment)
    }

    /// What the list of endpoints is titled once the demo's description is there.
    static let demoEndpoints = "Endpoints · 62"

    /// A fixture's path.
    static func fixture(_ name: String) -> String {
        SharedData.repository.appending(path: "Tests/Fixtures/EndToEnd/\(name)").path
    }
}

/// Flows through the real screen. One at a time: they measure times, and a terminal each would fight for the processors.
@Suite(.serialized, .enabled(if: Tmux.isPresent, Tmux.whyAbsent), .within(minutes: 2))
struct ScreenFlows {}

/// The sizes that every flow of the demo is walked through at.
enum TerminalSize: String, CaseIterable, CustomTestStringConvertible {
    case small = "80×24"
    case medium = "120×40"

    var cells: (columns: Int, rows: Int) { self == .small ? (80, 24) : (120, 40) }
    var testDescription: String { rawValue }
}

extension Tmux {
    /// Filters the endpoints to what these words leave, and goes back to the list.
    func filter(_ words: String, leaving count: Int = 1) async throws {
        try await press("/", "C-u")
        try await type(words)
        try await waitFor("the filter '\(words)' with \(count) endpoints") {
            $0.contains("/ \(words)") && $0.contains("Endpoints · \(count) of ")
        }
        try await press("Enter")
    }
}

extension TerminalScreen {
    /// Whether a table of the result pane has that row, and `id` in its first column.
    func showsRow(_ number: Int, id: Int) -> Bool {
        lines.contains { line in
            let words = line.split(separator: "│").last?.split(separator: " ").prefix(2).map(String.init)
            return words == [String(number), String(id)]
        }
    }
}
