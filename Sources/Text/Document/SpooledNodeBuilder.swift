// Builds the flat table of a large JSON text without holding it in memory: with small values, the
// table is many times as long as the text.

/// A region that is writable while it is being made.
public protocol WritableRegion: ByteRegion {
    /// Writes bytes from `offset` on, over earlier ones.
    /// - Returns: whether there was room for them.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool
}

/// The storage for a document's table that does not fit into memory.
public struct JSONTableStorage {
    /// The most bytes of the table that stay in memory.
    public var memory: Int
    /// The most values and keys of a document; a larger one is refused.
    public var maxNodes: Int
    /// Makes a region of `capacity` bytes, on demand; `nil` when there is none.
    public var region: (_ capacity: Int) -> (any WritableRegion)?

    public init(memory: Int, most: Int = 16 << 20, region: @escaping (_ capacity: Int) -> (any WritableRegion)?) {
        self.memory = memory
        self.maxNodes = most
        self.region = region
    }
}

/// Collects the nodes during the scan: the last ones and the open containers in
/// memory, all earlier ones in a region.
struct SpooledNodeBuilder: JSONSink {
    private struct Open {
        let index: Int
        var node: FlatNode
    }

    /// The number of nodes that are written at a time.
    private static let step = 1 << 16
    /// The last nodes stay in memory: the end of a truncated text removes them.
    private static let held = 2

    private let storage: JSONTableStorage
    private var region: (any WritableRegion)?
    private var buffer: [FlatNode] = []
    /// The number of nodes in the region, before the first of the buffer.
    private var flushed = 0
    private var open: [Open] = []
    /// The index of the last key.
    private var lastKey = -1
    /// The reason why there is no table.
    private(set) var fault: String?

    init(_ room: JSONTableStorage) { self.storage = room }

    private var count: Int { flushed + buffer.count }
    private static let stride = MemoryLayout<FlatNode>.stride

    /// The table of the scanned text; `nil` where ``fault`` gives the reason.
    mutating func table() -> FlatNodes? {
        guard let region else { return fault == nil ? FlatNodes(buffer) : nil }
        flush(keeping: 0)
        return fault == nil ? FlatNodes(NodeStorage(region), count: count) : nil
    }

    mutating func beginContainer(_ kind: JSONNode.Kind, at offset: Int) {
        countInParent()
        let node = FlatNode(kind, offset..<offset, next: .max)
        open.append(Open(index: count, node: node))
        append(node)
    }

    mutating func endContainer(_ kind: JSONNode.Kind, at offset: Int) { close(at: offset + 1) }

    mutating func addKey(_ range: Range<Int>, hasEscapes: Bool) {
        lastKey = count
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func addString(_ range: Range<Int>, hasEscapes: Bool) {
        countInParent()
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func addScalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {
        countInParent()
        append(FlatNode(kind, range, next: following))
    }

    /// The same as ``NodeBuilder/cut(at:)``.
    mutating func truncate(at end: Int) -> Bool {
        guard !open.isEmpty else { return false }
        // An abandoned table has no nodes left to remove; ``table()`` gives the reason.
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
        if count >= storage.maxNodes {
            fault = "it has more than \(storage.maxNodes >> 20) million values"
            buffer = []
            return
        }
        if buffer.count >= (region == nil ? max(Self.held, storage.memory / Self.stride) : Self.step) {
            flush(keeping: Self.held)
        }
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
            if isWritten != true { fault = "there is no space for the table of its values" }
        }
    }

    private mutating func flush(keeping rest: Int) {
        if region == nil { region = storage.region(storage.maxNodes * Self.stride) }
        let count = max(0, buffer.count - rest)
        let isWritten = buffer.withUnsafeBytes {
            region?.write(UnsafeRawBufferPointer(rebasing: $0[..<(count * Self.stride)]), at: flushed * Self.stride)
        }
        guard isWritten == true else {
            fault = "there is no space for the table of its values"
            buffer = []
            return
        }
        flushed += count
        // A new array, because the buffer from before the region was needed is large.
        buffer = Array(buffer[count...])
    }
}
