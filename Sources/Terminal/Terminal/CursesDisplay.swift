// The terminal as a display: opening, suspending, resuming, closing; input as keys and pastes; drawing, which
// passes rows that differ from the last frame to curses, and curses finds the cheapest way to change the
// terminal.

import CNcurses
import Canvas
import Glibc

/// A screen on a terminal, by ncurses. ncurses has one global state: have one display at a time, and use it
/// from one place (it is not `Sendable`, and belongs to the actor or thread that made it).
///
/// While it is open the terminal is raw: Ctrl-C, Ctrl-Z, Ctrl-S and Ctrl-Q arrive as keys.
public final class CursesDisplay: Display {
    /// The colours that the terminal can show.
    public let depth: ColorDepth

    /// The looks of the styles. Without colours (`depth` is `.mono`) the
    /// look is always that of `Theme.plain`.
    public var theme: Theme {
        didSet {
            painter = makePainter()
            shown = nil
        }
    }

    /// Off at first: the owner of the display decides whether the program wants the mouse.
    public var capturesMouse = false {
        didSet {
            guard capturesMouse != oldValue, state == .open else { return }
            TerminalOutput.write(capturesMouse ? TerminalOutput.mouseOn : TerminalOutput.mouseOff, to: output)
        }
    }

    enum State { case open, suspended, closed }

    let input: Int32
    let output: Int32
    let terminalType: String
    let keepsPalette: Bool
    let asciiOnly: Bool
    private let screen: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    /// A pad reads the keys: reading from a window refreshes it first.
    let pad: UnsafeMutablePointer<WINDOW>
    var state = State.open
    var painter: Painter
    /// The frame on the terminal; `nil` when that is unknown.
    var shown: Screen?
    /// The last frame given, for `resume`.
    var latest: Screen?
    var row: [cchar_t] = []
    var isCursorVisible = true
    var decoder = InputDecoder()

    /// Opens the terminal.
    /// - Parameters:
    ///   - input: the source of keys.
    ///   - output: the screen. Where that is not a terminal, `LINES` and
    ///     `COLUMNS` of `environment` are its size.
    ///   - environment: `TERM`, `COLORTERM`, `NO_COLOR`, `LINES` and `COLUMNS`.
    /// - Throws: when the type of the terminal is unknown or cannot place its
    ///   cursor, or curses cannot use the files.
    public convenience init(
        theme: Theme, input: Int32 = 0, output: Int32 = 1, environment: [String: String]
    ) throws(TerminalError) {
        try self.init(theme: theme, input: input, output: output, environment: environment, asciiOnly: terminal_set_locale() == 0)
    }

    init(theme: Theme, input: Int32, output: Int32, environment: [String: String], asciiOnly: Bool) throws(TerminalError) {
        let type = environment["TERM"] ?? ""
        let description = try TerminalDescription(type: type, output: output)
        let wanted = ColorDepth(
            colors: description.colors, directColor: description.hasDirectColor, type: type, environment: environment)
        let files = [fdopen(dup(output), "w"), fdopen(dup(input), "r")].compactMap { $0 }
        guard files.count == 2 else {
            files.forEach { fclose($0) }
            throw .cannotOpen(type)
        }
        CrashGuard.prepare(fd: output, reset: description.reset)
        let inline = wanted == .trueColor ? DirectColorEntry.terminfo(description) : nil
        guard let screen = Self.newScreen(type, files[0], files[1], terminfo: inline), let pad = newpad(1, 1) else {
            files.forEach { fclose($0) }
            throw .cannotOpen(type)
        }
        CrashGuard.setArmed(true)
        self.screen = screen
        self.files = files
        self.pad = pad
        self.input = input
        self.output = output
        terminalType = type
        self.asciiOnly = asciiOnly
        self.theme = theme
        keepsPalette =
            inline != nil && terminal_string("setaf").map { Array(String(cString: $0).utf8) } == DirectColorEntry.setForeground
        depth = Self.start(colors: wanted)
        painter = Painter(theme: theme, depth: depth, keepsPalette: keepsPalette, asciiOnly: asciiOnly)
        configure()
        adoptSize(environment)
        TerminalOutput.write(TerminalOutput.pasteOn, to: output)
    }

    deinit { close() }

    /// The largest size that is drawn: frames of a terminal that reports a
    /// larger one would not fit into memory.
    public static let largest = Size(width: 1_000, height: 1_000)

