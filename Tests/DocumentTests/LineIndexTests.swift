// Lines by all three line ends.

import Document
import Testing

struct LineIndexTests {
    private func lines(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        let index = LineIndex(bytes)
        return (0..<index.count).map { String(decoding: bytes[index[$0]], as: UTF8.self) }
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\rc\n\nd", ["a", "b", "c", "", "d"]), ("\n", [""]),
        ("\r\n\r\n", ["", ""]),
        ("\n\r", ["", ""]), ("é\n😀", ["é", "😀"]),
    ])
    func linesAreSplitAtEveryLineEnd(text: String, expected: [String]) {
        #expect(lines(text) == expected)
    }

    @Test func aLineEndAtAnyOffsetIsFound() {
        for position in 0..<40 {
            for end in ["\n", "\r", "\r\n"] {
                let text = String(repeating: "x", count: position) + end + "tail"
                #expect(lines(text) == [String(repeating: "x", count: position), "tail"])
            }
        }
    }

    @Test func anOffsetHasALineAndAColumnInCodePoints() {
        let index = LineIndex(Array("ab\né😀x\r\n".utf8))
        #expect(index.position(of: 0) == (1, 1))
        #expect(index.position(of: 2) == (1, 3))
        #expect(index.position(of: 3) == (2, 1))
        #expect(index.position(of: 9) == (2, 3))
        #expect(index.position(of: 12) == (3, 1))
        #expect([0, 2, 3, 9, 12].map(index.lineNumber) == [1, 1, 2, 2, 3])
        #expect(LineIndex([]).position(of: 0) == (1, 1))
    }

    @Test func placesAgreeWithThoseOfErrors() throws {
        let text = Array("{\r\n \"ü\": [1,\r\n  nope]}".utf8)
        let error = try #require(throws: JSONError.self) { try JSONDocument(text) }
        #expect(LineIndex(text).position(of: error.offset) == (error.line, error.column))
    }
}
