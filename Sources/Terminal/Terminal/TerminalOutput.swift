// Bytes to the terminal that curses does not know of: reports of pastes and of the mouse.

import Glibc

enum TerminalOutput {
    static let pasteOn = Array("\u{1B}[?2004h".utf8)
    static let pasteOff = Array("\u{1B}[?2004l".utf8)
    /// Buttons, motion while one is held, and both as decimal numbers (SGR).
    static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h".utf8)
    static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l".utf8)

    /// Writes `bytes`, and waits while the terminal is slow. Gives up after a second without progress, and
    /// drops the rest: a terminal that reads nothing must not keep the program from ending. The bytes switch
    /// modes or ask for the clipboard; results of commands do not pass here. Reading input detects a terminal
    /// that is gone.
    /// - Returns: whether all bytes were written.
    @discardableResult
    static func write(_ bytes: [UInt8], to fd: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress?.advanced(by: done), bytes.count - done) }
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                var slow = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
                if poll(&slow, 1, 1000) <= 0 { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}
