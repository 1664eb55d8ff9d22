// ConfigLines: what is wrong is told with its line, and costs nothing else.

import Canvas
import Testing

@Suite struct ConfigLinesTests {
    @Test func entriesKeepTheirOrderAndLines() {
        let text = "\u{FEFF}a = 1\r\n  # note\r\n\r\nb.c=x = y # not a comment  \nlast ="
        let (entries, problems) = ConfigLines.parse(text)
        #expect(problems.isEmpty)
        #expect(
            entries == [
                ConfigEntry(key: "a", value: "1", line: 1), ConfigEntry(key: "b.c", value: "x = y # not a comment", line: 4),
                ConfigEntry(key: "last", value: "", line: 5),
            ])
    }

    @Test func mistakesAreReportedAndTheRestIsKept() {
        let (entries, problems) = ConfigLines.parse("a = 1\nnonsense\n= 3\na = 2\nb = 4")
        #expect(entries.map(\.key) == ["a", "b"] && entries[0].value == "1")
        #expect(problems.map(\.line) == [2, 3, 4])
        #expect(
            problems[0].message.contains("nonsense") && problems[2].message.contains("a") && problems[2].hint.contains("line 1"))
        #expect(problems.allSatisfy { !$0.hint.isEmpty })
    }

    @Test func nothingIsNothing() {
        #expect(ConfigLines.parse("").entries.isEmpty && ConfigLines.parse("\n\r\n  \n").problems.isEmpty)
    }

    @Test func theClosestNameIsNear() {
        let names = ["status.5xx", "status.4xx", "task.running", "accent"]
        #expect(ClosestName.match("staus.5xx", among: names) == "status.5xx")
        #expect(ClosestName.match("Accent", among: names) == "accent")
        #expect(ClosestName.match("zebra", among: names) == nil)
        #expect(ClosestName.match(String(repeating: "x", count: 100_000), among: names) == nil)
        #expect(ClosestName.match("", among: []) == nil)
    }
}
