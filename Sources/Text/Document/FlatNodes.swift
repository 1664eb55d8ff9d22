// The table of a document's values: one piece of memory that grows while the text
// is parsed and never changes afterwards.

/// The values of a document in the order of the text.
struct FlatNodes: RandomAccessCollection, Sendable {
    private let storage: NodeStorage
    let endIndex: Int

    /// The first `count` nodes of a room that is complete.
    init(_ room: NodeStorage, count: Int) {
        self.storage = room
        endIndex = count
    }

    init(_ nodes: [FlatNode]) {
        let room = NodeStorage(capacity: nodes.count)
        room.nodes.initialize(from: nodes, count: nodes.count)
        self.init(room, count: nodes.count)
    }

    var startIndex: Int { 0 }

    @inline(__always)
    subscript(index: Int) -> FlatNode {
        precondition(index >= 0 && index < endIndex, "there is no such node")
        // The pointer alone would not keep its memory alive.
        return withExtendedLifetime(storage) { storage.nodes[index] }
    }

    @inline(__always)
    func withUnsafeBufferPointer<Answer>(_ body: (UnsafeBufferPointer<FlatNode>) -> Answer) -> Answer {
        withExtendedLifetime(storage) { body(UnsafeBufferPointer(start: UnsafePointer(storage.nodes), count: endIndex)) }
    }

    /// Lets a region drop its pages read so far from memory.
    func release() { storage.release() }

    /// The bytes of this program's own memory that they take.
    var memory: Int { storage.isOwn ? endIndex * MemoryLayout<FlatNode>.stride : 0 }
}

/// Memory for nodes.
// Safe: only its builder writes to it, before it makes a FlatNodes of it; after that it is read-only.
final class NodeStorage: @unchecked Sendable {
    private(set) var nodes: UnsafeMutablePointer<FlatNode>
    private(set) var capacity: Int
    /// External memory that already holds nodes; the room owns its memory when this is `nil`.
    private let region: (any ByteRegion)?

    init(capacity: Int) {
        nodes = .allocate(capacity: Swift.max(1, capacity))
        self.capacity = Swift.max(1, capacity)
        region = nil
    }

    init(_ region: any ByteRegion) {
        nodes = region.start.bindMemory(to: FlatNode.self, capacity: region.capacity / MemoryLayout<FlatNode>.stride)
        capacity = region.capacity / MemoryLayout<FlatNode>.stride
        self.region = region
    }

    deinit { if isOwn { nodes.deallocate() } }

    var isOwn: Bool { region == nil }

    func release() { region?.release() }

    /// Makes room for more than `count` nodes, which move. Only for its own memory.
    func reallocate(from count: Int) {
        precondition(isOwn, "a region does not grow")
        let larger = UnsafeMutablePointer<FlatNode>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: nodes, count: count)
        nodes.deallocate()
        nodes = larger
        capacity *= 2
    }
}
