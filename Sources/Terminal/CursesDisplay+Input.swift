// Input: everything the terminal has sent, as keys and pastes.

import CNcurses
import Canvas

extension CursesDisplay {
    /// What the user did since the last call; empty when nothing. Never waits, but for the 25 ms that tell an Escape from the start
    /// of a key's sequence.
    public func readInput() -> [Input] {
        guard state == .open else { return [] }
        // Bytes, not wget_wch's characters: that one loses what follows an invalid byte, and half a character at the end of input.
        while true {
            let code = wgetch(pad)
            if code == ERR { return decoder.take() }
            if let byte = UInt8(exactly: code) {
                decoder.feed(byte)
            } else if let key = CursesKeys.key(code) {
                decoder.feed(key)
            }
        }
    }
}