    /// Columns and rows of the terminal, as of the start or the last `windowChanged`; at most ``largest``.
    public var size: Size {
        guard state != .closed else { return Size(width: 0, height: 0) }
        return Size(width: Int(terminal_columns()), height: Int(terminal_rows()))
    }

    /// Gives the terminal back temporarily: to an editor, or to the shell.
    public func suspend() {
        guard state == .open else { return }
        state = .suspended
        release()
    }

    /// Takes the terminal again after `suspend` and shows the last frame.
    public func resume() {
        guard state == .suspended else { return }
        state = .open
        CrashGuard.setArmed(true)
        reset_prog_mode()
        shown = nil
        // The next frame sets the cursor's state again, whatever it is now.
        isCursorVisible = true
        clearok(terminal_curscr(), true)
        TerminalOutput.write(TerminalOutput.pasteOn + (capturesMouse ? TerminalOutput.mouseOn : []), to: output)
        if let latest { present(latest) } else { doupdate() }
    }

    /// Gives the terminal back permanently. May be called more than once.
    public func close() {
        guard state != .closed else { return }
        if state == .open { release() }
        state = .closed
        delwin(pad)
        delscreen(screen)
        files.forEach { fclose($0) }
    }

    /// Adopts the terminal's present size, and repaints the whole next frame. Call it on SIGWINCH.
    /// - Returns: that size; the old one where the terminal does not report one.
    @discardableResult
    public func windowChanged() -> Size {
        guard state != .closed else { return size }
        var rows: Int32 = 0
        var columns: Int32 = 0
        if terminal_window_size(output, &rows, &columns) == 0 { resize(rows, columns) }
        redraw()
        return size
    }

    public func perform(_ order: DisplayOrder) {
        switch order {
        case .redraw: redraw()
        case .captureMouse(let on): capturesMouse = on
        }
    }

    /// Repaints the whole next frame, whatever the terminal shows now:
    /// another program may have written to it.
    public func redraw() {
        guard state != .closed else { return }
        shown = nil
        clearok(terminal_curscr(), true)
    }

    private func resize(_ rows: Int32, _ columns: Int32) {
        resizeterm(min(rows, Int32(Self.largest.height)), min(columns, Int32(Self.largest.width)))
    }

    private func release() {
        TerminalOutput.write((capturesMouse ? TerminalOutput.mouseOff : []) + TerminalOutput.pasteOff, to: output)
        endwin()
        CrashGuard.setArmed(false)
    }

    private func makePainter() -> Painter {
        Painter(theme: theme, depth: depth, keepsPalette: keepsPalette, asciiOnly: asciiOnly)
    }

    /// `initscr` would end the process for an unknown type.
    private static func newScreen(
        _ type: String, _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>, terminfo: String?
    ) -> OpaquePointer? {
        var variables = terminfo.map { ["TERMINFO": $0] } ?? [:]
        var (rows, columns): (Int32, Int32) = (0, 0)
        if terminal_window_size(fileno(output), &rows, &columns) == 0, rows > largest.height || columns > largest.width {
            variables["LINES"] = "\(min(Int(rows), largest.height))"
            variables["COLUMNS"] = "\(min(Int(columns), largest.width))"
        }
        return withEnvironment(variables) { newterm(type, output, input) }
    }

    /// Sets environment variables for ncurses only while it starts, because children must not inherit them.
    private static func withEnvironment<Answer>(_ variables: [String: String], _ body: () -> Answer) -> Answer {
        let previous = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
        for (name, value) in variables { setenv(name, value, 1) }
        defer { for (name, value) in previous { if let value { setenv(name, value, 1) } else { unsetenv(name) } } }
        return body()
    }

    /// Starts colours, and returns how many are really available.
    private static func start(colors wanted: ColorDepth) -> ColorDepth {
        guard wanted != .mono, has_colors(), start_color() == OK, use_default_colors() == OK else { return .mono }
        // Where ncurses rejects the description with direct colours, it has used the terminal's own.
        if wanted == .trueColor, terminal_colors() < 1 << 24 { return terminal_colors() >= 256 ? .ansi256 : .ansi8 }
        return wanted
    }

    private func configure() {
        raw()
        noecho()
        nonl()
        set_escdelay(25)
        nodelay(pad, true)
        keypad(pad, true)
        // The decoder reads reports of the mouse: ncurses would consume their first
        // bytes and leave the rest as typed text.
        define_key(nil, KEY_MOUSE)
        // The next frame is already the latest one: a waiting key must not interrupt drawing.
        typeahead(-1)
    }

