// Highlighting of single lines, whole or cut.

import Document
import Testing

struct JSONLineTests {
    private func spans(_ line: String) -> [String] {
        JSONLine.spans(line).filter { $0.kind != .text }.map { "\($0.kind.rawValue) \($0.text)" }
    }

    @Test func aPrettyPrintedLineIsCutIntoTokens() {
        #expect(spans(#"  "na\"me" : "va,lue","#) == [#"key "na\"me""#, "punct :", #"string "va,lue""#, "punct ,"])
        #expect(spans(#"  "n": -1.5e+3,"#) == ["key \"n\"", "punct :", "number -1.5e+3", "punct ,"])
        #expect(spans("true, null]}") == ["bool true", "punct ,", "null null", "punct ]", "punct }"])
    }

    @Test func aRawLineOfManyTokensWorksToo() {
        #expect(
            spans(#"{"a":[1,false],"b":"c"}"#) == [
                "punct {", "key \"a\"", "punct :", "punct [", "number 1", "punct ,", "bool false", "punct ]", "punct ,",
                "key \"b\"", "punct :", "string \"c\"", "punct }",
            ])
    }

    @Test(arguments: [
        "", "plain text — é😀", "\"unterminated", "\"ends in a backslash\\", "nulls truely", "<html>", "\u{301}\"x\"\u{301}: 1",
        "}}}{{{\"\":",
    ])
    func thePiecesJoinedAreTheLine(line: String) {
        #expect(JSONLine.spans(line).map { String($0.text) }.joined().unicodeScalars.elementsEqual(line.unicodeScalars))
        #expect(JSONLine.spans(line).allSatisfy { !$0.text.isEmpty })
    }

    @Test func wordsThatOnlyBeginLikeLiteralsAreText() {
        #expect(spans("nulls").isEmpty)
        #expect(spans("trueish").isEmpty)
    }
}
