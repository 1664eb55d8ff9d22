// A program on a terminal of its own: reads its output as the user would see it, and sends it keys.

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

    /// The program stores its state, history and cache in a folder of its own, which is removed with it. So
    /// it opens as on the first day, whatever earlier programs stored.
    /// - Parameter variables: environment variables in addition to the bench's; they override that folder's.
    init(_ program: String, _ arguments: [String], environment variables: [String: String] = [:]) throws {
        var master: Int32 = -1
        var slave: Int32 = -1
        var size = winsize(ws_row: UInt16(Self.rows), ws_col: UInt16(Self.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&master, &slave, nil, nil, &size) == 0, fcntl(master, F_SETFD, FD_CLOEXEC) == 0, let name = ttyname(slave)
        else {
            throw MeasurementError.absent("the system gives no pseudo terminal")
        }
        // Stays open until the child has opened it by name, as its own terminal; not inherited.
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
            Child.terminate(pid)
            try? FileManager.default.removeItem(at: folder)
        }
    }

    deinit {
        // It gets no request to quit: a program that hangs must not delay the bench.
        Cleanup.shared.runAction(cleanup)
        close(master)
    }

    func press(_ keys: String) throws {
        guard write(master, keys, keys.utf8.count) == keys.utf8.count else {
            throw MeasurementError.broken("the program takes no keys")
        }
    }

    /// Reads until the screen meets a condition.
    /// - Parameters:
    ///   - what: names the condition in the error message.
    ///   - isThere: checks the rows of the screen.
    /// - Returns: the time from the program's start to the arrival of the last bytes.
    @discardableResult
    func wait(for what: String, _ isThere: (TinyTerminal) -> Bool) throws -> Duration {
        let end = clock.now + .seconds(20)
        while !isThere(terminal) {
            guard clock.now < end else { throw MeasurementError.broken("the screen never showed \(what)") }
            try read(within: .milliseconds(100))
        }
        return started.duration(to: arrived)
    }

    /// Reads until all of `texts` are on the screen.
    func wait(for texts: [String]) throws {
        for text in texts { try wait(for: "'\(text)'") { $0.lines().contains { $0.contains(text) } } }
    }

    /// Reads until no output has arrived for `time`.
    func waitForRest(of time: Duration, limit: Duration = .seconds(30)) throws {
        let end = clock.now + limit
        while try read(within: time) {
            guard clock.now < end else { throw MeasurementError.broken("the screen never came to rest") }
        }
    }

    /// Reads until a frame has arrived and no output follows for `time`.
    /// - Parameter limit: the longest wait for the frame: a key may change nothing.
    func waitForFrame(rest time: Duration, limit: Duration = .milliseconds(300)) throws {
        if try read(within: limit) { try waitForRest(of: time) }
    }

    /// Reads until the program ends.
    func waitForEnd() throws {
        let end = clock.now + .seconds(20)
        while kill(pid, 0) == 0, ProcessFacts.text("/proc/\(pid)/stat")?.contains(") Z ") == false {
            guard clock.now < end else { throw MeasurementError.broken("the program does not end") }
            _ = try? read(within: .milliseconds(50))
        }
    }

    /// The arrival of the last output.
    private(set) var arrived = ContinuousClock.now

    /// - Returns: `false` when no output arrived in that time.
    @discardableResult
    private func read(within time: Duration) throws -> Bool {
        var state = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(time.seconds * 1_000)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(master, &buffer, buffer.count)
        guard count > 0 else { throw MeasurementError.broken("the program ended: \(terminal.lines().joined(separator: " "))") }
        arrived = clock.now
        terminal.write(buffer[..<count])
        return true
    }
}
