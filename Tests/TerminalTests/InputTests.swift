// Keys and pastes through a pseudo-terminal and real curses.

import Canvas
import Glibc
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct InputTests {
        /// Types `text` and reads until `count` inputs have come.
        private func typed(_ text: String, expecting count: Int) throws -> [Input] {
            let terminal = try PseudoTerminal()
            let environment = ["TERM": "xterm-256color"]
            let display = try CursesDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: environment)
            defer { display.close() }
            #expect(display.readInput().isEmpty)
            terminal.type(Array(text.utf8))
            var inputs: [Input] = []
            for _ in 0..<30 where inputs.count < count {
                var ready = pollfd(fd: terminal.slave, events: Int16(POLLIN), revents: 0)
                _ = poll(&ready, 1, 100)
                inputs += display.readInput()
            }
            return inputs
        }

        private func keys(_ text: String, expecting count: Int) throws -> [Key] {
            try typed(text, expecting: count).compactMap { if case .key(let key) = $0 { key } else { nil } }
        }

        @Test func charactersOfAnyWidthArrive() throws {
            #expect(
                try keys("aZ é日👩", expecting: 6) == [
                    .character("a"), .character("Z"), .character(" "), .character("é"), .character("日"), .character("👩"),
                ])
        }

        @Test func controlKeysArriveAndStopNothing() throws {
            let expected: [Key] = [
                .control("c"), .control("z"), .control("s"), .control("q"), .control("\\"), .control("d"), .control("l"),
            ]
            #expect(try keys("\u{3}\u{1A}\u{13}\u{11}\u{1C}\u{4}\u{C}", expecting: 7) == expected)
            #expect(
                try keys("\r\n\t\u{8}\u{7F}\u{0}", expecting: 6) == [.enter, .enter, .tab, .backspace, .backspace, .control(" ")])
        }

        @Test func functionKeysArriveInEitherForm() throws {
            let application = "\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD\u{1B}OH\u{1B}OF\u{1B}OP"
            #expect(try keys(application, expecting: 7) == [.up, .down, .right, .left, .home, .end, .function(1)])
            let normal = "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~"
            #expect(try keys(normal, expecting: 8) == [.up, .down, .right, .left, .home, .end, .home, .end])
            let others = "\u{1B}[5~\u{1B}[6~\u{1B}[2~\u{1B}[3~\u{1B}[Z\u{1B}[15~\u{1B}[24~"
            #expect(
                try keys(others, expecting: 7) == [.pageUp, .pageDown, .insert, .delete, .backTab, .function(5), .function(12)])
        }

        @Test func heldModifiersNeverTypeGarbage() throws {
            let text = "\u{1B}[1;5A\u{1B}[1;3D\u{1B}[3;5~\u{1B}[27;5;13~\u{1B}[I\u{1B}[?1;2cx"
            #expect(try keys(text, expecting: 4) == [.up, .left, .delete, .character("x")])
        }

        @Test func arrowsWithShiftAndControlAreKeysOfTheirOwn() throws {
            #expect(
                try keys("\u{1B}[1;2A\u{1B}[1;2B\u{1B}[1;5B\u{1B}[1;2D\u{1B}[1;2C", expecting: 5) == [
                    .shiftUp, .shiftDown, .down, .shiftLeft, .shiftRight,
                ])
            #expect(
                try keys("\u{1B}[1;2H\u{1B}[1;2F\u{1B}[1;5D\u{1B}[1;5C\u{1B}[1;6D\u{1B}[1;6C", expecting: 6) == [
                    .shiftHome, .shiftEnd, .controlLeft, .controlRight, .controlShiftLeft, .controlShiftRight,
                ])
        }

        @Test func altAndEscapeAreToldApart() throws {
            #expect(try keys("\u{1B}x\u{1B}X\u{1B}é", expecting: 3) == [.alt("x"), .alt("X"), .alt("é")])
            #expect(try keys("\u{1B}", expecting: 1) == [.escape])
            #expect(try keys("\u{1B}\u{1B}", expecting: 2) == [.escape, .escape])
        }

        @Test func theMouseArrivesThroughCurses() throws {
            let inputs = try typed("a\u{1B}[<0;3;4M\u{1B}[<0;3;4m\u{1B}[<65;1;1Mb", expecting: 5)
            let events = [
                MouseEvent(.pressed(.left), at: Point(x: 2, y: 3)), MouseEvent(.released(.left), at: Point(x: 2, y: 3)),
                MouseEvent(.wheelDown, at: Point(x: 0, y: 0)),
            ]
            #expect(inputs == [.key(.character("a"))] + events.map(Input.mouse) + [.key(.character("b"))])
        }

        @Test func aPasteIsOneInput() throws {
            let inputs = try typed("a\u{1B}[200~two\rlines é日 \u{1B}[31m\u{3}\u{1B}[201~b", expecting: 3)
            #expect(inputs.count == 3 && inputs.first == .key(.character("a")) && inputs.last == .key(.character("b")))
            #expect(inputs.dropFirst().first == .paste("two\rlines é日 \u{1B}[31m\u{3}"))
        }

        /// Keys typed behind a paste, in the same breath, are keys again.
        @Test func keysBehindAPasteAreKeys() throws {
            let inputs = try typed("\u{1B}[200~x\u{1B}[201~\u{1B}[A\u{1B}OPq", expecting: 4)
            #expect(inputs == [.paste("x"), .key(.up), .key(.function(1)), .key(.character("q"))])
        }

        @Test func aPasteWithoutItsEndIsEndedFromOutside() throws {
            let terminal = try PseudoTerminal()
            let display = try CursesDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
            defer { display.close() }
            terminal.type(Array("\u{1B}[200~abc".utf8))
            for _ in 0..<100 where !display.isWaiting { #expect(display.readInput().isEmpty) }
            #expect(display.isWaiting && display.readInput().isEmpty)
            terminal.type([0x03])
            var inputs: [Input] = []
            for _ in 0..<100 where inputs.isEmpty { inputs += display.readInput() }
            #expect(inputs == [.key(.control("c"))] && !display.isWaiting)
        }

        @Test func aLongPasteIsOneInputToo() throws {
            let terminal = try PseudoTerminal()
            let display = try CursesDisplay(
                theme: .plain, input: terminal.slave, output: terminal.slave, environment: ["TERM": "xterm"])
            defer { display.close() }
            let line = String(repeating: "0123456789", count: 200)
            var inputs: [Input] = []
            terminal.type(Array("\u{1B}[200~".utf8))
            // The line's buffer holds 4 kB, so a paste comes in pieces, cut anywhere.
            for _ in 0..<10 {
                terminal.type(Array(line.utf8))
                inputs += display.readInput()
            }
            #expect(inputs.isEmpty)
            terminal.type(Array("\u{1B}[201~".utf8))
            for _ in 0..<100 where inputs.isEmpty { inputs += display.readInput() }
            #expect(inputs == [.paste(String(repeating: line, count: 10))])
        }
    }
}
