// A JSON text and the flat table of what stands in it: sixteen bytes a value, in the order of the text.

/// A JSON text that has been read whole: its bytes, and where each value stands in them.
///
/// Nothing is decoded before it is asked for, keys keep their order, and no depth of nesting uses stack. The whole of RFC 8259 is
/// required, with two tolerances: a byte-order mark before the text, and ill-formed UTF-8 inside strings (decoded as U+FFFD).
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// Reads a JSON text.
    /// - Throws: ``JSONError`` with the first place that is not JSON, or when the text is 4 GB or longer.
    public init(_ bytes: [UInt8]) throws(JSONError) {
        let built = try Self.nodes(of: bytes)
        storage = JSONStorage(bytes: bytes, nodes: built.nodes, dollars: built.dollars)
    }

    /// An object without members.
    public static let empty = JSONDocument(
        storage: JSONStorage(bytes: Array("{}".utf8), nodes: [FlatNode(.object, 0..<2, next: 1)], dollars: []))

    init(storage: JSONStorage) { self.storage = storage }

    /// The text as given.
    public var bytes: [UInt8] { storage.bytes }

    /// The outermost value.
    public var root: JSONNode { JSONNode(storage: storage, index: 0) }

    private static func nodes(of bytes: [UInt8]) throws(JSONError) -> NodeBuilder {
        // Not the generic `withUnsafeBufferPointer`: it would lose the type of the error.
        var failure: JSONError?
        let built = bytes.withUnsafeBufferPointer { buffer -> NodeBuilder in
            guard buffer.count < Int(UInt32.max) else {
                failure = JSONError("the text is longer than 4 GB", at: 0, in: buffer)
                return NodeBuilder(UnsafeBufferPointer(start: nil, count: 0))
            }
            var builder = NodeBuilder(buffer)
            do throws(JSONError) {
                try JSONScanner.scan(buffer, into: &builder)
            } catch {
                failure = error
            }
            return builder
        }
        if let failure { throw failure }
        return built
    }
}

/// What all nodes of a document share. A class, so that a node is one reference and one number.
final class JSONStorage: Sendable {
    let bytes: [UInt8]
    let nodes: [FlatNode]
    /// The places of the strings that begin with a dollar sign, or with an escape that may be one: `$ref` and its like are asked for in
    /// every description, and walking over all values for each of them takes as long as reading them.
    let dollars: [UInt32]

    init(bytes: [UInt8], nodes: [FlatNode], dollars: [UInt32]) {
        self.bytes = bytes
        self.nodes = nodes
        self.dollars = dollars
    }

    /// The place of a member's value; of those with the same key the last. Works on places alone: a node for each member would count
    /// references up and down.
    func member(of object: Int, named wanted: UnsafeBufferPointer<UInt8>) -> Int? {
        nodes.withUnsafeBufferPointer { nodes in
            var found: Int?
            var index = object + 1
            let end = Int(nodes[object].next)
            while index < end {
                if isString(nodes[index], wanted) { found = index + 1 }
                index = Int(nodes[index + 1].next)
            }
            return found
        }
    }

    /// Whether a string's text is this.
    func isString(_ node: FlatNode, _ wanted: UnsafeBufferPointer<UInt8>) -> Bool {
        if node.hasEscapes { return JSONString.decode(bytes[Int(node.start) + 1..<Int(node.end) - 1]).utf8.elementsEqual(wanted) }
        guard Int(node.end - node.start) == wanted.count + 2 else { return false }
        let first = Int(node.start) + 1
        return bytes.withUnsafeBufferPointer { bytes in
            for offset in 0..<wanted.count where bytes[first + offset] != wanted[offset] { return false }
            return true
        }
    }
}

/// One value or key. The children of a container follow it directly; in an object, each key stands before its value.
struct FlatNode {
    /// The first byte; a string's is its quote.
    var start: UInt32
    /// After the last byte.
    var end: UInt32
    /// The index after the last descendant. While the container is open: its parent.
    var next: UInt32
    /// Bits 0–2 the kind, bit 3 "has escapes", bits 4–31 the number of members or elements.
    var info: UInt32

    static let escapeBit: UInt32 = 8

    init(_ kind: JSONNode.Kind, _ range: Range<Int>, next: UInt32, hasEscapes: Bool = false) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        self.next = next
        info = UInt32(kind.rawValue) | (hasEscapes ? Self.escapeBit : 0)
    }

    var kind: JSONNode.Kind { JSONNode.Kind(rawValue: UInt8(truncatingIfNeeded: info & 7)) ?? .null }
    var hasEscapes: Bool { info & Self.escapeBit != 0 }
    var count: Int { Int(info >> 4) }
    var range: Range<Int> { Int(start)..<Int(end) }

    /// Counts one more member, up to 268 million (a larger container than that does not fit a 4 GB text with anything in it to look at).
    mutating func countOne() { if info < 0xffff_fff0 { info += 16 } }
}

/// Collects the nodes while the text is scanned.
struct NodeBuilder: JSONSink {
    private(set) var nodes: [FlatNode] = []
    private(set) var dollars: [UInt32] = []
    private let text: UnsafeBufferPointer<UInt8>
    /// The open container, or `UInt32.max`.
    private var parent = UInt32.max

    /// - Parameter text: outlives the scanning.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        nodes.reserveCapacity(Self.room(text.count))
    }

    /// Descriptions have 26 bytes a node and more, dense data half of that. Room that is never touched costs nothing where it is taken
    /// from the system as a whole, and a table that must grow lies in memory twice for a moment; up to 128 MB it need not.
    private static func room(_ byteCount: Int) -> Int {
        byteCount > 1 << 20 ? max(byteCount / 16, min(byteCount / 6, 8 << 20)) : byteCount / 16 + 4
    }

    @inline(__always)
    private var following: UInt32 { UInt32(truncatingIfNeeded: nodes.count + 1) }

    @inline(__always)
    private mutating func countInParent() { if parent != .max { nodes[Int(parent)].countOne() } }

    mutating func open(_ kind: JSONNode.Kind, at offset: Int) {
        countInParent()
        let index = UInt32(truncatingIfNeeded: nodes.count)
        nodes.append(FlatNode(kind, offset..<offset, next: parent))
        parent = index
    }

    mutating func close(_ kind: JSONNode.Kind, at offset: Int) {
        let index = Int(parent)
        parent = nodes[index].next
        nodes[index].end = UInt32(truncatingIfNeeded: offset + 1)
        nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
    }

    @inline(__always)
    private mutating func noteDollar(_ range: Range<Int>) {
        let first = text[range.lowerBound + 1]
        if first == UInt8(ascii: "$") || first == Byte.backslash { dollars.append(UInt32(truncatingIfNeeded: nodes.count)) }
    }

    mutating func key(_ range: Range<Int>, hasEscapes: Bool) {
        noteDollar(range)
        nodes.append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func string(_ range: Range<Int>, hasEscapes: Bool) {
        countInParent()
        noteDollar(range)
        nodes.append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func scalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {
        countInParent()
        nodes.append(FlatNode(kind, range, next: following))
    }
}
