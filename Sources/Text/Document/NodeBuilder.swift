// Builds the flat table of a JSON text during the scan.

/// Collects the nodes during the scan.
struct NodeBuilder: JSONSink {
    let storage: NodeStorage
    private(set) var count = 0
    private(set) var dollars: [UInt32] = []
    private let text: UnsafeBufferPointer<UInt8>
    /// A copy of `room`'s pointer and capacity, for speed.
    private var nodes: UnsafeMutablePointer<FlatNode>
    private var capacity: Int
    /// The open container, or `UInt32.max`.
    private var parent = UInt32.max
    /// The index of the last key.
    private var lastKey = -1

    /// - Parameter text: must outlive the scan.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        storage = NodeStorage(capacity: Self.estimateCapacity(text.count))
        nodes = storage.nodes
        capacity = storage.capacity
    }

    /// Descriptions have at least 26 bytes a node, dense data half of that. The system does not
    /// allocate untouched pages of a large block, and a table that grows is in memory twice for a
    /// moment; tables up to 128 MB avoid that.
    private static func estimateCapacity(_ byteCount: Int) -> Int {
        byteCount > 1 << 20 ? max(byteCount / 16, min(byteCount / 6, 8 << 20)) : byteCount / 16 + 4
    }

    @inline(__always)
    private var following: UInt32 { UInt32(truncatingIfNeeded: count + 1) }

    @inline(__always)
    private mutating func append(_ node: FlatNode) {
        if count == capacity { growStorage() }
        (nodes + count).initialize(to: node)
        count += 1
    }

    private mutating func growStorage() {
        storage.reallocate(from: count)
        nodes = storage.nodes
        capacity = storage.capacity
    }

    @inline(__always)
    private func countInParent() { if parent != .max { nodes[Int(parent)].countOne() } }

    mutating func beginContainer(_ kind: JSONNode.Kind, at offset: Int) {
        countInParent()
        let index = UInt32(truncatingIfNeeded: count)
        append(FlatNode(kind, offset..<offset, next: parent))
        parent = index
    }

    mutating func endContainer(_ kind: JSONNode.Kind, at offset: Int) { close(at: offset + 1) }

    private mutating func close(at end: Int) {
        let index = Int(parent)
        parent = nodes[index].next
        nodes[index].end = UInt32(truncatingIfNeeded: end)
        nodes[index].next = UInt32(truncatingIfNeeded: count)
    }

    @inline(__always)
    private mutating func recordDollar(_ range: Range<Int>) {
        let first = text[range.lowerBound + 1]
        if first == UInt8(ascii: "$") || first == Byte.backslash { dollars.append(UInt32(truncatingIfNeeded: count)) }
    }

    mutating func addKey(_ range: Range<Int>, hasEscapes: Bool) {
        recordDollar(range)
        lastKey = count
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func addString(_ range: Range<Int>, hasEscapes: Bool) {
        countInParent()
        recordDollar(range)
        append(FlatNode(.string, range, next: following, hasEscapes: hasEscapes))
    }

    mutating func addScalar(_ kind: JSONNode.Kind, _ range: Range<Int>) {
        countInParent()
        append(FlatNode(kind, range, next: following))
    }

    /// Ends an incomplete text here: closes the open containers, and removes the parts that may continue.
    /// - Returns: `false` when no part of it is complete.
    mutating func truncate(at end: Int) -> Bool {
        guard parent != .max else { return false }
        if let last = count > 0 ? nodes[count - 1] : nil, last.kind == .number, Int(last.end) == end {
            nodes[Int(parent)].uncountOne()
            removeLast()
        }
        if lastKey >= 0, lastKey == count - 1 { removeLast() }
        while parent != .max { close(at: end) }
        return true
    }

    private mutating func removeLast() {
        count -= 1
        if let last = dollars.last, Int(last) == count { dollars.removeLast() }
    }
}
