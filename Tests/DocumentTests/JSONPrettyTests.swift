// The pretty printer: layout, bytes kept, limits.

import Document
import Testing

struct JSONPrettyTests {
    private func pretty(_ text: String, indent: Int = 2) -> String? {
        JSONPretty.lines(Array(text.utf8), indent: indent).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func eachMemberAndElementHasALine() {
        let expected = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": {},
              "d": [],
              "e": "x"
            }
            """
        #expect(pretty(#"{"a":[1,{"b":null}],"c":{ },"d":[ ] ,"e":"x"}"#) == expected)
    }

    @Test(arguments: [#""\u00e9\/""#, "1e400", "-0.0", "12345678901234567890", "true", "1E+2", "\"é\""])
    func scalarsKeepTheirBytes(text: String) {
        #expect(pretty(" \(text)\n") == text)
        #expect(pretty("[\(text)]") == "[\n  \(text)\n]")
    }

    @Test(arguments: ["", "{", "[1,]", "hello", "{} {}", "{\"a\":1}\n{\"a\":2}"])
    func whatIsNotJSONIsNotPrinted(text: String) { #expect(pretty(text) == nil) }

    @Test func theLineIndexFitsTheText() throws {
        let text = try #require(JSONPretty.lines(Array(#"[1,{"a":"b"}]"#.utf8), indent: 1))
        let lines = (0..<text.lines.count).map { String(decoding: text.bytes[text.lines[$0]], as: UTF8.self) }
        #expect(lines == ["[", " 1,", " {", "  \"a\": \"b\"", " }", "]"])
    }

    @Test func anOutputBeyondTheLimitIsRefused() {
        let text = Array("[1,2,3]".utf8)
        let full = JSONPretty.lines(text)?.bytes.count ?? 0
        #expect(JSONPretty.lines(text, limit: full) != nil)
        #expect(JSONPretty.lines(text, limit: full - 1) == nil)
        #expect(JSONPretty.lines(text, limit: 0) == nil)
    }

    @Test func deepNestingDoesNotExplode() throws {
        let depth = 100_000
        let text = try #require(
            JSONPretty.lines(Array((String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)).utf8)))
        #expect(text.lines.count == 2 * depth + 1)
        #expect(text.bytes.count < 25_000_000)
        #expect(text.lines[depth].count == 101)
    }
}
