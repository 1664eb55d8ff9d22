// ncurses is one global, so every test that opens a display stands in this suite, which runs them one after another.

import Canvas
import Glibc
import Testing

@testable import Terminal

@Suite(.serialized) struct TerminalSuite {}

/// A display that writes to a temporary file.
final class FileDisplay {
    let display: CursesDisplay
    private let file: UnsafeMutablePointer<FILE>
    private let fd: Int32
    private let input: Int32

    init(
        _ width: Int = 40, _ height: Int = 6, theme: Theme = .plain, term: String = "xterm-256color",
        environment extra: [String: String] = [:], asciiOnly: Bool? = nil
    ) throws {
        file = try #require(tmpfile())
        fd = fileno(file)
        input = open("/dev/null", O_RDONLY)
        let environment = ["TERM": term, "LINES": "\(height)", "COLUMNS": "\(width)"].merging(extra) { $1 }
        if let asciiOnly {
            display = try CursesDisplay(theme: theme, input: input, output: fd, environment: environment, asciiOnly: asciiOnly)
        } else {
            display = try CursesDisplay(theme: theme, input: input, output: fd, environment: environment)
        }
    }

    deinit {
        display.close()
        fclose(file)
        Glibc.close(input)
    }

    func screen(_ draw: (inout Screen) -> Void = { _ in }) -> Screen {
        var screen = Screen(size: display.size)
        draw(&screen)
        return screen
    }

    /// What `body` made the display write.
    func written(_ body: () -> Void) -> String {
        let start = lseek(fd, 0, SEEK_END)
        body()
        var bytes = [UInt8](repeating: 0, count: Int(lseek(fd, 0, SEEK_END) - start))
        let count = pread(fd, &bytes, bytes.count, start)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// All that the display has written, from its opening to the end of `body`.
    func everythingWritten(_ body: () -> Void) -> [UInt8] {
        body()
        var bytes = [UInt8](repeating: 0, count: Int(lseek(fd, 0, SEEK_END)))
        let count = pread(fd, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    func shown(_ screen: Screen) -> String { written { display.present(screen) } }
}

/// A terminal of its own: the test holds the other end.
final class PseudoTerminal {
    let master: Int32
    let slave: Int32
    let path: String

    init() throws {
        // Glibc's posix_openpt is not imported; these are what it does on Linux: open, unlock, ask for the number.
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var lock: Int32 = 0
        var number: UInt32 = 0
        try #require(ioctl(master, 0x4004_5431, &lock) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY)
        try #require(slave >= 0)
        resize(24, 80)
    }

    deinit {
        close(slave)
        close(master)
    }

    func resize(_ rows: UInt16, _ columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    func type(_ bytes: [UInt8]) { _ = write(master, bytes, bytes.count) }

    /// Everything written so far, as the terminal would receive it.
    func received() -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLIN) != 0 {
            let count = read(master, &chunk, chunk.count)
            if count <= 0 { break }
            all += chunk.prefix(count)
        }
        return all
    }

    /// The modes of the line, without what the kernel keeps for itself.
    func modes() -> [UInt32] {
        var modes = termios()
        tcgetattr(slave, &modes)
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    }
}
