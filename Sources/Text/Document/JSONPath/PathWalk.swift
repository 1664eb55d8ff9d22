// Walks a document by a query, one small step at a time, so that it can pause between any two.
//
// Each segment passes a found value to the next segment at once. The order is that of RFC 9535, where each
// segment first finds all: concatenating lists piece by piece, or as a whole, gives the same list.

struct PathWalk: Sendable {
    enum Step {
        case moved
        /// A value that the whole query finds.
        case found(Int)
        /// A value for a filter; if it passes, ``pass(_:_:)`` continues with it.
        case test([FilterStep], Int)
        case ended
    }

    /// One segment that is applied to one value, and to its descendants if it is a descendant segment.
    private struct Frame {
        let segment: Int
        /// The container that is being searched.
        var node: Int
        /// The end of the containers to search.
        let end: Int
        var selector = 0
        /// The selector that iterates over children, if there is one.
        var selection: Selection?
    }

    private struct Selection {
        /// The next child; in an object, its key.
        var cursor: Int
        var place = 0
        let first: Int
        let end: Int
        let by: Int
        /// For a slice with a negative step: the selected children, to be reversed.
        var reversed: [Int]?
    }

    private let query: PathQuery
    private var frames: [Frame] = []
    /// The value to report for a query that is only `$` or `@`; then `nil`.
    private var itself: Int?
    /// Members visited in searches for names: other steps are small.
    private(set) var work = 0

    init(_ query: PathQuery, from node: Int, _ storage: JSONStorage) {
        self.query = query
        if query.segments.isEmpty { itself = node } else { enter(node, segment: 0, storage) }
    }

    /// The current index in the table.
    var place: Int? { frames.last.map { $0.selection?.cursor ?? $0.node } }

    mutating func takeStep(_ storage: JSONStorage) -> Step {
        guard let frame = frames.last else {
            defer { itself = nil }
            return itself.map { .found($0) } ?? .ended
        }
        let segment = query.segments[frame.segment]
        guard frame.selector < segment.selectors.count else {
            nextContainer(storage)
            return .moved
        }
        let selector = segment.selectors[frame.selector]
        guard frame.selection != nil else { return begin(selector, storage) }
        guard let child = nextChild(storage) else { return .moved }
        if case .filter(let steps) = selector { return .test(steps, child) }
        return descend(child, storage)
    }

    /// Continues with a selected child.
    mutating func descend(_ child: Int, _ storage: JSONStorage) -> Step {
        guard let segment = frames.last?.segment, segment + 1 < query.segments.count else { return .found(child) }
        enter(child, segment: segment + 1, storage)
        return .moved
    }

    private mutating func enter(_ node: Int, segment: Int, _ storage: JSONStorage) {
        guard storage.nodes[node].count > 0 else { return }
        let end = query.segments[segment].isDescendant ? Int(storage.nodes[node].next) : node + 1
        frames.append(Frame(segment: segment, node: node, end: end))
    }

    /// The next container below the value, in the order of the text. It needs no stack,
    /// because only containers have children.
    private mutating func nextContainer(_ storage: JSONStorage) {
        let top = frames.count - 1
        var node = frames[top].node + 1
        let stop = min(frames[top].end, node + 256)
        storage.nodes.withUnsafeBufferPointer { nodes in
            while node < stop, nodes[node].count == 0 { node += 1 }
        }
        guard node < frames[top].end else {
            frames.removeLast()
            return
        }
        frames[top].node = node
        if storage.nodes[node].count > 0 { frames[top].selector = 0 }
    }

    private mutating func begin(_ selector: PathSelector, _ storage: JSONStorage) -> Step {
        let top = frames.count - 1
        let node = frames[top].node
        let (kind, count) = (storage.nodes[node].kind, storage.nodes[node].count)
        var taken: (first: Int, end: Int, by: Int)?
        var isReversed = false
        switch selector {
        case .name(let name):
            frames[top].selector += 1
            guard kind == .object else { return .moved }
            work += count
            guard let child = name.withUnsafeBufferPointer({ storage.member(of: node, named: $0) }) else { return .moved }
            return descend(child, storage)
        case .wildcard, .filter: taken = (0, count, 1)
        case .index(let index):
            let place = index < 0 ? count + index : index
            if kind == .array, (0..<count).contains(place) { taken = (place, place + 1, 1) }
        case .slice(let slice):
            isReversed = slice.step < 0
            if kind == .array { taken = slice.places(of: count) }
        }
        guard let taken else {
            frames[top].selector += 1
            return .moved
        }
        var selection = Selection(cursor: node + 1, first: taken.first, end: taken.end, by: taken.by)
        if isReversed { selection.reversed = [] }
        // Where all elements are scalars or empty, each takes one entry of the table.
        if kind == .array, Int(storage.nodes[node].next) - node - 1 == count {
            (selection.cursor, selection.place) = (node + 1 + taken.first, taken.first)
        }
        frames[top].selection = selection
        return .moved
    }

    /// The next child that the selector selects; `nil` when this step found none.
    private mutating func nextChild(_ storage: JSONStorage) -> Int? {
        let top = frames.count - 1
        guard var selection = frames[top].selection else { return nil }
        // Moved out, so that growing its array makes no copy.
        frames[top].selection = nil
        guard selection.place < selection.end, selection.cursor < Int(storage.nodes[frames[top].node].next) else {
            guard let child = selection.reversed?.popLast() else {
                frames[top].selector += 1
                return nil
            }
            frames[top].selection = selection
            return child
        }
        let child = selection.cursor + (storage.nodes[frames[top].node].kind == .object ? 1 : 0)
        let isTaken = selection.place >= selection.first && (selection.place - selection.first) % selection.by == 0
        selection.cursor = Int(storage.nodes[child].next)
        selection.place += 1
        if isTaken { selection.reversed?.append(child) }
        let isWaiting = selection.reversed != nil
        frames[top].selection = selection
        return isTaken && !isWaiting ? child : nil
    }
}
