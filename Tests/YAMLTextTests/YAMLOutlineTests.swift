// Where values stand in a YAML text, and how texts are written so that they are read as what they are.

import Document
import TestSupport
import Testing
import YAMLText

struct YAMLOutlineTests {
    /// What stands at each place, in order.
    private static func places(_ text: String) throws -> [String] {
        let bytes = Array(text.utf8)
        return try YAMLOutline(bytes).nodes.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    @Test(
        "every value in its place",
        arguments: [
            ("a: b # c\n", ["a: b", "a", "b"]),
            ("ä: 'ö ü' # c\n😀: 1\n", ["ä: 'ö ü' # c\n😀: 1", "ä", "'ö ü'", "😀", "1"]),
            (
                "a:\r\n  b: { c: [d] }\r\n\r\n# e\r\nf: g",
                ["a:\r\n  b: { c: [d] }\r\n\r\n# e\r\nf: g", "a", "b: { c: [d] }", "b", "{ c: [d] }", "c", "[d]", "d", "f", "g"]
            ),
            ("\u{FEFF}a: b", ["a: b", "a", "b"]),
            ("a:\n- b\n- [c]\nd:\n", ["a:\n- b\n- [c]\nd:", "a", "- b\n- [c]", "b", "[c]", "c", "d", ""]),
            ("a: |\n  text\n\nb: >-\n  x", ["a: |\n  text\n\nb: >-\n  x", "a", "|\n  text\n\n", "b", ">-\n  x"]),
            ("{ \"a\": &x b, c: *x }", ["{ \"a\": &x b, c: *x }", "\"a\"", "&x b", "c", "*x"]),
            ("a: b\n---\nc: d\n", ["a: b", "a", "b"]), ("", []), ("# c\n", []),
        ])
    func places(_ text: String, _ expected: [String]) throws {
        let found = try Self.places(text)
        #expect(found == expected, "\(found)")
    }

    @Test func whatIsKnownOfAPlace() throws {
        let outline = try YAMLOutline(Array("a: 0x1F\nb: !!str 5\nc: [~, yes]\n".utf8))
        let members = outline.members(of: 0)
        #expect(
            members.map { outline.nodes[$0.key].text } == ["a", "b", "c"]
                && members.map { outline.nodes[$0.key].line } == [1, 2, 3])
        let values = members.map { outline.nodes[$0.value] }
        #expect(values[0].text == "31" && !values[0].isText && values[1].isSpecial && values[1].isText)
        #expect(values[2].kind == .sequence && values[2].style == .flow)
        let elements = outline.elements(of: members[2].value).map { outline.nodes[$0] }
        #expect(elements.map(\.isText) == [false, true] && elements.map(\.text) == ["null", "yes"])
        #expect(throws: YAMLError.self) { try YAMLOutline(Array("a: [".utf8)) }
    }

    @Test func aTextIsReadAsItWasMeant() throws {
        var random = SplitMix64(seed: 11)
        let parts = [
            "a", "Z", "5", "-", ".", " ", "  ", ":", ": ", " #", "#", "{", "}", "[", ",", "&", "*", "!", "|", ">", "'", "\"",
            "\\", "%", "@", "`", "?",
            "~", "\n", "\t", "\r", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{7F}", "\u{1}", "ä", "😀", "null", "true", "yes", "0x1",
            "1e3", "<<", "=", "$", "/", "://",
            "---", "...", "- ", "s", "ms",
        ]
        for _ in 0..<4_000 {
            let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            let written = YAMLScalarText.makeScalar(text)
            for yaml in ["k: \(written) # c\n", "\(written): x\n", "{ k: \(written), \(written): 1 }", "[\(written)]"] {
                let outline = try YAMLOutline(Array(yaml.utf8))
                #expect(outline.nodes.contains { $0.kind == .scalar && $0.isText && $0.text == text }, "\(yaml)")
            }
            if let literal = YAMLScalarText.literal(text) {
                let yaml = "k: \(literal.header)\n" + literal.lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined() + "l: 1\n"
                #expect(try YAMLOutline(Array(yaml.utf8)).nodes[2].text == text, "\(yaml)")
            }
        }
    }

    @Test(arguments: [
        ("5", "5"), ("true", "true"), ("null", "\"null\""), ("0x1F", "\"0x1F\""), ("1500ms", "1500ms"), ("007", "\"007\""),
    ])
    func whatLooksLikeANumberMayStandWhereTextsAreLoose(_ text: String, _ written: String) {
        #expect(YAMLScalarText.makeScalar(text, isLoose: true) == written)
    }
}
