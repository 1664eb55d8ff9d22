// Evaluates a query in steps: callers can read the results so far, and abandon the query between two steps.
//
// Levels are the query and, while one of its filters waits for a result, the query in that filter, and
// so on: as many as the text of the query has nested filters. The code does not recurse, and no stack
// grows with the depth of the document.

/// The results of a query in a document so far.
public struct JSONPathRun: Sendable {
    /// A query with its purpose, and its filter that is being evaluated for a value.
    private struct Level {
        var walk: PathWalk
        let question: PathQuestion
        let slot: Int?
        var found = 0
        var first = 0
        var test: PathTest?
    }

    /// A query may find the same values repeatedly: `$[*,*][*,*]…`. It stops at this number.
    public static let mostPlaces = 8 << 20

    private let storage: JSONStorage
    private let root: Int
    private let limit: Int
    private var levels: [Level] = []
    /// The results of queries from the root inside filters, by their slots.
    private var results: [Int: PathValue] = [:]
    private var patterns = PathPatterns()

    /// The numbers of the found values (``JSONNode/id``), in the order of the
    /// query; a value found twice occurs twice.
    public private(set) var places: [UInt32] = []
    /// Whether the run stopped at the limit, with more values to find.
    public private(set) var isCut = false
    /// The approximate byte of the text that the run has reached: it never
    /// goes back, and need not reach the end.
    public private(set) var byte = 0

    /// Makes a run at its start.
    /// - Parameter root: the number of the value that `$` refers to; the whole
    ///   document if there is no such value.
    public init(_ path: JSONPath, in document: JSONDocument, root: Int = 0, limit: Int = JSONPathRun.mostPlaces) {
        storage = document.storage
        self.root = storage.nodes.indices.contains(root) ? root : 0
        self.limit = limit
        levels = [Level(walk: PathWalk(path.query, from: self.root, storage), question: .exists, slot: nil)]
    }

    /// Whether the query is complete.
    public var isComplete: Bool { levels.isEmpty }

    /// Continues for about `steps` steps; a second has some millions.
    public mutating func advance(steps: Int) {
        var left = steps
        while left > 0, !levels.isEmpty { left -= runTurn() }
        if let place = levels.first?.walk.place, place < storage.nodes.count {
            byte = max(byte, Int(storage.nodes[place].start))
        }
    }

    /// Does one turn of the innermost level; returns its cost.
    private mutating func runTurn() -> Int {
        let top = levels.count - 1
        if var test = levels[top].test {
            levels[top].test = nil
            return 1 + continueTest(on: &test, top)
        }
        let before = levels[top].walk.work
        switch levels[top].walk.takeStep(storage) {
        case .moved: break
        case .found(let node): recordNode(node, top)
        case .test(let steps, let node): levels[top].test = PathTest(steps, of: node)
        case .ended:
            finish(top)
            return 1
        }
        return levels.count > top ? 1 + levels[top].walk.work - before : 1
    }

    private mutating func continueTest(on test: inout PathTest, _ top: Int) -> Int {
        var cost = 0
        while true {
            switch test.evaluate(storage, &patterns) {
            case .fails: return cost
            case .works(let characters):
                levels[top].test = test
                return cost + characters
            case .passes:
                if case .found(let node) = levels[top].walk.descend(test.node, storage) { recordNode(node, top) }
                return cost
            case .asks(let query, let question):
                if let known = query.slot.flatMap({ results[$0] }) {
                    test.supplyResult(known)
                    continue
                }
                let start = query.isRelative ? test.node : root
                guard query.isSingular else {
                    levels[top].test = test
                    levels.append(Level(walk: PathWalk(query, from: start, storage), question: question, slot: query.slot))
                    return cost
                }
                let answer = self.makeResult(question, single(query, from: start, &cost))
                if let slot = query.slot { results[slot] = answer }
                test.supplyResult(answer)
            }
        }
    }

    private func makeResult(_ question: PathQuestion, _ node: Int?) -> PathValue {
        switch question {
        case .exists: .bool(node != nil)
        case .count: .number(JSONDecimal(node == nil ? 0 : 1))
        case .value: node.map { .node($0) } ?? .nothing
        }
    }

    /// The value that a query of single names and indexes finds.
    private func single(_ query: PathQuery, from start: Int, _ cost: inout Int) -> Int? {
        var node = JSONNode(storage: storage, index: start)
        for segment in query.segments {
            cost += node.count
            var child: JSONNode?
            if case .name(let name) = segment.selectors[0], node.kind == .object {
                child = name.withUnsafeBufferPointer { storage.member(of: node.index, named: $0) }.map {
                    JSONNode(storage: storage, index: $0)
                }
            }
            if case .index(let index) = segment.selectors[0] { child = node[index < 0 ? node.count + index : index] }
            guard let child else { return nil }
            node = child
        }
        return node.index
    }

    private mutating func recordNode(_ node: Int, _ top: Int) {
        guard top > 0 else {
            isCut = places.count >= limit
            if isCut { levels = [] } else { places.append(UInt32(truncatingIfNeeded: node)) }
            return
        }
        levels[top].found += 1
        levels[top].first = node
        switch levels[top].question {
        // No further value changes these results.
        case .exists: finish(top)
        case .value: if levels[top].found > 1 { finish(top) }
        case .count: break
        }
    }

    /// Completes a query.
    private mutating func finish(_ top: Int) {
        let level = levels.removeLast()
        guard top > 0 else { return }
        let answer: PathValue =
            switch level.question {
            case .exists: .bool(level.found > 0)
            case .count: .number(JSONDecimal(level.found))
            case .value: level.found == 1 ? .node(level.first) : .nothing
            }
        if let slot = level.slot { results[slot] = answer }
        levels[top - 1].test?.supplyResult(answer)
    }
}
