// Opening, suspending and closing: the terminal is taken and given back, each exactly once.

import Canvas
import Glibc
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct LifecycleTests {
        @Test(arguments: ["no-such-terminal", "", "dumb"]) func badTypesAreErrorsWithAHint(_ type: String) throws {
            let error = try #require(throws: TerminalError.self) { try FileDisplay(term: type) }
            #expect(!error.hint.isEmpty && (type.isEmpty || error.description.contains(type)))
        }

        @Test func theTerminalIsGivenBackOnce() throws {
            let file = try FileDisplay()
            _ = file.shown(file.screen())
            let closing = file.written { file.display.close() }
            #expect(closing.contains("\u{1B}[?1049l") && closing.contains("\u{1B}[?2004l") && closing.contains("\u{1B}[?25h"))
            #expect(
                file.written {
                    file.display.close()
                    file.display.suspend()
                    file.display.resume()
                    file.display.redraw()
                    file.display.windowChanged()
                    file.display.present(Screen(size: Size(width: 3, height: 3)))
                }.isEmpty)
            #expect(file.display.readInput().isEmpty && file.display.size == Size(width: 0, height: 0))
        }

        @Test func suspendingGivesBackAndResumingRepaints() throws {
            let file = try FileDisplay()
            let screen = file.screen { $0.write("hello", x: 0, y: 0) }
            _ = file.shown(screen)
            let away = file.written {
                file.display.suspend()
                file.display.suspend()
            }
            #expect(away.components(of: "\u{1B}[?1049l") == 1 && away.contains("\u{1B}[?2004l"))
            #expect(
                file.shown(file.screen { $0.write("later", x: 0, y: 0) }).isEmpty, "nothing is drawn on a terminal given away")
            let back = file.written { file.display.resume() }
            #expect(back.contains("\u{1B}[?1049h") && back.contains("\u{1B}[?2004h") && back.contains("later"))
            #expect(file.written { file.display.resume() }.isEmpty)
        }

        /// Some terminals can be told to have any size, and frames of 65,535 × 65,535 cells fit nowhere.
        @Test func aTerminalThatSaysItIsHugeIsClamped() throws {
            let terminal = try PseudoTerminal()
            func open() throws -> CursesDisplay {
                try CursesDisplay(
                    theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
            }
            let display = try open()
            terminal.resize(65_535, 65_535)
            #expect(display.windowChanged() == CursesDisplay.largest)
            display.present(Screen(size: display.size))
            _ = terminal.received()
            terminal.resize(65_535, 80)
            #expect(display.windowChanged() == Size(width: 80, height: CursesDisplay.largest.height))
            display.close()
            terminal.resize(65_535, 65_535)
            let huge = try open()
            defer { huge.close() }
            #expect(huge.size == CursesDisplay.largest)
            #expect(getenv("LINES") == nil && getenv("COLUMNS") == nil)
        }

        @Test func theMouseIsReportedOnlyWhileItIsWanted() throws {
            let on = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
            let off = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
            let file = try FileDisplay()
            #expect(!file.shown(file.screen()).contains("?1000h"))
            #expect(file.written { file.display.capturesMouse = true } == on)
            #expect(file.written { file.display.capturesMouse = true }.isEmpty)
            #expect(file.written { file.display.suspend() }.hasPrefix(off))
            #expect(file.written { file.display.resume() }.contains(on))
            #expect(file.written { file.display.capturesMouse = false } == off)
            #expect(!file.written { file.display.suspend() }.contains("?1000"))
            // Wanted while somebody else has the terminal: from the moment it comes back.
            #expect(file.written { file.display.capturesMouse = true }.isEmpty)
            #expect(file.written { file.display.resume() }.contains(on))
            #expect(file.written { file.display.close() }.contains(off))
        }

        @Test func theModesOfTheLineComeBack() throws {
            let terminal = try PseudoTerminal()
            let before = terminal.modes()
            let display = try CursesDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
            let raw = terminal.modes()
            #expect(raw != before && raw[3] & UInt32(ISIG) == 0 && raw[0] & UInt32(IXON) == 0)
            display.suspend()
            #expect(terminal.modes() == before)
            display.resume()
            #expect(terminal.modes() == raw)
            display.close()
            #expect(terminal.modes() == before)
        }

        @Test func aNewWindowSizeIsAdopted() throws {
            let terminal = try PseudoTerminal()
            let display = try CursesDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
            defer { display.close() }
            #expect(display.size == Size(width: 80, height: 24))
            for (rows, columns) in [(50, 200), (1, 1), (3, 7)] {
                terminal.resize(UInt16(rows), UInt16(columns))
                #expect(display.windowChanged() == Size(width: columns, height: rows))
                var screen = Screen(size: display.size)
                screen.write("日本", x: 0, y: 0)
                _ = terminal.received()
                display.present(screen)
                #expect(!terminal.received().isEmpty)
            }
        }

        @Test func theDescriptionMadeForTrueColourStaysInside() throws {
            let before = getenv("TERMINFO").map { String(cString: $0) }
            let file = try FileDisplay(environment: ["COLORTERM": "truecolor"])
            #expect(file.display.keepsPalette)
            #expect(getenv("TERMINFO").map { String(cString: $0) } == before)
        }
    }
}

extension String {
    /// How often `part` occurs.
    fileprivate func components(of part: String) -> Int { split(separator: part, omittingEmptySubsequences: false).count - 1 }
}
