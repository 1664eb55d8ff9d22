// The terminal of the bench: what curses sends must lead to the text that a user sees.

import Testing

@testable import Bench

@Suite struct TinyTerminalTests {
    /// Four lines, then a sequence.
    private func lines(after sequence: String) -> [String] {
        var terminal = TinyTerminal(columns: 3, rows: 4)
        terminal.write(Array("one\r\ntwo\r\nthr\r\nfou\(sequence)".utf8)[...])
        return terminal.lines().map { String($0.filter { $0 != " " }) }
    }

    @Test(arguments: [
        ("\u{1B}[2;3r\u{1B}[2;1H\u{1B}M", ["one", "", "two", "fou"]),
        ("\u{1B}[2;3r\u{1B}[3;1H\n", ["one", "thr", "", "fou"]),
        ("\u{1B}[2;3r\u{1B}[1;40r\u{1B}[4;1H\n", ["two", "thr", "fou", ""]),
        ("\u{1B}[2;1H\u{1B}M", ["one", "two", "thr", "fou"]),
        ("\u{1B}[2;1H\u{1B}[2L", ["one", "", "", "two"]),
        ("\u{1B}[2;1H\u{1B}[1M", ["one", "thr", "fou", ""]),
        ("\u{1B}[1S", ["two", "thr", "fou", ""]),
        ("\u{1B}[1T", ["", "one", "two", "thr"]),
        ("\u{1B}[2;1H\u{1B}[2X", ["one", "o", "thr", "fou"]),
        ("\u{1B}[2;1HX\u{1B}[2b", ["one", "XXX", "thr", "fou"]),
    ])
    func whatCursesSendsIsDrawn(_ sequence: String, _ lines: [String]) {
        #expect(self.lines(after: sequence) == lines)
    }
}
