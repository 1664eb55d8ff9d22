// Bodies on their way: in memory, then on the disk, and the same bytes at any time.

import Document
import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Runtime

@Suite(.within(minutes: 1))
struct ArrivingBodyTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("explorer-\(UUID())").path

    private func body(memory: Int, capacity: Int = 1 << 30) -> ArrivingBody {
        ArrivingBody(
            ResponseHead(status: 200), URI("http://one.example/"),
            spool: ArrivingBody.Spool(folder: folder, memory: memory, capacity: capacity)
        ) { _ in }
    }

    private func take(_ bytes: [UInt8], _ body: ArrivingBody) throws(TransferFailure) {
        var failure: TransferFailure?
        bytes.withUnsafeBytes { piece in
            do throws(TransferFailure) { try body.receive(piece) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    @Test(arguments: [0, 1, 99, 100, 101, 5_000, 1 << 20]) func allThatCameIsThere(_ memory: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = body(memory: memory)
        var expected: [UInt8] = []
        for number in 0..<200 {
            let piece = [UInt8](repeating: UInt8(number), count: number)
            try take(piece, body)
            expected += piece
            if number % 20 == 0 { #expect(body.bytes.array == expected) }
        }
        #expect(body.count == expected.count)
        #expect(body.bytes.array == expected)
        #expect(body.bytes.memory == (memory >= expected.count ? expected.count : 0))
        body.bytes.release()
        #expect(body.bytes.array == expected, "it is read from the disk again")
    }

    @Test func whatWasSeenStaysWhatItWasWhileMoreComes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = body(memory: 10)
        try take(Array("0123456789".utf8), body)
        let first = body.bytes
        try take(Array("abc".utf8), body)
        let second = body.bytes
        try take(Array("def".utf8), body)
        #expect(first.array == Array("0123456789".utf8))
        #expect(second.array == Array("0123456789abc".utf8))
        #expect(second[10] == UInt8(ascii: "a") && Array(second[11..<13]) == Array("bc".utf8))
    }

    /// The folder is private, and no file of an answer has a name that anybody could find.
    @Test func nothingIsLeftInTheFolder() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = body(memory: 0)
        try take([1, 2, 3], body)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(body.bytes.array == [1, 2, 3])
    }

    @Test func whatTheDiskDoesNotTakeIsAFailureInWords() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let body = body(memory: 4, capacity: 8)
        try take([1, 2, 3, 4], body)
        try take([5, 6, 7, 8], body)
        let failure = #expect(throws: TransferFailure.self) { try take([9], body) }
        #expect(failure?.kind == .file)
        #expect(failure?.detail.contains("cannot be written to disk") == true)
        #expect(body.bytes.array == [1, 2, 3, 4, 5, 6, 7, 8], "what had come is there")
    }

    @Test func theTableOfALargeDocumentGoesToTheDiskWithIt() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let text = Array("[\((0..<5_000).map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8)
        for memory in [text.count, 100] {
            let body = body(memory: memory)
            try take(text, body)
            var content = BodyContent(body.bytes, body.head)
            let count = try #require(content.document?.nodeCount)
            content.settle(body.settled)
            let document = try #require(content.document)
            #expect(document.nodeCount == count && content.list?.count == 5_000)
            #expect(document.tableMemory == (memory < text.count ? 0 : count * 16))
            #expect(document.root.elements.map { $0["id"]?.int ?? -1 } == Array(0..<5_000))
        }
    }
}
