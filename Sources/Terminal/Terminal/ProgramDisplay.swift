// The terminal as the program uses it: a screen by ncurses, or a stream of lines for a screen reader, and the
// switch between the two.

import CNcurses
import Canvas

/// The program's terminal. ncurses starts with the first screen, so that a stream of lines needs no terminal
/// that can place its cursor, and sends it no escape sequence. It is used from one place, as ``CursesDisplay``.
public final class ProgramDisplay: Display {
    /// The size of the frame in reader mode, which is never drawn: wide enough to wrap no text. The keys for a
    /// page move by its height.
    public static let readerSize = Size(width: 1_000, height: 40)

    /// The lines of a screen reader are shown, and no screen.
    public private(set) var usesReader: Bool

    public var theme: Theme { didSet { screen?.theme = theme } }

    private let input: Int32
    private let output: Int32
    private let environment: [String: String]
    private let stream: LineDisplay
    /// `nil` until the first screen.
    private var screen: CursesDisplay?
    private var capturesMouse = false
    private var isClosed = false

    /// Opens the terminal.
    /// - Parameters:
    ///   - input: the source of keys.
    ///   - output: the screen, or the stream.
    ///   - environment: as for ``CursesDisplay``.
    /// - Throws: when a screen is wanted that the terminal cannot show.
    public init(
        theme: Theme, input: Int32 = 0, output: Int32 = 1, environment: [String: String], usesReader: Bool
    ) throws(TerminalError) {
        self.theme = theme
        self.input = input
        self.output = output
        self.environment = environment
        self.usesReader = usesReader
        stream = LineDisplay(input: input, output: output, asciiOnly: terminal_set_locale() == 0)
        if usesReader { openStream() } else { try openScreen() }
    }

    deinit { close() }

    /// Changes between the screen and the lines of a screen reader. The size may be another one afterwards:
    /// ask ``windowChanged()``.
    /// - Throws: when the terminal cannot show a screen. The lines then stay.
    public func useReader(_ isOn: Bool) throws(TerminalError) {
        guard isOn != usesReader, !isClosed else { return }
        if isOn {
            screen?.suspend()
            openStream()
        } else {
            closeStream()
            do throws(TerminalError) {
                try openScreen()
            } catch {
                openStream()
                throw error
            }
        }
        usesReader = isOn
    }

    /// Prints lines, each on its own. Without effect while a screen is shown.
    public func say(_ lines: [String]) { if usesReader { stream.say(lines) } }

    private func openScreen() throws(TerminalError) {
        if let screen { return screen.resume() }
        let opened = try CursesDisplay(theme: theme, input: input, output: output, environment: environment)
        opened.capturesMouse = capturesMouse
        screen = opened
    }

    private func openStream() {
        // A screen has prepared the guard with what resets the terminal after it.
        if screen == nil { CrashGuard.prepare(fd: output, reset: Array("\n".utf8)) }
        stream.open()
        CrashGuard.setArmed(true)
    }

    private func closeStream() {
        stream.close()
        CrashGuard.setArmed(false)
    }

    // MARK: Display

    public var size: Size { usesReader ? Self.readerSize : screen?.size ?? Size(width: 0, height: 0) }

    public func present(_ screen: Screen) { if !usesReader { self.screen?.present(screen) } }

    public func perform(_ order: DisplayOrder) {
        if case .captureMouse(let isOn) = order { capturesMouse = isOn }
        screen?.perform(order)
    }

    public func suspend() {
        if usesReader { closeStream() } else { screen?.suspend() }
    }

    public func resume() {
        guard !isClosed else { return }
        if usesReader { openStream() } else { screen?.resume() }
    }

    public func close() {
        guard !isClosed else { return }
        isClosed = true
        if usesReader { closeStream() }
        screen?.close()
    }
}

extension ProgramDisplay {
    /// Adopts the terminal's present size. Call it on SIGWINCH.
    @discardableResult
    public func windowChanged() -> Size {
        if usesReader { return Self.readerSize }
        return screen?.windowChanged() ?? Size(width: 0, height: 0)
    }

    /// The user's input since the last call, as ``CursesDisplay/readInput()`` returns it.
    public func readInput() -> [Input] { usesReader ? stream.readInput() : screen?.readInput() ?? [] }

    /// Whether the end of a paste, or of an answer of the terminal, is missing.
    public var isWaiting: Bool { usesReader ? stream.isWaiting : screen?.isWaiting ?? false }

    /// It is the end of a paste that is missing.
    public var isPasting: Bool { usesReader ? stream.isPasting : screen?.isPasting ?? false }

    /// Gives up waiting for an end: what a paste has until then is its text.
    public func endWaiting() -> [Input] { usesReader ? stream.endWaiting() : screen?.endWaiting() ?? [] }

    /// Asks the terminal to copy the text to the clipboard. Lines send it no such sequence.
    /// - Returns: whether the request was sent.
    public func copyToClipboard(_ text: [UInt8]) -> Bool { usesReader ? false : screen?.copyToClipboard(text) ?? false }
}
