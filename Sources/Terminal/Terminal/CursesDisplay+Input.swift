// Input: everything that the terminal has sent, as keys and pastes.

import CNcurses
import Canvas
import Glibc

extension CursesDisplay {
    /// The user's input since the last call; empty when there is none. Never waits, except for the 25
    /// ms that distinguish an Escape from the start of a key's sequence. Returns an endless paste in
    /// parts: call it again while there is more.
    public func readInput() -> [Input] {
        guard state == .open else { return [] }
        var room = Self.longestRead
        // Bytes, not wget_wch's characters: that function loses the bytes behind an invalid byte, and
        // half a character at the end of input.
        while true {
            if decoder.isPasting {
                let piece = readPaste()
                decoder.decode(piece[...])
                room -= piece.count
                if piece.isEmpty || room <= 0 { return decoder.takeInputs() }
                continue
            }
            let code = wgetch(pad)
            if code == ERR { return decoder.takeInputs() }
            if let byte = UInt8(exactly: code) {
                decoder.decode(byte)
            } else if let key = CursesKeys.makeKey(code) {
                decoder.decode(key)
            }
        }
    }

    /// Whether a paste has begun and its end is still missing. After a second of silence the end
    /// will not arrive: call ``endPaste()``.
    public var isPasting: Bool { decoder.isPasting }

    /// Ends a paste whose end is missing.
    /// - Returns: the paste, with the text received so far.
    public func endPaste() -> [Input] { decoder.endPaste() }

    /// The most bytes of a paste that one call of ``readInput()`` takes.
    private static let longestRead = 4 << 20

    /// The available bytes of a paste. It bypasses curses, which would read each byte with a system call and
    /// look for keys in it. Once a paste has begun, curses has no bytes of it in its own buffer.
    private func readPaste() -> [UInt8] {
        var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(input, buffer.baseAddress, buffer.count))
        }
    }
}
