// A program on a terminal of its own, as a person would see it: what it writes, and keys for it.

import Glibc

final class PtyProgram {
    let pid: pid_t
    private let terminal: Int32
    private let cleanup: Int
    private let clock = ContinuousClock()
    private let started: ContinuousClock.Instant
    private var plain = PlainText()

    static let columns = 120
    static let rows = 40

    init(_ program: String, _ arguments: [String]) throws {
        let terminal = posix_openpt(O_RDWR | O_NOCTTY)
        var size = winsize(ws_row: UInt16(Self.rows), ws_col: UInt16(Self.columns), ws_xpixel: 0, ws_ypixel: 0)
        guard terminal >= 0, fcntl(terminal, F_SETFD, FD_CLOEXEC) == 0, grantpt(terminal) == 0, unlockpt(terminal) == 0, let name = ptsname(terminal),
            ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0
        else { throw Obstacle.absent("the system gives no pseudo terminal") }
        let own = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
        let unwanted = ["COLORTERM", "NO_COLOR", "LINES", "COLUMNS", "LC_ALL", "LC_CTYPE"]
        let environment = Place.environment.filter { !unwanted.contains($0.key) }.merging(own) { $1 }
        self.terminal = terminal
        started = clock.now
        let pid = try Child.start(program, arguments, streams: .terminal(String(cString: name)), environment: environment)
        self.pid = pid
        cleanup = Cleanup.shared.add { Child.end(pid) }
    }

    deinit {
        // It is not asked to quit: a program that hangs must not hold the bench up.
        Cleanup.shared.done(cleanup)
        close(terminal)
    }

    func press(_ keys: String) throws {
        guard write(terminal, keys, keys.utf8.count) == keys.utf8.count else { throw Obstacle.broken("the program takes no keys") }
    }

    /// Reads until all of `texts` have been written since the last ``forget()``.
    /// - Returns: the time from the program's start to the arrival of the last of them.
    func wait(for texts: [String], limit: Duration = .seconds(20)) throws -> Duration {
        let end = clock.now + limit
        while true {
            if let missing = texts.first(where: { !plain.contains($0) }) {
                guard clock.now < end else { throw Obstacle.broken("the screen never showed '\(missing)'") }
            } else {
                return started.duration(to: arrived)
            }
            try read(within: .milliseconds(100))
        }
    }

    /// Reads until nothing has come for `time`.
    func waitForRest(of time: Duration, limit: Duration = .seconds(30)) throws {
        let end = clock.now + limit
        while try read(within: time) {
            guard clock.now < end else { throw Obstacle.broken("the screen never came to rest") }
        }
    }

    /// What was written until now counts no longer.
    func forget() { plain = PlainText() }

    private var arrived = ContinuousClock.now

    /// - Returns: `false` when nothing came in that time.
    @discardableResult
    private func read(within time: Duration) throws -> Bool {
        var state = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, Int32(time.seconds * 1_000)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(terminal, &buffer, buffer.count)
        guard count > 0 else { throw Obstacle.broken("the program ended: \(plain.tail)") }
        arrived = clock.now
        plain.append(buffer[..<count])
        return true
    }
}

/// What a program wrote to its terminal, without the escape sequences. Enough to find a word that was drawn in one go.
struct PlainText {
    private enum Mode { case text, escape, charset, control, string }
    private var mode = Mode.text
    private var bytes: [UInt8] = []

    mutating func append(_ new: ArraySlice<UInt8>) {
        for byte in new {
            switch (mode, byte) {
            case (_, 0x1b): mode = .escape
            case (.text, _): bytes.append(byte)
            case (.escape, UInt8(ascii: "[")): mode = .control
            case (.escape, UInt8(ascii: "]")): mode = .string
            case (.escape, UInt8(ascii: "(")): mode = .charset
            case (.control, 0x40...0x7e), (.string, 0x07), (.charset, _), (.escape, _): mode = .text
            case (.control, _), (.string, _): break
            }
        }
    }

    func contains(_ text: String) -> Bool { memmem(bytes, bytes.count, text, text.utf8.count) != nil }

    /// Its last line, for a message.
    var tail: String { String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init) ?? "without a word" }
}
