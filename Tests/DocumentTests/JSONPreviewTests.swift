// Values in one short line, however long they are; and bytes as a dump.

import Document
import TestSupport
import Testing

struct JSONPreviewTests {
    @Test func shortValuesAreWhole() throws {
        #expect(JSONPreview.makeText(try parse(#""a\nb""#), limit: 10) == "a\nb")
        #expect(JSONPreview.makeText(try parse("-1.50"), limit: 10) == "-1.50")
        #expect(JSONPreview.makeText(try parse("[1,2]"), limit: 10) == "[2]")
        #expect(JSONPreview.makeText(try parse(#"{"a":1}"#), limit: 10) == "{1}")
        #expect(JSONPreview.contents(try parse(#"{"a":1,"b":2}"#), limit: 10) == "a, b")
        #expect(JSONPreview.contents(try parse("[1,[2],null]"), limit: 20) == "1, [1], null")
        #expect(JSONPreview.contents(try parse("[[1],2]"), limit: 20) == "")
        #expect(JSONPreview.contents(try parse(#""a""#), limit: 10) == "")
    }

    /// A cut never shows half of an escape or half of a character.
    @Test(arguments: 1...40)
    func whatIsCutIsABeginning(_ limit: Int) throws {
        let whole = "aé日🙂\"\n" + String(repeating: "é\u{1F600}\\日x", count: 20)
        for text in [
            whole,
            String(whole.unicodeScalars.map { $0.value < 0x80 && $0 != "\"" && $0 != "\n" && $0 != "\\" ? Character($0) : "é" }),
        ] {
            var json = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": json += "\\\""
                case "\\": json += "\\\\"
                case "\n": json += "\\n"
                case "é": json += "\\u00e9"
                case "\u{1F600}": json += "\\ud83d\\ude00"
                default: json.unicodeScalars.append(scalar)
                }
            }
            let shown = JSONPreview.makeText(try parse(json + "\""), limit: limit)
            #expect(shown.hasSuffix("…"))
            #expect(text.hasPrefix(shown.dropLast()), "\(shown)")
        }
    }

    @Test func longContentsEndWithDots() throws {
        #expect(JSONPreview.contents(try parse("[\"abcdef\",\"ghijkl\",\"m\"]"), limit: 10) == "abcdef, …")
        #expect(JSONPreview.contents(try parse("[\"abcdefghijklmnop\"]"), limit: 10) == "…")
    }

    @Test func bytesAreDumpedSixteenALine() {
        let dump = HexLines(Bytes(Array("0123456789abcdef".utf8) + [0, 0x7F, 0xFF, 0x41]))
        #expect(dump.count == 2)
        #expect(dump[0] == "00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  |0123456789abcdef|")
        #expect(dump[1] == "00000010  00 7f ff 41                                       |...A|")
        #expect(HexLines(Bytes([])).count == 0)
    }
}

@Suite(.enabled(if: SharedData.isPresent, SharedData.whyAbsent))
struct RealBodiesTests {
    /// Whatever is JSON can be seen, folded, searched and, when it is a list, sorted.
    @Test(arguments: ["conformance/nativejson", "conformance/JSONTestSuite/test_parsing"])
    func everyViewOfEveryTextIsWhole(folder: String) throws {
        for path in SharedData.files(under: folder, suffix: ".json") {
            guard let document = try? JSONDocument(SharedData.bytes(path)) else { continue }
            var tree = JSONTree(document, folds: .allOpen)
            for row in stride(from: 0, to: tree.count, by: max(1, tree.count / 100)) {
                #expect(tree.findRow(of: tree[row].value.id) == row)
                _ = JSONPreview.makeText(tree[row].value, limit: 50)
            }
            tree.refold(JSONFolds(openDepth: JSONTree.openDepth(for: document)))
            #expect(tree.count <= document.nodeCount)
            var run = SearchRun(TextSearch("a"), in: JSONTreeSpace(document))
            run.advance(bytes: .max)
            #expect(run.isComplete)
            guard let table = JSONTable(document) else { continue }
            for column in table.columns.indices.prefix(5) {
                #expect(Set(table.places(in: JSONTableOrder(column: column))).count == table.count, "\(path)")
            }
        }
    }
}
