// A program on a terminal of its own, as a person would see it: what it writes, and keys for it.

import Foundation
import Glibc

final class PtyProgram {
    let pid: pid_t
    private let master: Int32
    private let cleanup: Int
    private let folder: URL
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var terminal = TinyTerminal(columns: columns, rows: rows)

    static let columns = 120
    static let rows = 40

    /// The program keeps its state, its history and its cache in a folder of its own, which goes with it: it opens as on the first day, whatever was opened
    /// before and by whom.
    /// - Parameter variables: of the environment, besides what the bench itself has; they come before that folder.
    init(_ program: String, _ arguments: [String], environment variables: [String: String] = [:]) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        var size = winsize(ws_row: UInt16(Self.rows), ws_col: UInt16(Self.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0, fcntl(master, F_SETFD, FD_CLOEXEC) == 0, let name = ttyname(slave)
        else {
            throw Obstacle.absent("the system gives no pseudo terminal")
        }
        // Kept open until the child has opened it by its name, as its own; not inherited.
        defer { close(slave) }
        _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
        let own = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        let unwanted = ["COLORTERM", "NO_COLOR", "LINES", "COLUMNS", "LC_ALL", "LC_CTYPE"]
        let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder
        let kept = ["STATE", "DATA", "CACHE"].map { ("EXPLORER_\($0)_DIR", folder.appending(path: $0.lowercased()).path) }
        let environment = Place.environment.filter { !unwanted.contains($0.key) }.merging(own) { $1 }.merging(kept) { $1 }
            .merging(variables) { $1 }
        self.master = master
        started = clock.now
        let pid = try Child.start(program, arguments, streams: .terminal(String(cString: name)), environment: environment)
        self.pid = pid
        cleanup = Cleanup.shared.add {
            Child.end(pid)
            try? FileManager.default.removeItem(at: folder)
        }
    }

    deinit {
        // It is not asked to quit: a program that hangs must not hold the bench up.
        Cleanup.shared.done(cleanup)
        close(master)
    }

    func press(_ keys: String) throws {
        guard write(master, keys, keys.utf8.count) == keys.utf8.count else { throw Obstacle.broken("the program takes no keys") }
    }

    /// Reads until the screen is as it should be.
    /// - Parameters:
    ///   - what: what is waited for, for the message when it never comes.
    ///   - isThere: looks at the rows of the screen.
    /// - Returns: the time from the program's start to the arrival of the last of it.
    @discardableResult
    func wait(for what: String, _ isThere: (TinyTerminal) -> Bool) throws -> Duration {
        let end = clock.now + .seconds(20)
        while !isThere(terminal) {
            guard clock.now < end else { throw Obstacle.broken("the screen never showed \(what)") }
            try read(within: .milliseconds(100))
        }
        return started.duration(to: arrived)
    }

    /// Reads until all of `texts` are on the screen.
    func wait(for texts: [String]) throws {
        for text in texts { try wait(for: "'\(text)'") { $0.lines().contains { $0.contains(text) } } }
    }

    /// Reads until nothing has come for `time`.
    func waitForRest(of time: Duration, limit: Duration = .seconds(30)) throws {
        let end = clock.now + limit
        while try read(within: time) {
            guard clock.now < end else { throw Obstacle.broken("the screen never came to rest") }
        }
    }

    /// Reads until a frame has come and nothing follows it for `time`.
    /// - Parameter limit: how long the frame may take to come: a key may change nothing.
    func waitForFrame(rest time: Duration, limit: Duration = .milliseconds(300)) throws {
        if try read(within: limit) { try waitForRest(of: time) }
    }

    /// Reads until the program has ended by itself.
    func waitForEnd() throws {
        let end = clock.now + .seconds(20)
        while kill(pid, 0) == 0, ProcessFacts.text("/proc/\(pid)/stat")?.contains(") Z ") == false {
            guard clock.now < end else { throw Obstacle.broken("the program does not end") }
            _ = try? read(within: .milliseconds(50))
        }
    }

    /// When the last of the screen came.
    private(set) var arrived = ContinuousClock.now

    /// - Returns: `false` when nothing came in that time.
    @discardableResult
    private func read(within time: Duration) throws -> Bool {
        var state = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(time.seconds * 1_000)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(master, &buffer, buffer.count)
        guard count > 0 else { throw Obstacle.broken("the program ended: \(terminal.lines().joined(separator: " "))") }
        arrived = clock.now
        terminal.write(buffer[..<count])
        return true
    }
}
