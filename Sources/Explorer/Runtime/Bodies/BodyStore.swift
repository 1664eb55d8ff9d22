// Stores the bodies of responses and cuts them into lines on demand, away from the screen's thread. The tree
// and the table of a body are made on first use, then changed by each request.

import Document
import NetLayer
import Screen
import Synchronization

/// Bodies by task, limited in bytes; the oldest are dropped first. One caller at a time requests windows, so
/// that no body is cut twice.
public final class BodyStore: Sendable {
    private struct Body {
        let bytes: Bytes
        let content: BodyContent
        /// The streaming body that it arrived by.
        let source: ArrivingBody?
        var rows: [BodyMode: BodyRows] = [:]
        var views = BodyViews()
        /// The result of the last query on it.
        var filtered: FilteredBody?

        /// The memory that counts for the limit.
        var size: Int {
            bytes.memory + content.size + views.size + (filtered?.size ?? 0) + rows.values.reduce(0) { $0 + $1.size }
        }

        /// The document, or the matches of a query in it; `nil` when there is none.
        func document(_ filter: JSONPath?) -> JSONDocument? {
            guard let filter else { return content.document }
            return filtered?.path == filter ? filtered?.selection.document : nil
        }

        subscript(views filter: JSONPath?) -> BodyViews {
            get { filter == nil ? views : filtered?.views ?? BodyViews() }
            set { if filter == nil { views = newValue } else { filtered?.views = newValue } }
        }
    }

    private struct State {
        var bodies: [TaskID: Body] = [:]
        var order: [TaskID] = []
        var bytes = 0
        /// Bodies that were dropped for derived data of other bodies, and are not reported yet.
        var evicted: [TaskID] = []
    }

    /// The current search; its run is missing during a step.
    private struct Search {
        var query: FindQuery
        var run: SearchRun?
    }

    /// The number of bytes that a search reads before other work gets its turn: some milliseconds.
    private static let searchStep = 1 << 20
    /// A regular expression may need more time for them than other work should wait.
    private static let longestStep = Duration.milliseconds(20)

    private let state = Mutex(State())
    private let search = Mutex<Search?>(nil)
    private let capacity: Int

    /// - Parameter capacity: the limit of stored bodies, in bytes; the newest body stays
    ///   even when it is larger.
    public init(capacity: Int = 256 << 20) { self.capacity = capacity }

    /// Stores a body and returns the tasks whose bodies were dropped for it.
    /// - Parameter source: the streaming body that it arrived by. The same source keeps the counts of the
    ///   beginning; another attempt is another body.
    func keep(_ bytes: Bytes, _ content: BodyContent, for task: TaskID, source: ArrivingBody? = nil) -> [TaskID] {
        let gone = state.withLock { state in
            var body = Body(bytes: bytes, content: content, source: source)
            if let source, let old = state.bodies[task], old.source === source {
                body.rows = old.rows.compactMapValues { $0.grown(to: bytes, content, from: old.content) }
            }
            // A growing body is stored again each time.
            if let old = state.bodies.updateValue(body, forKey: task) {
                state.bytes -= old.size
            } else {
                state.order.append(task)
            }
            state.bytes += body.size
            return makeRoom(for: task, in: &state)
        }
        endSearch(of: gone + [task])
        return gone
    }

    func keep(_ response: RawResponse, _ content: BodyContent, for task: TaskID) -> [TaskID] {
        keep(Bytes(response.body), content, for: task)
    }

    /// The tasks whose bodies were dropped for derived data since the last call.
    func takeEvicted() -> [TaskID] {
        state.withLock { state in
            defer { state.evicted = [] }
            return state.evicted
        }
    }

    /// Drops the oldest bodies until the rest fits; the one in use stays, however large.
    private func makeRoom(for task: TaskID, in state: inout State) -> [TaskID] {
        var gone: [TaskID] = []
        while state.bytes > capacity, let place = state.order.firstIndex(where: { $0 != task }) {
            let oldest = state.order.remove(at: place)
            state.bytes -= state.bodies.removeValue(forKey: oldest)?.size ?? 0
            gone.append(oldest)
        }
        return gone
    }

