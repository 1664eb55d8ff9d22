// A terminal for counting bytes: curses draws into a temporary file.

import Canvas
import Glibc
import Screen
import Terminal

final class FileDisplay {
    let display: CursesDisplay
    private let output: Int32
    private let input: Int32

    static let size = Size(width: 200, height: 60)

    init(_ environment: [String: String] = [:]) throws {
        guard let theme = BuiltInThemes.theme(BuiltInThemes.names[0]) else {
            throw MeasurementError.broken("there is no built-in theme")
        }
        guard let file = tmpfile() else { throw MeasurementError.broken("there is no room for a temporary file") }
        output = dup(fileno(file))
        fclose(file)
        input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let own = ["TERM": "xterm-256color", "LINES": String(Self.size.height), "COLUMNS": String(Self.size.width)]
        display = try CursesDisplay(theme: theme, input: input, output: output, environment: own.merging(environment) { $1 })
    }

    deinit {
        display.close()
        close(output)
        close(input)
    }

    /// Shows a frame.
    /// - Returns: the number of bytes written.
    @discardableResult
    func show(_ screen: Screen) -> Int {
        let before = written
        display.present(screen)
        return written - before
    }

    private var written: Int {
        var facts = stat()
        return fstat(output, &facts) == 0 ? Int(facts.st_size) : 0
    }
}
