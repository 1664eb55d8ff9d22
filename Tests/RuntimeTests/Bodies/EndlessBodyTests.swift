// Bodies of other formats that are large: what is made of them lies on the disk as they do.

import Document
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime

@Suite(.within(minutes: 2))
struct EndlessBodyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explorer-\(UUID())").path

    private func content(
        _ text: [UInt8], _ type: String, isPart: Bool = false, memory: Int = 10_000
    ) throws -> (BodyContent, ArrivingBody) {
        let spool = ArrivingBody.Spool(folder: folder, memory: memory, capacity: 64 << 20)
        let body = ArrivingBody(
            ResponseHead(status: 200, headers: ["Content-Type": type]), URI("http://one.example/"), spool: spool
        ) { _ in }
        try text.withUnsafeBytes { try body.receive($0) }
        var content = BodyContent(body.bytes, body.head, isPart: isPart, spool: spool)
        content.settle(body.settled)
        return (content, body)
    }

    private static let formats: [(type: String, row: String)] = [
        ("text/csv", "1,two,3\n"), ("application/x-ndjson", "{\"a\":1}\n"), ("application/json-seq", "\u{1e}{\"a\":1}\n"),
        ("text/event-stream", "data: {\"a\":1}\n\n"), ("multipart/mixed; boundary=cut", "\r\n--cut\r\nA: b\r\n\r\nx"),
        ("text/csv; charset=iso-8859-1", "1,two,3\n"), ("text/csv; charset=utf-16le", "1,two,3\n"),
    ]

    /// The rows and their table are no memory of this program, and are the same as those of a small body.
    @Test(arguments: formats.indices) func manyRecordsLieOnTheDisk(_ index: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (type, row) = Self.formats[index]
        let text = (type.contains("csv") ? "a,b,c\n" : "") + String(repeating: row, count: 50_000)
        let bytes = type.contains("utf-16") ? text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } : Array(text.utf8)
        let (large, _) = try content(bytes, type)
        let (small, _) = try content(bytes, type, memory: 64 << 20)
        #expect(large.kind == .records && large.list?.count == 50_000)
        #expect(large.size == 0 && large.document?.text.memory == 0, "nothing of it in memory")
        #expect(small.size > 0)
        #expect(large.document?.text.array == small.document?.text.array)
        #expect(large.list?[49_999]?.source == small.list?[49_999]?.source)
        let (part, _) = try content(bytes, type, isPart: true)
        #expect((49_998...50_000).contains(part.list?.count ?? 0) && part.size == 0)
    }

    @Test func aRecordWithoutAnEndIsARowThatSaysSo() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = Array("data: 1\n\ndata: ".utf8) + [UInt8](repeating: 0x61, count: 12 << 20)
        let (content, _) = try content(bytes, "text/event-stream", isPart: true)
        #expect(content.list?.count == 2)
        #expect(content.list?[1]?["error"]?.string?.contains("longer than 4 MB") == true)
        #expect((content.document?.text.count ?? 0) < 10_000)
    }

    /// Characters at the places where pieces end, and half a one at the end.
    @Test(arguments: ["utf-16le", "utf-16be", "shift_jis", "iso-8859-1", "utf-8"]) func piecesAreTheWholeText(_ charset: String) {
        var bytes: [UInt8] = []
        for number in 0..<200_000 {
            switch charset {
            case "utf-16le": bytes += number % 3 == 0 ? [0x3d, 0xd8, 0x00, 0xde] : [0xe9, 0x00]
            case "utf-16be": bytes += number % 3 == 0 ? [0xd8, 0x3d, 0xde, 0x00] : [0x00, 0xe9]
            case "shift_jis": bytes += number % 3 == 0 ? [0x61] : [0x93, 0xfa]
            case "iso-8859-1": bytes += [0xe9, 0x61]
            default: bytes += number % 3 == 0 ? [0x61] : [0xc3, 0xa9]
            }
        }
        bytes.append(charset == "utf-8" ? 0x61 : 0x93)
        let pieces = TextPieces(Bytes(bytes), charset: charset).reduce(into: [UInt8]()) { $0 += $1 }
        #expect(pieces == BodyText.utf8(bytes, .text, pretty: false, charset: charset))
        #expect(pieces.count > 300_000)
    }

    /// What a reader sees of markup is made in memory: of large markup the text is shown.
    @Test func largeMarkupIsShownAsItCame() throws {
        let html = Array("<p>one</p>".utf8) + [UInt8](repeating: 0x61, count: BodyText.largestMarkup)
        let head = ResponseHead(status: 200, headers: ["Content-Type": "text/html"])
        let content = BodyContent(Bytes(html), head)
        #expect(content.kind == .html)
        var rows = BodyRows(Bytes(html), content, pretty: true)
        rows.reach(1)
        #expect(rows.rows.readRows(0..<1).first?.text.hasPrefix("<p>one") == true)
        #expect(rows.size < 1 << 20)
    }

    @Test func decodedTextOfALargeBodyLiesOnTheDisk() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = [UInt8](repeating: 0xe9, count: 100_000)
        let (content, body) = try content(bytes, "text/plain; charset=iso-8859-1")
        var rows = BodyRows(body.bytes, content, pretty: false)
        rows.reach(1)
        #expect(rows.rows.readRows(0..<1).first?.text.hasPrefix("éé") == true)
        #expect(rows.size < 50_000)
    }
}
