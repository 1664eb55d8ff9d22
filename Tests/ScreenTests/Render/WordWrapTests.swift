// Lines that are broken for a pane: at spaces, and long paths behind a slash.

import Testing

@testable import Screen

@Suite struct WordWrapTests {
    @Test(
        arguments: [
            ("one two three", 7, ["one two", "three"]),
            ("see /paths/~1items/get/responses", 16, ["see", "/paths/~1items/", "get/responses"]),
            ("/a/responsibilities", 10, ["/a/respons", "ibilities"]),
            ("a-word-without-end", 6, ["a-word", "-witho", "ut-end"]),
            ("日本語/テキスト", 8, ["日本語/", "テキスト"]),
            ("", 5, [""]),
        ] as [(String, Int, [String])])
    func linesFitAndLoseNothing(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(WordWrap.lines(text, width) == lines)
    }

    /// Where the lines are counted, a long path takes whole ones.
    @Test func slashesDoNotWasteTheLastLines() {
        let path = String(repeating: "/abcdefgh", count: 20)
        let lines = WordWrap.lines(path, 17, most: 11)
        #expect(lines.joined() == path && lines.count <= 11 && lines.allSatisfy { $0.count <= 17 }, "\(lines)")
    }
}
