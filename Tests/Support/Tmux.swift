// A real terminal for tests: a tmux server of its own for one pane, driven by keys, read as text. Its server goes with its owner,
// and with the test process if that is killed.

import Foundation
import Synchronization
import Testing

/// One program in one terminal.
///
///     let tmux = try await Tmux(["sh", "-c", "echo hello; cat"], size: (80, 24))
///     try await tmux.waitFor("the greeting") { $0.contains("hello") }
public final class Tmux: Sendable {
    public static let isPresent = ["/usr/bin", "/usr/local/bin", "/bin", "/opt/homebrew/bin"].contains { access("\($0)/tmux", X_OK) == 0 }
    public static let whyAbsent: Comment = "tmux is not installed"

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    private static let count = Atomic(0)
    private let folder: TemporaryFolder
    private let socket: String
    private let environment: [String: String]
    private let keeper: ChildProcess
    /// The write end of the keeper's pipe.
    private let leash: Int32

    /// Starts a program in a terminal of that size.
    /// - Parameters:
    ///   - command: program and arguments; run without a shell.
    ///   - environment: all of the program's environment beside TERM.
    public init(_ command: [String], size: (columns: Int, rows: Int), environment: [String: String]) async throws {
        folder = try TemporaryFolder()
        socket = "explorer-test-\(getpid())-\(Self.count.add(1, ordering: .relaxed).newValue)"
        self.environment = environment.merging(["TMUX_TMPDIR": folder.path, "LC_ALL": "C.UTF-8"]) { $1 }

        // Reads until the test process is gone, however it went, then ends the server. tmux refuses to leave its socket behind.
        var ends: [Int32] = [0, 0]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Failure(description: "no pipe: errno \(errno)") }
        defer { close(ends[0]) }
        leash = ends[1]
        keeper = try ChildProcess(
            "/bin/sh", ["-c", "cat; exec tmux -L \(socket) kill-server"], environment: self.environment, input: ends[0], ownSession: true)

        let settings = [
            "set-option -g status off", "set-option -g remain-on-exit on", "set-option -g default-terminal xterm-256color",
            "set-option -g window-size manual", "set-option -s escape-time 0",
        ]
        let words = ["new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "--"] + command
        try await tmux(["start-server", ";"] + settings.flatMap { $0.split(separator: " ").map(String.init) + [";"] } + words)
    }

    deinit {
        close(leash)
        // The keeper ends the server when its input ends; a second is far more than that takes.
        for _ in 0..<500 where keeper.poll() == nil { usleep(2_000) }
        keeper.stop()
    }

    // MARK: Doing

    /// Presses keys by tmux's names: `Enter`, `C-z`, `Escape`, `Down`, or characters.
    public func press(_ keys: String..., times: Int = 1) async throws {
        try await tmux(["send-keys"] + (times > 1 ? ["-N", "\(times)"] : []) + keys)
    }

    /// Types text as it is.
    public func type(_ text: String) async throws { try await tmux(["send-keys", "-l", "--", text]) }

    public func resize(columns: Int, rows: Int) async throws {
        try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// From now on every byte that the program writes goes to a file too.
    /// - Returns: a closure that reads what has come so far.
    public func record() async throws -> @Sendable () throws -> [UInt8] {
        let folder = folder
        try folder.file("recorded", "")
        try await tmux(["pipe-pane", "-O", "cat >> '\(folder.path("recorded"))'"])
        return { try folder.bytes("recorded") }
    }

    // MARK: Looking

    /// What the terminal shows now.
    public func screen() async throws -> TerminalScreen { TerminalScreen(text: try await tmux(["capture-pane", "-p"])) }

    /// A value of tmux's own about the pane: `alternate_on`, `cursor_flag`, `pane_pid`, `pane_dead_status` …
    public func value(_ name: String) async throws -> String {
        try await tmux(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
    }

    /// The process that was started in the terminal.
    public func processID() async throws -> pid_t {
        guard let id = pid_t(try await value("pane_pid")) else { throw Failure(description: "tmux knows no pane_pid") }
        return id
    }

    /// The exit code of the program, once it has ended.
    public func waitForExit(within limit: Duration = .seconds(10)) async throws -> Int32 {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            let words = try await value("pane_dead},#{pane_dead_status},#{pane_dead_signal").split(separator: ",", omittingEmptySubsequences: false)
            if words[0] == "1" { return Int32(words[1]) ?? 128 + (Int32(words[2]) ?? 0) }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Failure(description: "the program has not ended within \(limit):\n\(try await screen().framed)")
    }

    /// Looks until the screen is as wanted.
    /// - Throws: ``Failure`` with the screen's text when it is not in time.
    @discardableResult
    public func waitFor(
        _ what: String, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (TerminalScreen) throws -> Bool
    ) async throws -> TerminalScreen {
        let deadline = ContinuousClock.now + limit
        while true {
            let screen = try await screen()
            if try condition(screen) { return screen }
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "\(sourceLocation.fileName):\(sourceLocation.line): no \(what) within \(limit):\n\(screen.framed)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Looks until the text stands on the screen.
    @discardableResult
    public func waitFor(_ text: String, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> TerminalScreen
    {
        try await waitFor("'\(text)'", within: limit, sourceLocation: sourceLocation) { $0.contains(text) }
    }

    @discardableResult
    private func tmux(_ words: [String]) async throws -> String {
        let result = try await ChildProcess.run("tmux", ["-L", socket, "-f", "/dev/null"] + words, environment: environment)
        guard result.code == 0 else { throw Failure(description: "tmux \(words.joined(separator: " ")): \(result.errors)") }
        return result.text
    }
}

/// The text on a terminal's screen.
public struct TerminalScreen: Sendable {
    public let lines: [String]

    init(text: String) { lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }

    public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The lines that contain all of these.
    public func lines(with texts: String...) -> [String] { lines.filter { line in texts.allSatisfy(line.contains) } }

    /// The screen in a box, for messages.
    public var framed: String {
        let width = lines.map(\.count).max() ?? 0
        let edge = "+" + String(repeating: "-", count: width) + "+"
        return ([edge] + lines.map { "|" + $0.padding(toLength: width, withPad: " ", startingAt: 0) + "|" } + [edge]).joined(separator: "\n")
    }
}
