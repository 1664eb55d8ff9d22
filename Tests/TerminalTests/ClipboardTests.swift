// The bytes by which a terminal is asked to take text into the clipboard.

import Foundation
import TestSupport
import Testing

@testable import Terminal

extension TerminalSuite {
    @Suite struct ClipboardTests {
        @Test(arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]) func base64IsThatOfRFC4648(_ text: String, _ coded: String) {
            #expect(ClipboardSequence.base64(Array(text.utf8)) == Array(coded.utf8))
        }

        @Test func base64IsFoundations() {
            var random = SplitMix64(seed: 52)
            for count in 0..<200 {
                let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                #expect(ClipboardSequence.base64(bytes) == Array(Data(bytes).base64EncodedString().utf8))
            }
        }

        /// Otherwise the screen would say that it has copied the text.
        @Test func bytesThatTheTerminalDoesNotTakeAreReported() throws {
            var ends: [Int32] = [-1, -1]
            let made = pipe(&ends)
            try #require(made == 0)
            let isWritten = TerminalOutput.write([1, 2], to: ends[1])
            ends.forEach { close($0) }
            let isLost = !TerminalOutput.write([1, 2], to: -1)
            #expect(isWritten && isLost)
        }

        @Test func sequenceFitsWhatTerminalsTake() throws {
            let longest = [UInt8](repeating: 1, count: 74_994)
            let sequence = try #require(ClipboardSequence.bytes(longest, terminalType: "xterm"))
            #expect(sequence.count == 100_000)
            #expect(ClipboardSequence.bytes(longest + [1], terminalType: "xterm") == nil)
            #expect(ClipboardSequence.bytes([1], terminalType: "linux") == nil)
        }

        @Test func displayWritesItWhileItHasTheTerminal() throws {
            let file = try FileDisplay()
            var answers: [Bool] = []
            #expect(file.written { answers.append(file.display.copyToClipboard(Array("hi".utf8))) } == "\u{1B}]52;c;aGk=\u{7}")
            file.display.suspend()
            #expect(file.written { answers.append(file.display.copyToClipboard([1])) } == "")
            #expect(answers == [true, false])
        }
    }
}
