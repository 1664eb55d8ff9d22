// The stream of lines for screen readers, and the switch between it and the screen.

import Canvas
import Glibc
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct ProgramDisplayTests {
        private func open(_ terminal: PseudoTerminal, usesReader: Bool, term: String = "xterm") throws -> ProgramDisplay {
            try ProgramDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": term], usesReader: usesReader)
        }

        private func text(_ terminal: PseudoTerminal) -> String { String(decoding: terminal.received(), as: UTF8.self) }

        @Test func linesAreAllThatIsWritten() throws {
            let terminal = try PseudoTerminal()
            let display = try open(terminal, usesReader: true, term: "dumb")
            display.present(Screen(size: Size(width: 80, height: 24)))
            display.perform(.captureMouse(true))
            display.perform(.redraw)
            display.say(["one", "two\u{1B}[31m\nthree"])
            #expect(!display.copyToClipboard(Array("text".utf8)))
            display.suspend()
            display.say(["while another program has the terminal"])
            display.resume()
            display.say(["four"])
            display.close()
            #expect(text(terminal) == "one\r\ntwo␛[31m␊three\r\nfour\r\n")
        }

        @Test func theModesOfTheLineComeBack() throws {
            let terminal = try PseudoTerminal()
            let before = terminal.modes()
            let display = try open(terminal, usesReader: true)
            let raw = terminal.modes()
            #expect(raw[3] & UInt32(ICANON | ECHO | ISIG) == 0 && raw[0] & UInt32(IXON) == 0)
            #expect(raw[1] == before[1], "lines end as they did")
            display.suspend()
            #expect(terminal.modes() == before)
            display.resume()
            #expect(terminal.modes() == raw)
            display.close()
            display.close()
            #expect(terminal.modes() == before)
        }

        @Test func keysArriveAsOnTheScreen() throws {
            let terminal = try PseudoTerminal()
            let display = try open(terminal, usesReader: true)
            defer { display.close() }
            #expect(display.readInput().isEmpty)
            terminal.type(Array("aé\u{3}\u{1B}[B\u{1B}OA\u{1B}[6~\r\u{7F}\u{1B}x\u{1B}".utf8))
            var inputs: [Input] = []
            for _ in 0..<30 where inputs.count < 10 {
                var ready = pollfd(fd: terminal.slave, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, 100)
                inputs += display.readInput()
            }
            let keys: [Key] = [
                .character("a"), .character("é"), .control("c"), .down, .up, .pageDown, .enter, .backspace, .alt("x"), .escape,
            ]
            #expect(inputs == keys.map { .key($0) })
        }

        @Test func theScreenBeginsAndEndsWhileTheProgramRuns() throws {
            let terminal = try PseudoTerminal()
            let before = terminal.modes()
            let display = try open(terminal, usesReader: true)
            #expect(display.size == ProgramDisplay.readerSize && display.windowChanged() == ProgramDisplay.readerSize)
            try display.useReader(false)
            #expect(!display.usesReader && display.windowChanged() == Size(width: 80, height: 24))
            var screen = Screen(size: display.size)
            screen.write("drawn", x: 0, y: 0)
            display.present(screen)
            display.say(["not said"])
            let drawn = text(terminal)
            #expect(drawn.contains("\u{1B}[?1049h") && drawn.contains("drawn") && !drawn.contains("not said"))
            try display.useReader(true)
            #expect(text(terminal).contains("\u{1B}[?1049l"))
            display.present(screen)
            display.say(["said"])
            #expect(text(terminal) == "said\r\n")
            try display.useReader(false)
            #expect(text(terminal).contains("\u{1B}[?1049h"))
            display.close()
            #expect(terminal.modes() == before)
        }

        @Test func aTerminalThatCannotShowAScreenKeepsItsLines() throws {
            let terminal = try PseudoTerminal()
            let display = try open(terminal, usesReader: true, term: "dumb")
            defer { display.close() }
            let raw = terminal.modes()
            #expect(throws: TerminalError.self) { try display.useReader(false) }
            #expect(display.usesReader && terminal.modes() == raw)
            display.say(["still here"])
            #expect(text(terminal) == "still here\r\n")
            #expect(throws: TerminalError.self) { try open(terminal, usesReader: false, term: "dumb") }
        }
    }
}