    /// Pages that were read from bodies on the disk need not stay in memory.
    func release() {
        let kept = state.withLock { state in state.bodies.values.map { ($0.bytes, $0.content.document) } }
        for (bytes, document) in kept {
            bytes.release()
            document?.release()
        }
    }

    func remove(_ tasks: [TaskID]) {
        state.withLock { state in
            for task in tasks {
                guard let body = state.bodies.removeValue(forKey: task) else { continue }
                state.bytes -= body.size
                state.order.removeAll { $0 == task }
            }
        }
        endSearch(of: tasks)
    }

    /// A whole body as received; `nil` when it is not stored.
    func content(_ task: TaskID) -> (bytes: [UInt8], kind: BodyKind, charset: String?)? {
        // Bytes on the disk are not read under the lock.
        let body = state.withLock { $0.bodies[task] }
        return body.map { ($0.bytes.array, $0.content.kind, $0.content.charset) }
    }

    /// The bytes of a body as received; `nil` when it is not stored.
    func bytes(of task: TaskID) -> Bytes? { state.withLock { $0.bodies[task]?.bytes } }

    /// The properties of a stored body.
    func properties(of task: TaskID) -> BodyContent? { state.withLock { $0.bodies[task]?.content } }

    /// The kind of the stored body.
    func kind(of task: TaskID) -> BodyKind? { state.withLock { $0.bodies[task]?.content.kind } }

    /// The parsed text of a stored body, or the matches of a query in it; `nil` when it is no JSON.
    func document(of task: TaskID, filter: JSONPath? = nil) -> JSONDocument? {
        state.withLock { $0.bodies[task]?.document(filter) }
    }

    /// The main list of a stored body.
    func list(of task: TaskID) -> JSONNode? { state.withLock { $0.bodies[task]?.content.list } }

    /// Stores the result of a query on a body, or drops it.
    func keep(_ filtered: FilteredBody?, of task: TaskID) { change(task) { $0.filtered = filtered } }

    /// The rows of a body, counted further by `count`. They are removed from the store meanwhile, so that
    /// counting copies nothing.
    private func rows(of task: TaskID, _ mode: BodyMode, count: (inout BodyRows) -> Void) -> BodyRows? {
        let taken = state.withLock { state -> (Bytes, BodyContent, BodyRows?)? in
            let rows = state.bodies[task]?.rows.removeValue(forKey: mode)
            state.bytes -= rows?.size ?? 0
            // Not the whole body, which would retain other rows.
            return state.bodies[task].map { ($0.bytes, $0.content, rows) }
        }
        guard let (bytes, content, kept) = taken else { return nil }
        var rows = kept ?? BodyRows(bytes, content, pretty: mode == .pretty)
        count(&rows)
        change(task) { $0.rows[mode] = rows }
        return rows
    }

    /// Some rows of a body's tree; `nil` when it is not stored or no JSON.
    func tree(_ request: TreeRequest) -> TreeWindow? {
        var window = withViews(of: request.task, request.filter) { $0.tree(request, $1) }
        if request.filter != nil, let selection = state.withLock({ $0.bodies[request.task]?.filtered?.selection }) {
            window?.place(in: selection)
        }
        return window
    }

    /// Some rows of the list in a body; `nil` when it is not stored or has none.
    func table(_ request: TableRequest) -> TableWindow? {
        withViews(of: request.task, request.filter) { $0.table(request, $1) } ?? nil
    }

    /// A complete value of a stored body, and its pointer: the text of a string, any other value as written.
    /// - Parameter filter: `node` is in the result of this query; the pointer is into the whole body.
    public func value(_ node: Int, of task: TaskID, filter: JSONPath? = nil) -> (text: String, pointer: String)? {
        if let filter {
            guard let filtered = state.withLock({ $0.bodies[task]?.filtered }), filtered.path == filter else { return nil }
            return filtered.selection.makeText(of: node).map { ($0, filtered.selection.pointer(to: node) ?? "") }
        }
        guard let document = state.withLock({ $0.bodies[task]?.content.document }), let value = document.node(node) else {
            return nil
        }
        return (value.displayText, document.pointer(to: node))
    }

