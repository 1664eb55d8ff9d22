// What an answer means for a download that may have bytes already: pure, every case of RFC 9110 §14 that a file can meet.

import TestSupport
import Testing

@testable import NetLayer

@Suite struct DownloadStepTests {
    @Test(
        arguments: [
            ("bytes 0-9/10", 0, 9, 10), ("bytes 5-5/*", 5, 5, nil), ("BYTES 1-2/3", 1, 2, 3),
            ("bytes  42-1233/1234", 42, 1233, 1234),
        ] as [(String, Int64, Int64, Int64?)])
    func aRangeIsRead(_ value: String, _ first: Int64, _ last: Int64, _ total: Int64?) {
        let range = ContentRange(value)
        #expect(range?.bytes == first...last && range?.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9", "items 0-9/10", "bytes 9-0/10", "bytes 0-10/10", "bytes 0-9/-1", "bytes a-b/c", "bytes -9/10",
        "bytes +0-9/10", "bytes 0-9/10/11", "bytes */*", "bytes 0-9/ 10", "bytes 0-99999999999999999999/*", "bytes 0--9/10",
    ]) func aRangeThatContradictsItselfIsNone(_ value: String) { #expect(ContentRange(value) == nil) }

    @Test func anUnsatisfiedRangeTellsTheSize() {
        #expect(ContentRange("bytes */47022")?.total == 47022)
        #expect(ContentRange("bytes */47022")?.bytes == nil)
        #expect(ContentRange("bytes 0-9/10")?.bytes?.count == 10)
        #expect(ContentRange(nil) == nil)
    }

    private static let note = ResumeNote(validator: "\"v1\"", total: 10, name: "a")

    private func step(
        _ status: Int, _ headers: Headers, held: Int64 = 4, _ note: ResumeNote? = note
    ) -> DownloadStep { DownloadStep(ResponseHead(status: status, headers: headers), held: held, note: note) }

    private func isRefused(_ step: DownloadStep, _ kind: NetError.Kind = .protocolViolation, discards: Bool = true) -> Bool {
        if case .refuse(kind, let detail, discards) = step { !detail.isEmpty } else { false }
    }

    @Test(.rows("YT-9")) func theRightPartIsAppended() {
        #expect(step(206, ["Content-Range": "bytes 4-9/10"]) == .append(end: 10, total: 10))
        #expect(
            step(206, ["Content-Range": "bytes 4-9/10", "Content-Length": "6", "ETag": "\"v1\""]) == .append(end: 10, total: 10))
        #expect(step(206, ["Content-Range": "bytes 4-6/10"]) == .append(end: 7, total: 10))
        #expect(step(206, ["Content-Range": "bytes 4-9/*"]) == .append(end: 10, total: 10))
        let unknown = ResumeNote(validator: "\"v1\"", total: nil, name: "a")
        #expect(step(206, ["Content-Range": "bytes 4-9/*"], unknown) == .append(end: 10, total: nil))
        #expect(step(206, ["Content-Range": "bytes 4-9/12"], unknown) == .append(end: 10, total: 12))
    }

    @Test(.rows("YT-9")) func aWrongPartIsAnErrorAndNotAFile() {
        #expect(isRefused(step(206, ["Content-Range": "bytes 3-9/10"])))
        #expect(isRefused(step(206, ["Content-Range": "bytes 5-9/10"])))
        #expect(isRefused(step(206, ["Content-Range": "bytes 0-9/10"])))
        #expect(isRefused(step(206, [:])), "multipart/byteranges, or nothing")
        #expect(isRefused(step(206, ["Content-Range": "bytes */10"])))
        #expect(isRefused(step(206, ["Content-Range": "bytes 4-9/10", "Content-Length": "5"])))
        #expect(isRefused(step(206, ["Content-Range": "bytes 0-9/10"], held: 0, nil)), "nobody asked for a part")
    }

    @Test(.rows("YT-9")) func anotherVersionIsNotMixedIn() {
        #expect(step(206, ["Content-Range": "bytes 4-10/11"]) == .discard)
        #expect(step(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"v2\""]) == .discard)
        #expect(step(206, ["Content-Range": "bytes 4-9/10", "ETag": "W/\"v1\""]) == .discard)
        let dated = ResumeNote(validator: "Sat, 21 Nov 2026 08:00:00 GMT", total: 10, name: "a")
        #expect(
            step(206, ["Content-Range": "bytes 4-9/10", "Last-Modified": "Sat, 21 Nov 2026 09:00:00 GMT"], dated) == .discard)
        #expect(step(206, ["Content-Range": "bytes 4-9/10", "ETag": "\"v2\""], dated) == .append(end: 10, total: 10))
    }

    @Test func everythingStartsOver() {
        #expect(step(200, ["Content-Length": "10"]) == .startOver(total: 10))
        #expect(step(200, [:]) == .startOver(total: nil))
        #expect(step(203, ["Content-Length": "0"], held: 0, nil) == .startOver(total: 0))
        #expect(step(200, ["Content-Length": "-1"]) == .startOver(total: nil))
        #expect(step(299, [:]) == .startOver(total: nil))
    }

    @Test func nothingIsMissingOrNothingFits() {
        #expect(step(416, ["Content-Range": "bytes */10"], held: 10) == .complete)
        #expect(step(416, [:], held: 10) == .complete, "by the note")
        #expect(step(416, ["Content-Range": "bytes */9"], held: 10) == .discard)
        #expect(step(416, ["Content-Range": "bytes */4"], held: 4) == .discard, "the note knows of more")
        #expect(step(416, [:], held: 4) == .discard)
        #expect(step(416, ["Content-Range": "bytes */10", "ETag": "\"v2\""], held: 10) == .discard)
        let unknown = ResumeNote(validator: "\"v1\"", total: nil, name: "a")
        #expect(step(416, ["Content-Range": "bytes */4"], held: 4, unknown) == .complete)
        #expect(step(416, [:], held: 4, unknown) == .discard)
        #expect(isRefused(step(416, [:], held: 0, nil), .status(416), discards: false))
    }

    @Test(arguments: [304, 300, 400, 404, 412, 500, 503]) func anythingElseIsItsStatus(_ status: Int) {
        #expect(isRefused(step(status, [:]), .status(status), discards: false))
    }

    // MARK: The note

    private func validator(_ headers: Headers) -> String? {
        ResumeNote(ResponseHead(status: 200, headers: headers), total: nil, name: "a")?.validator
    }

    @Test(.rows("YT-9")) func onlyAStrongValidatorIsGoneOnWith() {
        let early = "Sat, 21 Nov 2026 07:59:59 GMT"
        let late = "Sat, 21 Nov 2026 08:00:00 GMT"
        #expect(validator(["ETag": "\"v\""]) == "\"v\"")
        #expect(validator(["ETag": "\"\""]) == "\"\"")
        #expect(validator(["ETag": "W/\"v\"", "Last-Modified": early, "Date": late]) == nil, "the tag says that it may vary")
        #expect(validator(["ETag": "\""]) == nil)
        #expect(validator(["ETag": "v"]) == nil)
        #expect(validator(["Last-Modified": early, "Date": late]) == early)
        #expect(validator(["Last-Modified": late, "Date": late]) == nil, "it may have changed within that second")
        #expect(validator(["Last-Modified": early]) == nil)
        #expect(validator(["Date": late]) == nil)
        #expect(validator(["ETag": "\"v\"", "Accept-Ranges": "none"]) == nil)
        #expect(validator(["ETag": "\"v\"", "Accept-Ranges": "bytes"]) == "\"v\"")
    }

    @Test(arguments: [Int64?.none, 0, 12_345_678_901]) func aNoteComesBackAsItWas(_ total: Int64?) {
        let note = ResumeNote(validator: "\"v\"", total: total, name: "naïve.txt")
        #expect(ResumeNote(text: note.text) == note)
        for cut in note.text.indices { #expect(ResumeNote(text: String(note.text[..<cut])) == nil) }
    }

    @Test(arguments: [
        "", "download 2\n\"v\"\n?\na\nend\n", "download 1\n\n?\na\nend\n", "download 1\n\"v\"\nx\na\nend\n",
        "download 1\n\"v\"\n?\n../a\nend\n", "download 1\n\"v\"\n?\na\nend\nmore\n",
    ])
    func aBrokenNoteIsNone(_ text: String) { #expect(ResumeNote(text: text) == nil) }
}
