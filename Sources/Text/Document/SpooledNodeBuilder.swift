// Makes the flat table of a large JSON text without holding it in memory: small values make a table that is many times as long as their text.

/// A region that is written to while it is made.
public protocol WritableRegion: ByteRegion {
    /// Writes bytes from `offset` on; what was written there is replaced.
    /// - Returns: whether there was room for them.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool
}

/// Where the table of a document goes that does not fit into memory.
public struct JSONTableRoom {
    /// Bytes of the table that stay in memory.
    public var memory: Int
    /// Values and keys of a document that is read; one with more is refused.
    public var most: Int
    /// Makes a region of so many bytes, when it is needed; `nil` when there is none.
    public var region: (_ capacity: Int) -> (any WritableRegion)?

    public init(memory: Int, most: Int = 16 << 20, region: @escaping (_ capacity: Int) -> (any WritableRegion)?) {
        self.memory = memory
        self.most = most
        self.region = region
    }
}

/// Collects the nodes while the text is scanned: the last ones and the open containers in memory, all before them in a region.
struct SpooledNodeBuilder: JSONSink {
    private struct Open {
        let index: Int
        var node: FlatNode
    }

    /// Nodes that are written at a time.
    private static let step = 1 << 16
    /// The last ones stay in memory: the end of a text that is cut off takes them back.
    private static let held = 2

    private let room: JSONTableRoom
    private var region: (any WritableRegion)?
    private var buffer: [FlatNode] = []
    /// Nodes in the region, before the first of the buffer.
    private var flushed = 0
    private var open: [Open] = []
    /// The place of the last key.
    private var lastKey = -1
    /// Why there is no table.
    private(set) var fault: String?

    init(_ room: JSONTableRoom) { self.room = room }

    private var count: Int { flushed + buffer.count }
    private static let stride = MemoryLayout<FlatNode>.stride

    /// The table of all that was scanned; `nil` where ``fault`` says why there is none.
    mutating func table() -> FlatNodes? {
        guard let region else { return fault == nil ? FlatNodes(buffer) : nil }
        flush(keeping: 0)
        return fault == nil ? FlatNodes(NodeRoom(region), count: count) : nil
    }

    mutating func open(_ kind: JSONNode.Kind, at offset: Int) {
        countInParent()
        let node = FlatNode(kind, offset..<offset, next: .max)
        open.append(Open(index: count, node: node))
        append(node)
    }

    mutating func close(_ kind: JSONNode.Kind, at offset: Int) { close(at: offset + 1) }

    mutating func key(_ range: Range<Int>, hasEscapes: Bool) {
        lastKey = count
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func string(_ range: Range<Int>, hasEscapes: Bool) {
        countInParent()
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func scalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {
        countInParent()
        append(FlatNode(kind, range, next: following))
    }

    /// As ``NodeBuilder/cut(at:)``.
    mutating func cut(at end: Int) -> Bool {
        guard !open.isEmpty else { return false }
        // Of a table that is given up nothing is kept that could be taken back; ``table()`` says why.
        guard fault == nil else { return true }
        if let last = buffer.last, last.kind == .number, Int(last.end) == end {
            open[open.count - 1].node.uncountOne()
            buffer.removeLast()
        }
        if lastKey >= 0, lastKey == count - 1 { buffer.removeLast() }
        while !open.isEmpty { close(at: end) }
        return true
    }

    private var following: UInt32 { UInt32(truncatingIfNeeded: count + 1) }

    private mutating func countInParent() {
        guard !open.isEmpty else { return }
        open[open.count - 1].node.countOne()
    }

    private mutating func append(_ node: FlatNode) {
        guard fault == nil else { return }
        if count >= room.most {
            fault = "it has more than \(room.most >> 20) million values"
            buffer = []
            return
        }
        if buffer.count >= (region == nil ? max(Self.held, room.memory / Self.stride) : Self.step) { flush(keeping: Self.held) }
        buffer.append(node)
    }

    private mutating func close(at end: Int) {
        guard var closed = open.popLast(), fault == nil else { return }
        closed.node.end = UInt32(truncatingIfNeeded: end)
        closed.node.next = UInt32(truncatingIfNeeded: count)
        if closed.index >= flushed {
            buffer[closed.index - flushed] = closed.node
        } else {
            let isWritten = withUnsafeBytes(of: closed.node) { region?.write($0, at: closed.index * Self.stride) }
            if isWritten != true { fault = "there is no room for the table of its values" }
        }
    }

    private mutating func flush(keeping rest: Int) {
        if region == nil { region = room.region(room.most * Self.stride) }
        let count = max(0, buffer.count - rest)
        let isWritten = buffer.withUnsafeBytes {
            region?.write(UnsafeRawBufferPointer(rebasing: $0[..<(count * Self.stride)]), at: flushed * Self.stride)
        }
        guard isWritten == true else {
            fault = "there is no room for the table of its values"
            buffer = []
            return
        }
        flushed += count
        // Not only emptied: what stood in memory before the region was needed is much.
        buffer = Array(buffer[count...])
    }
}
