// Drawing, byte for byte, onto a file.

import Canvas
import TestSupport
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct PresentTests {
        @Test func anUnchangedFrameWritesNothing() throws {
            let file = try FileDisplay()
            let screen = file.screen { $0.write("hello", x: 2, y: 1, style: .title) }
            #expect(file.shown(screen).contains("hello"))
            #expect(file.shown(screen).isEmpty)
        }

        // Three more numbers a colour, twice, where colours are direct.
        @Test(arguments: [("", 64), ("truecolor", 88)]) func oneChangedCellIsAFewBytes(_ colorterm: String, _ limit: Int) throws {
            let theme = Theme.parse("text = #d3d9e2 on #15181e\nerror = bold #f58f92").theme
            let file = try FileDisplay(200, 50, theme: theme, environment: ["COLORTERM": colorterm])
            var screen = file.screen { $0.write(String(repeating: "x", count: 200), x: 0, y: 20) }
            _ = file.shown(screen)
            screen.write("Z", x: 100, y: 20, style: .error)
            let bytes = file.shown(screen)
            #expect(bytes.contains("Z") && !bytes.contains("x") && bytes.utf8.count <= limit, "\(bytes.debugDescription)")
        }

        @Test func onlyChangedRowsAreWritten() throws {
            let file = try FileDisplay()
            var screen = file.screen { s in for y in 0..<6 { s.write("row \(y)", x: 0, y: y) } }
            _ = file.shown(screen)
            screen.write("NEW", x: 0, y: 3)
            let bytes = file.shown(screen)
            #expect(bytes.contains("NEW") && !bytes.contains("row"))
        }

        @Test func wideAndCombinedCharactersArrive() throws {
            let file = try FileDisplay()
            let text = "日本語 e\u{301} ┌─┐ ✓✗⧗⊘↻▶ 👩"
            let bytes = file.shown(file.screen { $0.write(text, x: 0, y: 0) })
            #expect(bytes.contains(text))
        }

        @Test func changingHalfAWideCharacterRewritesIt() throws {
            let file = try FileDisplay(10, 1)
            var screen = file.screen { $0.write("日本", x: 0, y: 0) }
            _ = file.shown(screen)
            screen.overlay(Rect(x: 1, y: 0, width: 1, height: 1), .selection)
            #expect(!file.shown(screen).contains("本"))
            screen.write("x", x: 1, y: 0)
            let bytes = file.shown(screen)
            #expect(bytes.contains("x") && !bytes.contains("日"))
        }

        @Test func widthsTheTerminalMayNotShareAreNotTrusted() throws {
            let file = try FileDisplay(12, 1)
            // Two columns for this program, one for the C library: the heart without its selector, and a blank.
            let bytes = file.shown(file.screen { $0.write("❤️|", x: 0, y: 0) })
            #expect(bytes.contains("❤ |") && !bytes.contains("\u{FE0F}"))
        }

        @Test func noEscapeEverComesFromText() throws {
            let hostile = "\u{1B}]52;c;AAAA\u{7}\u{9B}31m\u{1B}[2J\u{202E}evil\u{8}\r\n"
            let file = try FileDisplay(80, 2)
            let bytes = file.shown(file.screen { $0.write(hostile, x: 0, y: 0) })
            #expect(
                !bytes.contains("\u{1B}]52") && !bytes.contains("\u{9B}") && !bytes.contains("\u{202E}")
                    && !bytes.contains("\u{8}"))
            #expect(bytes.contains("␛") && bytes.contains("]52;c;AAAA") && bytes.contains("⟨9B⟩"))
        }

        /// From opening to closing, over everything that could come from elsewhere: nothing but this program's own sequences.
        @Test(arguments: [
            ("xterm-256color", ""), ("xterm-256color", "truecolor"), ("tmux-256color", ""), ("linux", ""), ("vt100", ""),
        ])
        func theTerminalSeesOnlyTheProgramsOwnSequences(_ term: String, _ colorterm: String) throws {
            let file = try FileDisplay(60, 20, term: term, environment: ["COLORTERM": colorterm])
            let all = file.everythingWritten {
                file.display.capturesMouse = true
                for text in HostileText.corpus + [HostileText.all] {
                    file.display.present(
                        file.screen { screen in
                            for (y, style) in [Style.text, .error, .jsonKey, .title, .muted].enumerated() {
                                screen.write(text, x: y, y: y, style: style)
                                screen.write(text, x: 58, y: y + 6, style: style)
                                screen.overlay(Rect(x: 0, y: y, width: 30, height: 1), .selection)
                            }
                        })
                }
                file.display.suspend()
                file.display.resume()
                file.display.close()
            }
            let stream = TerminalStream(all)
            #expect(stream.items.count > 1_000)
            // The vt100 counts pauses out in NUL.
            #expect(stream.foreign.filter { $0 != .control(0) } == [], "\(term)")
        }

        @Test func theCursorIsShownWhereAskedAndHiddenOtherwise() throws {
            let file = try FileDisplay()
            var screen = file.screen()
            #expect(file.shown(screen).contains("\u{1B}[?25l"))
            screen.cursor = Point(x: 4, y: 2)
            let shown = file.shown(screen)
            #expect(shown.contains("\u{1B}[3;5H") && shown.contains("\u{1B}[?12l\u{1B}[?25h"))
            screen.cursor = Point(x: 5, y: 2)
            #expect(file.shown(screen).utf8.count < 12)
            screen.cursor = Point(x: 500, y: 2)
            #expect(file.shown(screen).contains("\u{1B}[?25l"))
        }

        @Test func coloursAreDirectWhereTheTerminalPromisesThem() throws {
            let theme = Theme.parse("text = #d3d9e2 on #15181e\nerror = bright-red on 17\nnotice = #000003").theme
            let direct = try FileDisplay(theme: theme, environment: ["COLORTERM": "truecolor"])
            #expect(direct.display.depth == .trueColor)
            let bytes = direct.shown(
                direct.screen {
                    $0.write("a", x: 0, y: 0)
                    $0.write("b", x: 1, y: 0, style: .error)
                    $0.write("c", x: 2, y: 0, style: .notice)
                })
            for sequence in ["38;2;211;217;226m", "48;2;21;24;30m", "\u{1B}[91m", "48;5;17m", "38;2;0;1;3m"] {
                #expect(bytes.contains(sequence), "\(sequence)")
            }
        }

        @Test func coloursAreTheNearestElsewhere() throws {
            let theme = Theme.parse("text = #d3d9e2 on #15181e\nerror = #ff0000").theme
            let file = try FileDisplay(theme: theme)
            #expect(file.display.depth == .ansi256)
            let bytes = file.shown(file.screen { $0.write("x", x: 0, y: 0, style: .error) })
            #expect(bytes.contains("38;5;196m") && bytes.contains("48;5;234m") && !bytes.contains(";2;"))
        }

        @Test func noColorMeansAttributesOnly() throws {
            let theme = Theme.parse("text = #d3d9e2 on #15181e\nselection = on #2b3a4b").theme
            let file = try FileDisplay(theme: theme, environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])
            #expect(file.display.depth == .mono)
            let bytes = file.shown(
                file.screen { screen in
                    screen.write("x", x: 0, y: 0, style: .error)
                    screen.overlay(Rect(x: 0, y: 0, width: 9, height: 1), .selection)
                })
            #expect(!bytes.contains("38;") && !bytes.contains("48;") && !bytes.contains("[3") && bytes.contains("7m"))
        }

        private func picture(_ file: FileDisplay) -> Screen {
            file.screen { screen in
                screen.write("=", x: 1, y: 1, style: .muted)
                let red = PixelColor(red: 255, green: 0, blue: 0)
                let blue = PixelColor(red: 0, green: 0, blue: 255)
                let clear = PixelColor(red: 0, green: 0, blue: 0, alpha: 0)
                screen.paint(PixelPair(upper: red, lower: blue), x: 1, y: 1)
                screen.paint(PixelPair(upper: clear, lower: blue), x: 3, y: 1)
                screen.paint(PixelPair(upper: red, lower: red), x: 5, y: 1)
            }
        }

        @Test func picturesHaveDirectColours() throws {
            let theme = Theme.parse("text = #d3d9e2 on #15181e").theme
            let file = try FileDisplay(theme: theme, environment: ["COLORTERM": "truecolor"])
            let bytes = file.shown(picture(file))
            for sequence in ["38;2;255;0;0m", "48;2;0;1;255m", "48;2;255;0;0m"] {
                #expect(bytes.contains(sequence), "\(sequence) in \(bytes.debugDescription)")
            }
            #expect(bytes.contains("▀") && !bytes.contains("="))
            #expect(file.shown(picture(file)).isEmpty, "an unchanged picture writes nothing")
        }

        @Test func picturesHaveTheNearestColoursElsewhere() throws {
            let file = try FileDisplay(theme: Theme.parse("text = default on default").theme)
            let bytes = file.shown(picture(file))
            #expect(bytes.contains("38;5;196m") && bytes.contains("48;5;21m") && bytes.contains("38;5;21m"))
            #expect(bytes.contains("▀") && bytes.contains("▄"), "over the terminal's own background the lower half has the ink")
        }

        @Test func picturesAreGreyWithFewColours() throws {
            for (term, environment) in [("xterm", [:]), ("xterm-256color", ["NO_COLOR": "1"])] as [(String, [String: String])] {
                let file = try FileDisplay(theme: .plain, term: term, environment: environment)
                let bytes = file.shown(picture(file))
                #expect(bytes.contains("=") && !bytes.contains("▀") && !bytes.contains("▄"), "\(term)")
            }
            let ascii = try FileDisplay(asciiOnly: true)
            let bytes = ascii.shown(picture(ascii))
            #expect(bytes.contains("=") && bytes.utf8.allSatisfy { $0 < 0x80 })
        }

        /// Each picture brings its own colours, until the terminal has no more numbers for pairs of them.
        @Test func manyPicturesKeepTheirColours() throws {
            let file = try FileDisplay(120, 50, environment: ["COLORTERM": "truecolor"])
            for number in 0..<8 {
                let screen = file.screen { screen in
                    for y in 0..<50 {
                        for x in 0..<120 {
                            let upper = PixelColor(red: UInt8(100 + number), green: UInt8(x), blue: UInt8(y))
                            let lower = PixelColor(red: UInt8(100 + number), green: UInt8(y), blue: UInt8(x))
                            screen.paint(PixelPair(upper: upper, lower: lower), x: x, y: y)
                        }
                    }
                }
                let bytes = file.shown(screen)
                let red = 100 + number
                #expect(bytes.contains("38;2;\(red);60;20m") && bytes.contains("48;2;\(red);20;60m"), "picture \(number)")
            }
            let words = file.shown(file.screen { $0.write("words", x: 3, y: 3, style: .error) })
            #expect(words.contains("words"))
        }

        @Test func everyColourDepthOpensAndDraws() throws {
            let dark = Theme.parse("text = #d3d9e2 on #15181e\nselection = on #2b3a4b\nerror = bold #f58f92\nmuted = #97a1b0")
                .theme
            for (term, depth) in [("xterm", ColorDepth.ansi8), ("vt100", .mono), ("xterm-256color", .ansi256), ("linux", .ansi8)]
            {
                let file = try FileDisplay(theme: dark, term: term)
                #expect(file.display.depth == depth, "\(term)")
                let bytes = file.shown(
                    file.screen { screen in
                        for (y, style) in [Style.text, .error, .muted].enumerated() {
                            screen.write("word\(y)", x: 0, y: y, style: style)
                        }
                        screen.overlay(Rect(x: 0, y: 0, width: 9, height: 1), .selection)
                    })
                for word in ["word0", "word1", "word2"] { #expect(bytes.contains(word), "\(term)") }
            }
        }

        @Test func manyPairsStayWithinTheTerminals() throws {
            let styles = Style.allCases.enumerated().map { "\($1.rawValue) = \($0 % 8) on \($0 / 8)" }.joined(separator: "\n")
            let file = try FileDisplay(theme: Theme.parse(styles).theme, term: "xterm")
            let bytes = file.shown(
                file.screen { screen in
                    for (index, style) in Style.allCases.enumerated() {
                        screen.write("x", x: index % 40, y: index / 40, style: style)
                        screen.write("x", x: index % 40, y: 3 + index / 40, style: style)
                        screen.overlay(Rect(x: 0, y: 3, width: 40, height: 3), .match)
                    }
                })
            #expect(!bytes.isEmpty)
        }

        @Test func aNewThemeRepaintsTheNextFrame() throws {
            let file = try FileDisplay(theme: Theme.parse("text = red").theme)
            let screen = file.screen { $0.write("hello", x: 0, y: 0) }
            #expect(file.shown(screen).contains("\u{1B}[31m"))
            file.display.theme = Theme.parse("text = green").theme
            #expect(file.shown(screen).contains("\u{1B}[32m"))
        }

        @Test func redrawingWritesEverythingAgain() throws {
            let file = try FileDisplay()
            let screen = file.screen { $0.write("hello", x: 0, y: 0) }
            _ = file.shown(screen)
            file.display.redraw()
            let bytes = file.shown(screen)
            #expect(bytes.contains("hello") && bytes.contains("\u{1B}[H\u{1B}[2J"))
        }

        @Test func asciiStandsInWhereTheLocaleKnowsNoMore() throws {
            let file = try FileDisplay(asciiOnly: true)
            let bytes = file.shown(
                file.screen { screen in
                    screen.drawBox(Rect(x: 0, y: 0, width: 4, height: 3), style: .text)
                    screen.write("▶✓✗⧗⊘↻▾▸·…日é", x: 0, y: 4)
                })
            #expect(bytes.utf8.allSatisfy { $0 < 0x80 })
            #expect(bytes.contains("+--+") && bytes.contains(">+x%/@v>..? ?"))
        }

        @Test func framesOfAnotherSizeAreShownAsFarAsTheyFit() throws {
            let file = try FileDisplay(6, 2)
            var large = Screen(size: Size(width: 20, height: 9))
            large.write("0123456789", x: 0, y: 1)
            large.write("日", x: 5, y: 0)
            let bytes = file.shown(large)
            #expect(bytes.contains("01234") && !bytes.contains("6"))
            var small = Screen(size: Size(width: 2, height: 1))
            small.write("ab", x: 0, y: 0)
            #expect(file.shown(small).contains("ab"))
            #expect(file.shown(Screen(size: Size(width: 0, height: 0))).count >= 0)
            let again = file.shown(large)
            #expect(again.contains("01234"))
        }
    }
}