    private func adoptSize(_ environment: [String: String]) {
        guard isatty(output) == 0 else { return }
        guard let rows = environment["LINES"].flatMap(Int32.init), let columns = environment["COLUMNS"].flatMap(Int32.init) else {
            return
        }
        if rows > 0, columns > 0 { resize(rows, columns) }
    }
}

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

    /// Whether the end of a paste, or of an answer of the terminal, is missing. After a second of silence it
    /// will not arrive: call ``endWaiting()``.
    public var isWaiting: Bool { decoder.isWaiting }

    /// It is the end of a paste that is missing.
    public var isPasting: Bool { decoder.isPasting }

    /// Gives up waiting for an end.
    /// - Returns: the paste, with the text received so far.
    public func endWaiting() -> [Input] { decoder.endWaiting() }

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

extension CursesDisplay {
    /// Shows a frame. Compares its rows with the last frame as memory, and passes on the part of a row from
    /// its first to its last change. An unchanged frame writes nothing.
    public func present(_ screen: Screen) {
        latest = screen
        guard state == .open else { return }
        let size = size
        forgetPictures(before: screen)
        let isWhole = shown?.size != screen.size
        var isChanged = isWhole || shown?.cursor != screen.cursor
        for y in 0..<min(size.height, screen.size.height) {
            guard let span = isWhole ? 0..<screen.size.width : changedSpan(screen, y) else { continue }
            drawSpan(screen, y, span.clamped(to: 0..<size.width))
            isChanged = true
        }
        if isWhole { blankAround(screen.size, size) }
        guard isChanged else { return }
        shown = screen
        placeCursor(screen.cursor, size)
        wnoutrefresh(terminal_stdscr())
        doupdate()
    }

    /// Where pictures have taken most of the pairs of colours, numbers them anew, for a frame that changes
    /// something. The terminal still shows cells with the old numbers, so all of it is painted again.
    private func forgetPictures(before screen: Screen) {
        guard painter.isCrowded, shown?.cells != screen.cells else { return }
        redraw()
        painter = makePainter()
    }

    /// The columns of row `y` that differ from the shown frame; `nil` where none does.
    private func changedSpan(_ screen: Screen, _ y: Int) -> Range<Int>? {
        let width = screen.size.width
        guard let shown, width > 0 else { return nil }
        let start = y * width
        return screen.cells.withUnsafeBufferPointer { new in
            shown.cells.withUnsafeBufferPointer { old in
                guard let a = new.baseAddress, let b = old.baseAddress else { return nil }
                // Cells have no padding, so comparing their bytes is enough.
                guard memcmp(a + start, b + start, width * MemoryLayout<Cell>.stride) != 0 else { return nil }
                var first = 0
                var last = width - 1
                while first < last, new[start + first] == old[start + first] { first += 1 }
                while last > first, new[start + last] == old[start + last] { last -= 1 }
                // A wide character is written from its left half on.
                if first > 0, new[start + first].width == .continuation { first -= 1 }
                return first..<last + 1
            }
        }
    }

    private func drawSpan(_ screen: Screen, _ y: Int, _ span: Range<Int>) {
        guard !span.isEmpty else { return }
        row.removeAll(keepingCapacity: true)
        let start = y * screen.size.width
        for x in span { painter.append(screen.cells[start + x], to: &row) }
        mvwadd_wchnstr(terminal_stdscr(), Int32(y), Int32(span.lowerBound), row, Int32(row.count))
    }

    /// Fills the area below and to the right of a frame that is smaller than the terminal.
    private func blankAround(_ frame: Size, _ size: Size) {
        for y in 0..<size.height {
            let x = y < frame.height ? frame.width : 0
            guard x < size.width else { continue }
            row.removeAll(keepingCapacity: true)
            for _ in x..<size.width { painter.append(.blank(), to: &row) }
            mvwadd_wchnstr(terminal_stdscr(), Int32(y), Int32(x), row, Int32(row.count))
        }
    }

    private func placeCursor(_ cursor: Point?, _ size: Size) {
        let inside = cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
        if (inside != nil) != isCursorVisible {
            isCursorVisible = inside != nil
            curs_set(isCursorVisible ? 1 : 0)
        }
        // A hidden cursor may stay where drawing ends.
        leaveok(terminal_stdscr(), inside == nil)
        if let inside { wmove(terminal_stdscr(), Int32(inside.y), Int32(inside.x)) }
    }
}
