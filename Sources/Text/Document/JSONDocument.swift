// A JSON text and the flat table of its values: sixteen bytes a value, in the order of the text.

/// A JSON text that has been parsed completely: its bytes, and the range of each value in them.
///
/// Values are decoded only on request, keys keep their order, and no depth of nesting uses stack. All
/// of RFC 8259 is required, with two tolerances: a byte-order mark before the text, and ill-formed
/// UTF-8 inside strings (decoded as U+FFFD).
public struct JSONDocument: Sendable {
    let storage: JSONStorage

    /// Parses a JSON text.
    /// - Throws: ``JSONError`` with the first place that is not JSON, or when the text is 4 GB or longer.
    public init(_ bytes: [UInt8]) throws(JSONError) { try self.init(Bytes(bytes)) }

    /// Parses a JSON text in any storage.
    /// - Parameter isPart: whether the text is only the beginning of one. Its complete part then
    ///   becomes the document: containers end where the text ends; a key without a value, and a
    ///   number that may continue, are left out.
    public init(_ bytes: Bytes, isPart: Bool = false) throws(JSONError) {
        let built = try Self.nodes(of: bytes, isPart: isPart)
        storage = JSONStorage(bytes: bytes, nodes: FlatNodes(built.storage, count: built.count), dollars: built.dollars)
    }

    /// Parses a JSON text in any storage, with a table of its values that need not fit into memory.
    ///
    /// It does not record strings that begin with `$`: such a text is not an API
    /// description, whose references would be searched.
    /// - Parameters:
    ///   - isPart: as in ``init(_:isPart:)``.
    ///   - table: the storage of a large table, and the limit of values.
    /// - Throws: ``JSONError``, also when there are more values, or no room for the table.
    public init(_ bytes: Bytes, isPart: Bool, table: JSONTableStorage) throws(JSONError) {
        let nodes = try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> FlatNodes in
            guard buffer.count < Int(UInt32.max) else { throw JSONError("the text is longer than 4 GB", at: 0, in: buffer) }
            var builder = SpooledNodeBuilder(table)
            do throws(JSONError) {
                try JSONScanner.scan(buffer, into: &builder)
            } catch {
                guard isPart, error.isTruncated, builder.truncate(at: buffer.count) else { throw error }
            }
            guard let nodes = builder.table() else { throw JSONError(builder.fault ?? "it is empty", at: 0, in: buffer) }
            return nodes
        }
        storage = JSONStorage(bytes: bytes, nodes: nodes, dollars: [])
    }

    /// An object without members.
    public static let empty = JSONDocument(
        storage: JSONStorage(
            bytes: Bytes(Array("{}".utf8)), nodes: FlatNodes([FlatNode(.object, 0..<2, next: 1)]), dollars: []))

    init(storage: JSONStorage) { self.storage = storage }

    /// The original text; copied from a region.
    public var bytes: [UInt8] { storage.bytes.array }

    /// The original text.
    public var text: Bytes { storage.bytes }

    /// The bytes of this program's own memory that the table of its values takes.
    public var tableMemory: Int { storage.nodes.memory }

    /// Lets regions drop the pages read so far from memory.
    public func release() {
        storage.bytes.release()
        storage.nodes.release()
    }

    /// The table of its values in memory, for making a copy outside of it.
    public func withTable<Answer>(_ body: (UnsafeRawBufferPointer) -> Answer) -> Answer {
        storage.nodes.withUnsafeBufferPointer { body(UnsafeRawBufferPointer($0)) }
    }

    /// The same document, with its table in a region that holds a copy of it, from ``withTable(_:)``.
    public func replacing(table: any ByteRegion) -> JSONDocument {
        JSONDocument(
            storage: JSONStorage(
                bytes: storage.bytes, nodes: FlatNodes(NodeStorage(table), count: nodeCount), dollars: storage.dollars))
    }

    /// The outermost value.
    public var root: JSONNode { JSONNode(storage: storage, index: 0) }

    private static func nodes(of bytes: Bytes, isPart: Bool) throws(JSONError) -> NodeBuilder {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> NodeBuilder in
            guard buffer.count < Int(UInt32.max) else { throw JSONError("the text is longer than 4 GB", at: 0, in: buffer) }
            var builder = NodeBuilder(buffer)
            do throws(JSONError) {
                try JSONScanner.scan(buffer, into: &builder)
            } catch {
                guard isPart, error.isTruncated, builder.truncate(at: buffer.count) else { throw error }
            }
            return builder
        }
    }
}

/// The storage that all nodes of a document share. A class, so that a node is one reference and one number.
final class JSONStorage: Sendable {
    let bytes: Bytes
    let nodes: FlatNodes
    /// The indices of the strings that begin with a dollar sign, or with an escape that may be one.
    /// Every description is searched for `$ref` and the like, and visiting all values for each
    /// search takes as long as parsing them.
    let dollars: [UInt32]

    init(bytes: Bytes, nodes: FlatNodes, dollars: [UInt32]) {
        self.bytes = bytes
        self.nodes = nodes
        self.dollars = dollars
    }

    /// The index of a member's value; of members with the same key the last. Works only on indices: a node
    /// for each member would change reference counts.
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

    /// Whether a string's text equals `wanted`.
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

/// One value or key. The children of a container follow it directly; in
/// an object, each key precedes its value.
struct FlatNode: Sendable {
    /// The first byte; of a string, its quote.
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

    /// Counts one more member, up to 268 million. (A 4 GB text cannot contain a
    /// larger container with any useful content.)
    mutating func countOne() { if info < 0xffff_fff0 { info += 16 } }

    /// Counts one member less.
    mutating func uncountOne() { if info >= 16 { info -= 16 } }
}