    /// Begins a search, or continues with the results of an earlier one for the same words.
    func begin(_ request: FindRequest) {
        search.withLock { search in
            guard search?.query != request.query else { return }
            search = nil
        }
        guard search.withLock({ $0 == nil }), let space = space(of: request.query) else { return }
        let run = SearchRun(request.query.search, in: space)
        search.withLock { $0 = Search(query: request.query, run: run) }
    }

    func endSearch() { search.withLock { $0 = nil } }

    /// Ends a search in these bodies, because a search retains its body.
    private func endSearch(of tasks: [TaskID]) {
        search.withLock { search in if let query = search?.query, tasks.contains(query.task) { search = nil } }
    }

    /// Continues a search for a short time; `nil` when there is nothing to search.
    func find(_ request: FindRequest) -> Found? {
        guard
            var run = search.withLock({ search -> SearchRun? in
                guard search?.query == request.query else { return nil }
                // Removed from the store, so that adding matches does not copy them.
                defer { search?.run = nil }
                return search?.run
            })
        else { return nil }
        let end = ContinuousClock.now + Self.longestStep
        run.advance(bytes: Self.searchStep) { ContinuousClock.now < end }
        let document = state.withLock { $0.bodies[request.query.task]?.document(request.query.filter) }
        let found = Found(request, run, document: document)
        search.withLock { if $0?.query == request.query { $0?.run = run } }
        return found
    }

    /// The search space of a query; `nil` when its body is not stored.
    private func space(of query: FindQuery) -> (any SearchSpace)? {
        if case .lines(let mode) = query.view { return rows(of: query.task, mode) { $0.reach(.max) }?.rows }
        return withViews(of: query.task, query.filter) { views, document -> (any SearchSpace)? in
            switch query.view {
            case .lines: nil
            case .tree(let root): JSONTreeSpace(document, root: root)
            case .table(let order, let choice): views.tableSpace(order, choice, document)
            }
        } ?? nil
    }

    /// Reads a body's document, or the result of a query on it, through its views; `nil` when there is
    /// none. The views are removed from the store meanwhile, so that changing them copies nothing; only one
    /// caller at a time does this.
    private func withViews<Answer>(
        of task: TaskID, _ filter: JSONPath?, _ look: (inout BodyViews, JSONDocument) -> Answer
    ) -> Answer? {
        let taken = state.withLock { state -> (BodyViews, JSONDocument)? in
            guard let body = state.bodies[task], let document = body.document(filter) else { return nil }
            let views = body[views: filter]
            state.bodies[task]?[views: filter] = BodyViews()
            state.bytes -= views.size
            return (views, document)
        }
        guard let taken else { return nil }
        var views = taken.0
        let answer = look(&views, taken.1)
        change(task) { $0[views: filter] = views }
        return answer
    }

    /// Changes a body that is still stored, updates its size, and drops others when necessary.
    private func change(_ task: TaskID, _ body: (inout Body) -> Void) {
        let gone: [TaskID] = state.withLock { state in
            guard var kept = state.bodies.removeValue(forKey: task) else { return [] }
            state.bytes -= kept.size
            body(&kept)
            state.bytes += kept.size
            state.bodies[task] = kept
            let gone = makeRoom(for: task, in: &state)
            state.evicted += gone
            return gone
        }
        endSearch(of: gone)
    }

