// Input: everything the terminal has sent, as keys and pastes.

import CNcurses
import Canvas
import Glibc

extension CursesDisplay {
    /// What the user did since the last call; empty when nothing. Never waits, but for the 25 ms that tell an Escape from the start
    /// of a key's sequence.
    /// An endless paste is given back in parts: call it again while there is more.
    public func readInput() -> [Input] {
        guard state == .open else { return [] }
        var room = Self.longestRead
        // Bytes, not wget_wch's characters: that one loses what follows an invalid byte, and half a character at the end of input.
        while true {
            if decoder.isPasting {
                let piece = readPaste()
                decoder.feed(piece[...])
                room -= piece.count
                if piece.isEmpty || room <= 0 { return decoder.take() }
                continue
            }
            let code = wgetch(pad)
            if code == ERR { return decoder.take() }
            if let byte = UInt8(exactly: code) {
                decoder.feed(byte)
            } else if let key = CursesKeys.key(code) {
                decoder.feed(key)
            }
        }
    }

    /// Whether a paste has begun whose end has not come: after a second of silence it does not come any more, and ``endPaste()`` is to be called.
    public var isPasting: Bool { decoder.isPasting }

    /// Ends a paste whose end does not come.
    /// - Returns: the paste, with the text that came.
    public func endPaste() -> [Input] { decoder.endPaste() }

    /// Bytes of a paste that one call of ``readInput()`` takes.
    private static let longestRead = 4 << 20

    /// What has come of a paste. Past curses, which reads each byte with a call to the system and looks for keys in it. Once a paste has begun,
    /// curses has no bytes of it in its own buffer.
    private func readPaste() -> [UInt8] {
        var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(input, buffer.baseAddress, buffer.count))
        }
    }
}
