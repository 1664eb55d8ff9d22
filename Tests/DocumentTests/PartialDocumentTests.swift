// The beginning of a JSON text as a document: what is complete of it, and nothing that may still change.

import TestSupport
import Testing

@testable import Document

@Suite(.within(minutes: 1))
struct PartialDocumentTests {
    private func part(_ text: String) -> String? {
        (try? JSONDocument(Bytes(Array(text.utf8)), isPart: true)).map { shape(of: $0.root) }
    }

    /// What a document says, whatever its text.
    private func shape(of node: JSONNode) -> String {
        switch node.kind {
        case .object: "{" + node.members.map { "\($0.key):\(shape(of: $0.value))" }.joined(separator: ",") + "}"
        case .array: "[" + node.elements.map(shape).joined(separator: ",") + "]#\(node.count)"
        case .string, .number, .true, .false, .null: node.source
        }
    }

    @Test(arguments: [
        ("[", "[]#0"), ("[1", "[]#0"), ("[1,", "[1]#1"), ("[1, 2", "[1]#1"), ("[true", "[true]#1"), ("[tru", "[]#0"),
        (#"["half"#, "[]#0"), (#"["whole""#, #"["whole"]#1"#), (#"{"a"#, "{}"), (#"{"a""#, "{}"), (#"{"a":"#, "{}"),
        (#"{"a":1"#, "{}"),
        (#"{"a":1,"#, "{a:1}"), (#"{"a":1,"b":[{"c":"#, "{a:1,b:[{}]#1}"), (#"{"a":{"b":"x"}"#, #"{a:{b:"x"}}"#),
        ("[1]", "[1]#1"), ("[[[", "[[[]#0]#1]#1"),
    ])
    func whatIsCompleteIsThere(_ text: String, _ expected: String) { #expect(part(text) == expected) }

    @Test(arguments: ["", "  ", "1", "tru", #""half"#, "[1 2", "{x", "[1]]", "nonsense"])
    func whatIsNoBeginningOfAListOrAnObjectIsNone(_ text: String) { #expect(part(text) == (text == "1" ? "1" : nil)) }

    @Test func withoutTheWishForAPartItIsAnError() {
        #expect(throws: JSONError.self) { try JSONDocument(Array("[1,".utf8)) }
    }

    /// The numbers of values never change while more comes, so that what is folded stays folded.
    @Test func everyBeginningIsTheSameDocumentAsFarAsItGoes() throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = Array(("[" + RandomJSON.text(&random, depth: 5) + "]").utf8)
            let whole = try JSONDocument(text)
            for end in 1..<text.count {
                guard let part = try? JSONDocument(Bytes(Array(text[..<end])), isPart: true) else { continue }
                #expect(part.nodeCount <= whole.nodeCount)
                for id in 0..<part.nodeCount {
                    let (mine, other) = (try #require(part.node(id)), try #require(whole.node(id)))
                    #expect(mine.kind == other.kind && mine.byteRange.lowerBound == other.byteRange.lowerBound)
                    if mine.kind != .object, mine.kind != .array { #expect(mine.source == other.source) }
                }
            }
        }
    }

    // MARK: Text and table in memory of somebody else

    private final class Memory: ByteRegion, @unchecked Sendable {
        // Written to before it is handed on, and then by its one reader.
        let start: UnsafeMutableRawPointer
        let capacity: Int

        init(_ capacity: Int) {
            start = .allocate(byteCount: capacity, alignment: 16)
            self.capacity = capacity
        }

        deinit { start.deallocate() }
        func release() {}
    }

    @Test func aDocumentInRegionsIsTheSameAsInArrays() throws {
        for seed in 0..<100 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let text = Array(RandomJSON.text(&random, depth: 6).utf8)
            let region = Memory(text.count + 10)
            region.start.copyMemory(from: text, byteCount: text.count)
            let here = try JSONDocument(text)
            let table = Memory(here.tableMemory)
            here.withTable { table.start.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            let elsewhere = try JSONDocument(Bytes(region, count: text.count)).replacing(table: table)
            #expect(elsewhere.nodeCount == here.nodeCount)
            #expect(shape(of: elsewhere.root) == shape(of: here.root))
            #expect(elsewhere.root.means(here.root))
            #expect(elsewhere.bytes == text)
            #expect(elsewhere.tableMemory == 0 && here.tableMemory == here.nodeCount * 16)
        }
    }
}
