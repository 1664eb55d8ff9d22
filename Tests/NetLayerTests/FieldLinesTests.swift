// Header lines that are kept as they came and read by whoever asks.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct FieldLinesTests {
    private func lines(_ text: String) -> FieldLines { FieldLines(Array(text.utf8), count: text.utf8.count { $0 == 0x0a }) }

    private func shown(_ text: String) -> [String] { lines(text).fields.map { "\($0.name)|\($0.value.revealed)" } }

    @Test func namesValuesOrderAndRepetitionsStay() {
        #expect(shown("B: 1\r\na:2\nB:  3 \r\nb:\r\n") == ["B|1", "a|2", "B|3", "b|"])
    }

    @Test(arguments: [
        ("no colon\r\n", ["no colon|"]), (": value\n", ["|value"]), ("a : b\n", ["a|b"]), ("a: b:c\n", ["a|b:c"]),
        ("a: \"x\r\n y\"\r\n", ["a|\"x y\""]), ("a: 1\r\n\t2\r\n  3\r\nb: 4\r\n", ["a|1 2 3", "b|4"]), (" a: 1\r\n", ["a|1"]),
        ("", []),
        ("a:\r\n b\r\n", ["a|b"]),
    ])
    func oddLinesAreKeptAsTheyCanBeRead(_ text: String, _ fields: [String]) {
        #expect(shown(text) == fields)
    }

    @Test func aFieldThatIsNoUTF8IsRead() {
        let read = FieldLines(Array("X-A: caf".utf8) + [0xe9, 0x0d, 0x0a] + Array("X-B: ok\r\n".utf8), count: 2).fields
        #expect(read.map(\.value.revealed) == ["café", "ok"])
    }

    @Test func whatAFoldedCredentialSaysIsSecret() {
        let field = lines("Set-Cookie: id=1;\r\n hunter2\r\n").fields.first
        #expect(field?.value.revealed == "id=1; hunter2")
        #expect(field?.value.isSecret == true)
    }

    /// Who reads first, and how many at once, is all the same.
    @Test func manyReadersReadTheSame() async {
        let shared = lines((0..<100).map { "X-\($0): \($0)\r\n" }.joined())
        let read = await withTaskGroup(of: [HeaderField].self) { group in
            for _ in 0..<8 { group.addTask { shared.fields } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(read).count == 1)
        #expect(read.first?.map(\.name) == (0..<100).map { "X-\($0)" })
    }

    /// A hostile server may fold a line as often as its head has room; each costs what it is long.
    @Test(.within(minutes: 1), arguments: ["X-A", "Link", "Set-Cookie"]) func veryManyFoldedLinesAreReadInTheirLength(
        _ name: String
    ) {
        let count = 80_000
        let value = lines("\(name): a\r\n" + String(repeating: " b\n", count: count)).fields.first?.value.revealed
        #expect(value?.utf8.count == 1 + 2 * count)
    }

    // MARK: As the headers of an answer

    @Test func readAndWrittenHeadersAreTheSame() {
        let text = "A: 1\r\nB: 2\r\nA: 3\r\n"
        let read = Headers(lines(text))
        let written = Headers([HeaderField("A", "1"), HeaderField("B", "2"), HeaderField("A", "3")])
        #expect(read == written)
        #expect(read.hashValue == written.hashValue)
        #expect(read.allValues("a") == ["1", "3"])
        #expect(Headers(lines("")).isEmpty)
    }

    @Test func aChangeLeavesTheOtherCopiesAsTheyCame() {
        let came = Headers(lines("A: 1\r\nB: 2\r\n"))
        var changed = came
        changed.set(HeaderField("a", "3"))
        changed.add(HeaderField("C", "4"))
        #expect(changed.description == "B: 2\na: 3\nC: 4")
        #expect(came.description == "A: 1\nB: 2")
    }

    @Test func theirWeightIsThatOfTheBytesWhetherReadOrNot() {
        let headers = Headers(lines("A: 1\r\nB: 2\r\n"))
        #expect(headers.weight == 12 + 2 * 64)
        #expect(headers["b"] == "2")
        #expect(headers.weight == 12 + 2 * 64)
    }
}
