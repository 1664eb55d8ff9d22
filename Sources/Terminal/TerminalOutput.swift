// Bytes to the terminal that curses does not know of: paste reporting and the clipboard.

import Glibc

enum TerminalOutput {
    static let pasteOn = Array("\u{1B}[?2004h".utf8)
    static let pasteOff = Array("\u{1B}[?2004l".utf8)

    /// Writes all of `bytes`, waiting while the terminal is slow. A terminal that is gone is noticed where input is read.
    static func write(_ bytes: [UInt8], to fd: Int32) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(fd, $0.baseAddress?.advanced(by: done), bytes.count - done) }
            if count > 0 {
                done += count
            } else if errno == EAGAIN {
                var slow = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
                if poll(&slow, 1, 1000) <= 0 { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    /// OSC 52: asks the terminal to put `text` on the clipboard, which works through ssh and in tmux.
    static func clipboard(_ text: String) -> [UInt8] {
        Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + Array("\u{07}".utf8)
    }

    /// RFC 4648 section 4.
    static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                result.append(place <= group.count ? alphabet[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return result
    }
}
