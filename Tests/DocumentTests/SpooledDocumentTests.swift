// Documents whose table does not fit into memory: the same values as those of any other, wherever the text is cut.

import Synchronization
import TestSupport
import Testing

@testable import Document

@Suite(.within(minutes: 1)) struct SpooledDocumentTests {
    /// A region in memory.
    // Safe: one thread writes while the document is made, and only then others read.
    private final class Region: WritableRegion, @unchecked Sendable {
        let start: UnsafeMutableRawPointer
        let capacity: Int
        let isFull: Bool

        init(_ capacity: Int, isFull: Bool = false) {
            start = .allocate(byteCount: capacity, alignment: 16)
            self.capacity = capacity
            self.isFull = isFull
        }

        deinit { start.deallocate() }

        func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
            guard !isFull, offset + bytes.count <= capacity, let source = bytes.baseAddress else { return bytes.isEmpty }
            (start + offset).copyMemory(from: source, byteCount: bytes.count)
            return true
        }

        func release() {}
    }

    private func room(_ memory: Int, most: Int = 1 << 16) -> JSONTableStorage {
        JSONTableStorage(memory: memory, most: most) { Region($0) }
    }

    private func isSame(_ one: JSONDocument, _ other: JSONDocument) -> Bool {
        one.withTable { mine in other.withTable { mine.elementsEqual($0) } }
    }

    static let texts = [
        "[]", "{}", "1", "\"a\"", "[1,2,3]", #"{"a":{"b":[1,{"c":[[],{}]},"x\n"]},"d":-1.5e3}"#,
        "[" + (0..<50).map { "{\"id\":\($0),\"tags\":[\"a\",\"b\"],\"in\":{\"x\":null}}" }.joined(separator: ",") + "]",
        String(repeating: "[", count: 40) + String(repeating: "]", count: 40),
    ]

    @Test(arguments: texts) func theTableIsTheSame(_ text: String) throws {
        let bytes = Bytes(Array(text.utf8))
        let plain = try JSONDocument(bytes)
        for memory in [0, 16, 48, 160, 1 << 20] {
            let spooled = try JSONDocument(bytes, isPart: false, table: room(memory))
            #expect(isSame(plain, spooled), "\(memory)")
            #expect(spooled.tableMemory == 0 || spooled.nodeCount <= max(2, memory / 16))
        }
    }

    @Test(arguments: texts) func aCutTextIsTheSameToo(_ text: String) throws {
        let bytes = Array(text.utf8)
        for end in 0...bytes.count {
            let part = Bytes(Array(bytes[..<end]))
            let plain = try? JSONDocument(part, isPart: true)
            for memory in [0, 48, 160] {
                let spooled = try? JSONDocument(part, isPart: true, table: room(memory))
                #expect((plain == nil) == (spooled == nil), "\(end)")
                if let plain, let spooled { #expect(isSame(plain, spooled), "\(end) of \(text), \(memory)") }
            }
        }
    }

    /// The table is given up before the text ends, at a key or elsewhere.
    @Test(arguments: texts) func aCutTextWithTooManyValuesIsAnError(_ text: String) {
        let bytes = Array(text.utf8)
        for end in 0...min(bytes.count, 200) {
            let part = Bytes(Array(bytes[..<end]))
            let count = (try? JSONDocument(part, isPart: true, table: room(0)))?.nodeCount ?? 0
            for most in 0..<count {
                #expect(throws: JSONError.self) { try JSONDocument(part, isPart: true, table: room(0, most: most)) }
            }
        }
    }

    @Test func moreValuesThanAreReadAreAnError() throws {
        let bytes = Bytes(Array("[\(String(repeating: "1,", count: 1_000))1]".utf8))
        #expect(throws: Never.self) { try JSONDocument(bytes, isPart: false, table: room(0, most: 1_002)) }
        #expect(throws: JSONError.self) { try JSONDocument(bytes, isPart: false, table: room(0, most: 1_001)) }
        #expect(throws: JSONError.self) {
            try JSONDocument(bytes, isPart: false, table: JSONTableStorage(memory: 0) { _ in nil })
        }
        let full = JSONTableStorage(memory: 0) { Region($0, isFull: true) }
        #expect(throws: JSONError.self) { try JSONDocument(bytes, isPart: false, table: full) }
    }

    /// Each container that is open takes memory: a text of nothing else is refused.
    @Test func aTextOfBracketsIsRefused() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 3 << 20)
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(Bytes(bytes), isPart: true, table: room(1 << 20, most: 8 << 20))
        }
        #expect(error?.message == "more than 1048576 levels are not read")
    }
}
