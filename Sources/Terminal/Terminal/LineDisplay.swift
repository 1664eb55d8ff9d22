// The terminal as a plain stream of lines, for screen readers: it moves no cursor and sends no escape sequence.

import Canvas
import Glibc

/// Lines below one another, and the keys of a terminal that neither echoes nor edits them.
final class LineDisplay {
    private let input: Int32
    private let output: Int32
    private let asciiOnly: Bool
    private var isOpen = false
    /// The modes of the line before it was opened; `nil` when the input is no terminal.
    private var modes: termios?
    private var decoder = InputDecoder()

    /// How long the rest of a key's sequence may take, in milliseconds. The same as on the screen.
    private static let escapeDelay: Int32 = 25
    /// The most bytes that one call of ``readInput()`` takes.
    private static let longestRead = 4 << 20

    init(input: Int32, output: Int32, asciiOnly: Bool) {
        (self.input, self.output, self.asciiOnly) = (input, output, asciiOnly)
    }

    deinit { close() }

    /// Takes the keys of the terminal: Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q arrive as keys, as they do on the
    /// screen.
    func open() {
        guard !isOpen else { return }
        isOpen = true
        var raw = termios()
        guard tcgetattr(input, &raw) == 0 else { return }
        modes = raw
        // The terminal still makes whole line ends of those that the stream writes.
        let outputModes = raw.c_oflag
        cfmakeraw(&raw)
        raw.c_oflag = outputModes
        tcsetattr(input, TCSANOW, &raw)
    }

    /// Gives the terminal back as it was.
    func close() {
        guard isOpen else { return }
        isOpen = false
        guard var modes else { return }
        tcsetattr(input, TCSANOW, &modes)
        self.modes = nil
    }

    /// Prints lines. Their text is made printable here, as a screen does with its cells.
    func say(_ lines: [String]) {
        guard isOpen, !lines.isEmpty else { return }
        let text = lines.map { visible($0) + "\n" }.joined()
        TerminalOutput.write(Array(text.utf8), to: output)
    }

    private func visible(_ line: String) -> String {
        let text = Printable.visible(line, tab: " ")
        guard asciiOnly else { return text }
        let scalars = text.unicodeScalars.compactMap { Unicode.Scalar(FallbackGlyphs.ascii($0.value)) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The user's input since the last call; empty when there is none. Never waits, except for the rest of a
    /// key's sequence.
    func readInput() -> [Input] {
        guard isOpen else { return [] }
        var room = Self.longestRead
        var wait: Int32 = 0
        while room > 0, hasInput(within: wait) {
            let piece = readBytes()
            guard !piece.isEmpty else { break }
            decoder.decode(piece[...])
            room -= piece.count
            // An Escape at the end may begin a sequence: `ESC [ A` is an arrow.
            wait = piece.suffix(2).contains(0x1B) ? Self.escapeDelay : 0
        }
        return decoder.takeInputs()
    }

    var isWaiting: Bool { decoder.isWaiting }
    var isPasting: Bool { decoder.isPasting }

    func endWaiting() -> [Input] { decoder.endWaiting() }

    private func hasInput(within milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) > 0 && ready.revents & Int16(POLLIN) != 0
    }

    private func readBytes() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(input, buffer.baseAddress, buffer.count))
        }
    }
}
