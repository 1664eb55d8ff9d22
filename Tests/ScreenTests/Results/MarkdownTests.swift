// Markdown as a terminal shows it: blocks, nesting, styles, tables, the HTML of descriptions, and text by somebody who means no good.

import Canvas
import TestSupport
import Testing

@testable import Screen

@Suite struct MarkdownTests {
    private func lines(_ text: String, _ width: Int = 40) -> [String] {
        MarkdownLines.lines(text, width: width).map { $0.spans.map(\.text).joined() }
    }

    /// Pieces that are not plain text, with their styles.
    private func styled(_ text: String) -> [String] {
        MarkdownLines.lines(text, width: 200).flatMap(\.spans).filter { $0.style != .text }.map {
            "\($0.style.rawValue) \($0.text)"
        }
    }

    @Test(arguments: [
        ("- a\n  - b\n    - c\n- d", ["• a", "  • b", "    • c", "• d"]),
        ("1. a\n   1. b\n   2. c\n10) d", ["1. a", "   1. b", "   2. c", "10. d"]),
        ("1. a\n  - b", ["1. a", "• b"]), ("* a\n\n  more\n\nend", ["• a", "", "  more", "", "end"]),
        ("- a\n\n- b", ["• a", "", "• b"]), ("- [x](y) z\n+ w", ["• x (y) z", "• w"]), ("- - a", ["  • a"]),
        ("-a\n1.5 is", ["-a 1.5 is"]),
        ("- a\n  ```\n  x\n    y\n  ```\n  b", ["• a", "    x", "      y", "  b"]),
    ])
    func listsNest(_ text: String, _ expected: [String]) { #expect(lines(text) == expected) }

    @Test(arguments: [
        ("Title\n=====\ntext", ["Title", "text"]), ("Title\n---\ntext", ["Title", "text"]),
        ("## A ##\n#b\n#1", ["A", "#b #1"]),
        ("a\n\n---\n\nb", ["a", "", String(repeating: "─", count: 40), "", "b"]),
        ("a\n***\nb", ["a", String(repeating: "─", count: 40), "b"]),
        ("> a\nb\n> > c\n\nd", ["│ a b", "│ │ c", "", "d"]), ("> - a\n>   b", ["│ • a b"]), ("> ```\n> x\n> ```", ["│   x"]),
        ("a  \nb\\\nc\nd", ["a", "b", "c d"]), ("~~~\n``` x\n~~~\ny", ["  ``` x", "y"]),
        ("```\nnever closed", ["  never closed"]),
        ("    code\n      more\ntext", ["  code", "    more", "text"]),
        ("[a]: https://a.example\nsee [b][a] and [A]", ["see b (https://a.example) and A", "(https://a.example)"]),
    ])
    func blocksAreWhatTheyAre(_ text: String, _ expected: [String]) { #expect(lines(text) == expected) }

    @Test(arguments: [
        ("**b** __b2__", ["doc.strong b", "doc.strong b2"]), ("*i* _i2_", ["doc.emphasis i", "doc.emphasis i2"]),
        ("***x*** y", ["doc.strong x"]), ("**a *b* c**", ["doc.strong a b c"]), ("a_b_c 2*3*4 * 5", ["doc.emphasis 3"]),
        ("snake_case_name", []),
        ("*open", []), ("** a **", []), ("a*", []), ("`c` ``a`b``", ["doc.code c", "doc.code a`b"]), ("`*a*`", ["doc.code *a*"]),
        ("`open", []),
        ("[a](https://b.example 'T')", ["doc.link https://b.example"]),
        ("<https://a.example/x>", ["doc.link https://a.example/x"]),
        ("[https://a.example](https://a.example)", ["doc.link https://a.example"]), ("![pic](x.png)", []),
        ("<b>x</b> <em>y</em> <code>z</code>", ["doc.strong x", "doc.emphasis y", "doc.code z"]),
        ("<b> x </b>", ["doc.strong x"]),
        ("# a `b`", ["title a ", "doc.code b"]), ("- a", ["muted • "]),
        ("```json\n{\"a\": 1}\n```", ["json.punct {", "json.key \"a\"", "json.punct :", "json.number 1", "json.punct }"]),
    ])
    func emphasisAndCodeAreStyles(_ text: String, _ expected: [String]) {
        #expect(styled(text) == expected)
    }

    @Test func tablesStandInColumns() {
        #expect(
            lines("| Name | What it is |\n|:--|---|\n| `id` | The **number** |\n| x \\| y | |") == [
                "Name  │ What it is", "──────┼───────────", "id    │ The number", "x | y │ ",
            ])
        #expect(lines("a | b\n--|--\n1 | 2\n\nend") == ["a │ b", "──┼──", "1 │ 2", "", "end"])
        #expect(
            lines("| key | text |\n|-|-|\n| k | one two three four five six |", 20) == [
                "key │ text", "────┼───────────────", "k   │ one two three", "    │ four five six",
            ])
        // However narrow, nothing is wider than its room.
        for width in 1...30 {
            #expect(
                lines("| a long head | b |\n|-|-|\n| some words here | and some there |", width).allSatisfy {
                    TextWidth.measure($0) <= max(width, 5)
                })
        }
    }

    @Test(arguments: [
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>d", ["• a", "  • b", "• c", "", "d"]),
        ("<ol><li>a</li><li>b</li></ol>", ["1. a", "2. b"]), ("a<br>b<br/>c<BR />d", ["a", "b", "c", "d"]),
        ("<p>a</p><p>b</p>", ["a", "", "b"]), ("Some words. <p>More", ["Some words.", "", "More"]),
        ("this - <p>that", ["this -", "", "that"]), ("<ul><li><p>a</p></li><li><div>b</div></li></ul>", ["• a", "• b"]),
        ("<ol><li><p>a</li></ol>", ["1. a"]), ("- <p>a</p>", ["• a"]),
        ("<a href=\"https://x.example/?a=1&amp;b=2\">x</a> <a name=y>z</a>", ["x (https://x.example/?a=1&b=2) z"]),
        ("<h2>Head</h2>text", ["Head", "", "text"]), ("a<!-- not\nthis -->b", ["ab"]),
        ("<pre><code>x &lt; y\n  z</code></pre>", ["  x < y", "    z"]),
        (
            "<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2<br>3 | 4</td></tr></table>end",
            ["a │ b", "──┼────────", "1 │ 2 3 | 4", "", "end"]
        ),
        ("&#8594; &#x2192; &nbsp;&hellip;&copy; &unknown; &; a&b", ["→ → …© &unknown; &; a&b"]),
        ("`<p>` and <name> and 1 < 2", ["<p> and <name> and 1 < 2"]),
        ("```\n<p>&lt;</p>\n```", ["  <p>&lt;</p>"]), ("<blockquote>q</blockquote>r", ["│ q", "", "r"]),
        ("<img src=x alt=\"A picture\">", ["A picture"]),
    ])
    func htmlSaysTheSame(_ text: String, _ expected: [String]) { #expect(lines(text) == expected) }

    @Test func aRowOfAListHasOneLineOfIt() {
        #expect(MarkdownLines.oneLine("\n## The **head** of `it`\nmore") == "The head of `it`")
        #expect(MarkdownLines.oneLine("<p>See <a href='https://a.example'>this</a></p>") == "See this (https://a.example)")
        #expect(MarkdownLines.oneLine("") == "")
    }

    /// None of it may take long, or be wider than its room.
    @Test(arguments: [
        "*", "**", "_", "`", "[", "](", "![", "<", "<b>", "&", "- ", "> ", "|", "|-|\n", "a*b ", "[a](b)", "[[", "``` ", "1. ",
        "<ul><li>", "&#", "~~", "\\", "日本 ", ">", "*a ", "__a ", "- + ", "- ", "1. - ", "<i>a", "<b>a", "a. <p>",
    ])
    func textOfAStrangerEnds(_ piece: String) {
        let body = String(repeating: piece, count: 40_000 / piece.count - 1)
        // The end gives every sign before it something to close at.
        for text in [body, body + "x*__"] {
            var shown: [StyledLine] = []
            #expect(ThreadTime().measure { shown = MarkdownLines.lines(text, width: 80) } < .seconds(5))
            #expect(shown.allSatisfy { $0.spans.reduce(0) { $0 + TextWidth.measure($1.text) } <= 80 })
        }
    }

    /// Each line costs what it holds, not what is left of the word.
    @Test func aLongWordInANarrowColumnEnds() {
        let word = String(repeating: "é", count: 30_000)
        let text = "| a | b |\n|-|-|\n| \(word) | \(String(repeating: "b", count: 9_000)) |"
        var shown: [StyledLine] = []
        #expect(ThreadTime().measure { shown = MarkdownLines.lines(text, width: 10) } < .seconds(5))
        #expect(shown.count > 30_000 / 7)
    }

    /// What stands deeper is text: nothing of it is lost.
    @Test func whatIsTooDeepIsText() {
        #expect(lines(String(repeating: "- ", count: 100) + "end", 2_000).joined().hasSuffix("- end"))
        #expect(lines(String(repeating: "+ ", count: 100) + "\nnext\n\n- a", 2_000).last == "• a")
        #expect(lines(String(repeating: ">", count: 20) + "end", 2_000).joined().hasSuffix(">>>>end"))
    }

    @Test func spansWrapAtBlanksAndKeepTheirStyles() {
        let spans: [StyledLine.Span] = [
            .init(text: "one ", style: .text), .init(text: "two three", style: .docStrong),
            .init(text: ", fourteen\nx", style: .text),
        ]
        #expect(
            StyledWrap.lines(spans, 9).map { $0.spans.map { "\($0.style.rawValue):\($0.text)" } } == [
                ["text:one ", "doc.strong:two"], ["doc.strong:three", "text:,"], ["text:fourteen"], ["text:x"],
            ])
        #expect(
            StyledWrap.lines([.init(text: "abcdefgh", style: .text)], 3).map { $0.spans.map(\.text) } == [
                ["abc"], ["def"], ["gh"],
            ])
        #expect(StyledWrap.lines([.init(text: "a", style: .text)], 0) == [])
    }
}
