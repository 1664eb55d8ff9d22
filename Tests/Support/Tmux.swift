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
    /// For `.enabled(if: Tmux.isPresent, Tmux.whyAbsent)`.
    public static let isPresent = ["/usr/bin", "/usr/local/bin", "/bin", "/opt/homebrew/bin"].contains {
        access("\($0)/tmux", X_OK) == 0
    }
    public static let whyAbsent: Comment = "tmux is not installed"

    /// What was waited for in vain, with the screen; or what tmux complained of.
    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    private static let count = Mutex(0)
    private let folder: TemporaryFolder
    private let socket: String
    private let environment: [String: String]
    private let keeper: ChildProcess
    private let leash: Leash

    /// Starts a program in a terminal of that size.
    /// - Parameters:
    ///   - command: program and arguments; run without a shell.
    ///   - environment: all of the program's environment beside TERM. Without HOME it gets an empty one.
    public init(_ command: [String], size: (columns: Int, rows: Int), environment: [String: String]) async throws {
        folder = try TemporaryFolder()
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        socket = "explorer-test-\(getpid())-\(number)"
        self.environment = ["HOME": folder.path, "LC_ALL": "C.UTF-8"].merging(environment) { $1 }.merging([
            "TMUX_TMPDIR": folder.path
        ]) { $1 }

        // Reads until the test process is gone, however it went, then ends the server. tmux refuses to leave its socket behind.
        leash = try Leash()
        keeper = try ChildProcess(
            "/bin/sh", ["-c", "cat; exec tmux -L \(socket) kill-server"], environment: self.environment, input: leash.end,
            ownSession: true)

        let settings = [
            "set-option -g status off", "set-option -g remain-on-exit on", "set-option -g default-terminal xterm-256color",
            "set-option -s escape-time 0",
        ]
        let words = ["new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", "--"] + command
        try await tmux(["start-server", ";"] + settings.flatMap { $0.split(separator: " ").map(String.init) + [";"] } + words)
    }

    deinit { leash.letGo(keeper) }

    // MARK: Doing

    /// Presses keys by tmux's names: `Enter`, `C-z`, `Escape`, `Down`, or characters.
    public func press(_ keys: String..., times: Int = 1) async throws {
        try await tmux(["send-keys"] + (times > 1 ? ["-N", "\(times)"] : []) + keys)
    }

    /// Bytes as a terminal sends them.
    public func send(_ bytes: [UInt8]) async throws {
        try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
    }

    /// Types text as it is: no key names in it.
    public func type(_ text: String) async throws { try await tmux(["send-keys", "-l", "--", text]) }

    /// Gives the terminal another size, down to 1×1; the program gets SIGWINCH.
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

    /// Waits until what was copied last has this text in it.
    public func copied(_ text: String, within limit: Duration = .seconds(10)) async throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            // Without a copy there is no buffer, of which tmux complains.
            let buffer = (try? await tmux(["show-buffer"])) ?? ""
            if buffer.contains(text) { return buffer }
            guard ContinuousClock.now < deadline else {
                throw Failure(description: "'\(text)' was not copied within \(limit); the last copy is '\(buffer)'")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// The process that was started in the terminal.
    public func processID() async throws -> pid_t {
        guard let id = pid_t(try await value("pane_pid")) else { throw Failure(description: "tmux knows no pane_pid") }
        return id
    }

    /// Waits until the program has ended.
    /// - Returns: its exit code, or 128 + the signal's number.
    public func waitForExit(within limit: Duration = .seconds(10)) async throws -> Int32 {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            let facts = try await value("pane_dead},#{pane_dead_status},#{pane_dead_signal},#{pid")
            let words = facts.split(separator: ",", omittingEmptySubsequences: false)
            if words[0] == "1" {
                if let code = Int32(words[1]) ?? Int32(words[2]).map({ 128 + $0 }) { return code }
                // The output has ended, and tmux has not asked for the status; at times it never does. This makes it look again.
                if let server = pid_t(words[3]) { kill(server, SIGCHLD) }
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw Failure(description: "the program has not ended within \(limit):\n\(try await screen().framed)")
    }

    /// Looks until the screen is as wanted, and stands so: tmux may be asked while it has read only half of a frame. A screen that never
    /// stands still counts when it was as wanted a few times in a row.
    /// - Throws: ``Failure`` with the screen's text when it is not in time.
    @discardableResult
    public func waitFor(
        _ what: String, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (TerminalScreen) throws -> Bool
    ) async throws -> TerminalScreen {
        let deadline = ContinuousClock.now + limit
        var before: TerminalScreen?
        var agreements = 0
        while true {
            let screen = try await screen()
            if try condition(screen) {
                agreements += 1
                if screen == before || agreements == 8 { return screen }
            } else {
                agreements = 0
            }
            before = screen
            guard ContinuousClock.now < deadline else {
                throw Failure(
                    description:
                        "\(sourceLocation.fileName):\(sourceLocation.line): no \(what) within \(limit):\n\(screen.framed)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Looks until the text stands on the screen.
    @discardableResult
    public func waitFor(_ text: String, within limit: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation)
        async throws
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