    /// Some lines of a body; `nil` when it is not stored. The lines of a large body are counted further
    /// by ``count(_:_:bytes:)``.
    func window(_ task: TaskID, _ mode: BodyMode, _ range: Range<Int>) -> BodyWindow? {
        if mode == .hex {
            guard let body = state.withLock({ $0.bodies[task] }) else { return nil }
            let dump = HexLines(body.bytes)
            let part = range.clamped(to: 0..<dump.count)
            return BodyWindow(task: task, mode: mode, total: dump.count, start: part.lowerBound, lines: part.map { dump[$0] })
        }
        guard let made = rows(of: task, mode, count: { $0.reach(range.upperBound) }) else { return nil }
        let rows = made.rows
        let part = range.clamped(to: 0..<rows.count)
        let found = rows.readRows(part)
        var window = BodyWindow(task: task, mode: mode, total: rows.count, start: part.lowerBound, lines: found.map(\.text))
        window.isCounted = rows.isComplete
        window.places = made.isOfBody ? found.map(\.place) : []
        window.rests = Set(found.indices.filter { found[$0].isContinuation }.map { part.lowerBound + $0 })
        return window
    }

    /// Continues to count the lines of a body.
    func count(_ task: TaskID, _ mode: BodyMode, bytes: Int) { _ = rows(of: task, mode) { $0.advance(bytes: bytes) } }
}

struct BodyViews: Sendable {
    /// A list with its shown columns.
    private struct Shown {
        var choice: TableChoice
        /// With all columns.
        var whole: JSONTable
        var table: JSONTable
        var heads: [TableHead]
        var nested: [String]
        var pointer: String
    }

    private var tree: JSONTree?
    private var shown: Shown?
    /// The last sort order of the rows.
    private var sorted: (column: JSONTableColumn, isDescending: Bool, places: [UInt32])?

    var size: Int { (tree?.size ?? 0) + (shown?.table.size ?? 0) + (sorted?.places.count ?? 0) * MemoryLayout<UInt32>.stride }

    mutating func tree(_ request: TreeRequest, _ document: JSONDocument) -> TreeWindow {
        var tree =
            self.tree.flatMap { $0.root == request.root ? $0 : nil }
            ?? JSONTree(document, root: request.root, folds: request.folds)
        self.tree = nil
        tree.refold(request.folds)
        self.tree = tree
        return TreeWindow(request, tree, in: document)
    }

    mutating func table(_ request: TableRequest, _ document: JSONDocument) -> TableWindow? {
        guard let shown = shown(request.choice, document) else {
            return request.choice.list.map { _ in TableWindow(nothingFor: request) }
        }
        var window = TableWindow(
            request, shown.table, shown.heads, pointer: shown.pointer, places: places(request.order, shown.table))
        window.found = shown.whole.applyingColumnChoice(nil).columns.map(\.title)
        window.nested = shown.nested
        window.leftOut = shown.whole.leftOut
        return window
    }

    mutating func tableSpace(_ order: JSONTableOrder?, _ choice: TableChoice, _ document: JSONDocument) -> JSONTableSpace? {
        shown(choice, document).map { JSONTableSpace($0.table, places: places(order, $0.table)) }
    }

    private mutating func shown(_ choice: TableChoice, _ document: JSONDocument) -> Shown? {
        if let shown, shown.choice == choice { return shown }
        if shown?.choice.list != choice.list { (shown, sorted) = (nil, nil) }
        guard let whole = shown?.whole ?? JSONTable(document, list: choice.list) else { return nil }
        let table = whole.applyingColumnChoice(choice.columns)
        let next = Shown(
            choice: choice, whole: whole, table: table, heads: TableHead.heads(of: table),
            nested: shown?.nested ?? whole.nested, pointer: shown?.pointer ?? document.pointer(to: whole.list.id))
        shown = next
        return next
    }

    private mutating func places(_ order: JSONTableOrder?, _ table: JSONTable) -> [UInt32]? {
        guard let order, table.columns.indices.contains(order.column) else { return nil }
        let column = table.columns[order.column]
        if let sorted, sorted.column == column, sorted.isDescending == order.isDescending { return sorted.places }
        let places = table.places(in: order)
        sorted = (column, order.isDescending, places)
        return places
    }
}
