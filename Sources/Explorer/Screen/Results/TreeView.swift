// The tree tab: the user's position (the row, the folds, the keys that wait for rows that are not loaded
// yet), the rows that the screen needs, and how they are drawn. A window of rows carries its request, so that
// a late one is recognized.

import Canvas
import Document
import NetLayer

struct TreeView: Sendable {
    /// The node at the root of the shown tree; 0 is the whole response.
    private(set) var root = 0
    /// The query whose matches are shown; `nil`: the whole response.
    private(set) var filter: JSONPath?
    private(set) var folds = JSONFolds.allOpen
    private(set) var list = ListState()
    private(set) var window: TreeWindow?
    /// The response has grown since the window was made.
    private var isStale = false
    /// The request whose rows have not arrived yet.
    private var asked: TreeRequest?
    /// The node that the cursor goes to once its row is known.
    private var anchor: Int?
    /// Commands that the user gave since then: they apply to the rows to come.
    private(set) var waiting: [Command] = []

    /// Keys beyond these are dropped, as by a full keyboard buffer.
    private static let mostWaiting = 200

    init(root: Int = 0, folds: JSONFolds = .allOpen, filter: JSONPath? = nil) {
        self.root = root
        self.filter = filter
        self.folds = folds
    }

    var total: Int { window?.total ?? 0 }

    /// The loaded rows match the folds, and the row under the cursor is among them.
    private var isCurrent: Bool {
        anchor == nil && window?.request.root == root && window?.request.filter == filter && window?.request.folds == folds
            && window?.line(at: list.selected) != nil
    }

    /// The row under the cursor, if it is loaded.
    var line: TreeLine? { isCurrent ? window?.line(at: list.selected) : nil }

    /// Shows the matches of another query; the loaded rows stay until those arrive.
    mutating func refilter(_ filter: JSONPath?, folds: JSONFolds) {
        let window = window
        self = TreeView(folds: folds, filter: filter)
        self.window = window
    }

    /// Moves, folds and unfolds; returns whether the command has a meaning in a tree.
    mutating func perform(_ command: Command, height: Int) -> Bool {
        guard command.distance(height: height) != nil || Self.commands.contains(command) else { return false }
        guard isCurrent, waiting.isEmpty, let line else {
            if waiting.count < Self.mostWaiting { waiting.append(command) }
            return true
        }
        act(command, line, height)
        return true
    }

    /// Selects the row on a visible line.
    mutating func pick(_ row: Int, height: Int) {
        if isCurrent, waiting.isEmpty { list.selectInPlace(row, count: total, height: height) }
    }

    private static let commands: Set<Command> = [.left, .right, .toggle, .primary, .fold]

    private mutating func act(_ command: Command, _ line: TreeLine, _ height: Int) {
        if let distance = command.distance(height: height) {
            list.move(by: distance, count: total, height: height)
            return
        }
        switch command {
        case .left where line.isOpen: folds.setOpen(line.node, depth: line.depth, open: false)
        case .left: if let parent = line.parent { list.moveTo(parent, count: total, height: height) }
        case .right where line.isOpen: list.move(by: 1, count: total, height: height)
        case .right where line.isFoldable: folds.setOpen(line.node, depth: line.depth, open: true)
        case .toggle, .primary: if line.isFoldable { folds.setOpen(line.node, depth: line.depth, open: !line.isOpen) }
        case .fold:
            // Opens everything, or only the outermost level where everything is open.
            folds = folds == .allOpen ? JSONFolds(openDepth: 1) : .allOpen
            anchor = line.node
        default: break
        }
    }

    /// Opens the containers of a node and goes to it.
    mutating func reveal(_ node: Int, inside containers: [Int]) {
        for (depth, container) in containers.enumerated() { folds.setOpen(container, depth: depth, open: true) }
        anchor = node
    }

    /// The request for rows that the screen will need and that are not loaded.
    mutating func missing(_ task: TaskID, height: Int) -> TreeRequest? {
        if let window, window.request.task == task, window.request.root == root, window.request.folds == folds, anchor == nil,
            !isStale, window.request.filter == filter,
            list.top >= window.start, min(window.total, list.top + height) <= window.start + window.lines.count
        {
            return nil
        }
        let range = max(0, list.top - height)..<(list.top + 2 * height)
        let request = TreeRequest(task: task, root: root, folds: folds, range: range, anchor: anchor, filter: filter)
        guard request != asked else { return nil }
        asked = request
        return request
    }

    /// The response has grown: requests the same rows once more.
    mutating func reload() {
        asked = nil
        isStale = true
    }

    /// The values have other numbers now: these folds take the place of the user's, and the cursor stays in its row.
    mutating func refold(_ folds: JSONFolds) {
        self.folds = folds
        (anchor, waiting) = (nil, [])
    }

    /// Accepts rows for the last request only, then performs the commands that have waited for them.
    mutating func receive(_ window: TreeWindow, height: Int) {
        guard window.request == asked else { return }
        asked = nil
        isStale = false
        self.window = window
        if let row = window.anchorRow {
            list.top = row - (list.selected - list.top)
            list.selected = row
            anchor = nil
        }
        list.clamp(count: window.total, height: height)
        while let command = waiting.first, let line {
            waiting.removeFirst()
            act(command, line, height)
        }
    }

    mutating func clamp(height: Int) { if window != nil { list.clamp(count: total, height: height) } }
}

/// Requests rows of a body's tree.
public struct TreeRequest: Sendable, Hashable {
    public var task: TaskID
    /// The node that is the first row; 0 is the whole document.
    public var root: Int
    public var folds: JSONFolds
    /// Rows, from 0. With an anchor only their number counts: they lie around it.
    public var range: Range<Int>
    /// A node whose row is requested, wherever it is.
    public var anchor: Int?
    /// Rows of the matches of this query; `nil`: of the whole body.
    public var filter: JSONPath?
}

/// One row of a tree as text.
public struct TreeLine: Sendable, Hashable {
    public enum Label: Sendable, Hashable { case none, key(String), place(Int) }

    public var node: Int
    public var depth: Int
    /// The row of the container around it.
    public var parent: Int?
    public var label: Label
    public var kind: JSONNode.Kind
    /// The value in one line; for a container, its size.
    public var text: String
    /// The content of a closed container, where it is short.
    public var hint: String
    public var isFoldable: Bool
    public var isOpen: Bool
    /// JSON pointer to the value in the document; empty where it is too deep to be of use.
    public var pointer: String
}

/// A range of the rows of a tree.
public struct TreeWindow: Sendable, Hashable {
    /// Deeper rows get no pointer: it would be too long to read, and costly for each of them.
    private static let deepestPointer = 200

    public var request: TreeRequest
    public var total: Int
    public var start: Int
    public var lines: [TreeLine]
    public var anchorRow: Int?

    /// The requested rows. `tree` must have the root and the folds of the request.
    public init(_ request: TreeRequest, _ tree: JSONTree, in document: JSONDocument) {
        self.request = request
        total = tree.count
        anchorRow = request.anchor.map(tree.findRow)
        let first = anchorRow.map { max(0, $0 - request.range.count / 2) } ?? request.range.lowerBound
        let range = (first..<first + request.range.count).clamped(to: 0..<tree.count)
        start = range.lowerBound
        var parents = range.isEmpty ? [] : tree.ancestors(of: range.lowerBound)
        var pointers: [Int: String] = [:]
        lines = []
        for number in range {
            let row = tree[number]
            parents.removeLast(max(0, parents.count - row.depth))
            let parent = parents.last
            let around = parent.flatMap { parent -> String? in
                guard row.depth < Self.deepestPointer else { return nil }
                let pointer = pointers[parent] ?? document.pointer(to: tree[parent].value.id)
                pointers[parent] = pointer
                return pointer
            }
            lines.append(TreeLine(row, parent: parent, around: around))
            // The first row may stand inside the document.
            if parent == nil { lines[0].pointer = document.pointer(to: row.value.id) }
            parents.append(number)
        }
    }

    /// Sets the pointers of a query's matches to their places in the whole body; the list
    /// of matches has no place there.
    public mutating func place(in selection: JSONSelection) {
        for index in lines.indices where lines[index].node == 0 || !lines[index].pointer.isEmpty {
            lines[index].pointer = selection.pointer(to: lines[index].node) ?? ""
        }
    }

    func line(at row: Int) -> TreeLine? { lines.indices.contains(row - start) ? lines[row - start] : nil }
}

extension TreeLine {
    /// `around` is the pointer of the container; without one the row gets none.
    fileprivate init(_ row: JSONTreeRow, parent: Int?, around: String?) {
        node = row.value.id
        depth = row.depth
        self.parent = parent
        label = row.key.map { .key(JSONPreview.makeText($0, limit: 200)) } ?? (row.depth == 0 ? .none : .place(row.place))
        kind = row.value.kind
        text = JSONPreview.makeText(row.value, limit: 400)
        hint = row.isFoldable && !row.isOpen ? JSONPreview.contents(row.value, limit: 80) : ""
        isFoldable = row.isFoldable
        isOpen = row.isOpen
        pointer = around.map { JSONPointer.append($0, row.key.map { $0.string ?? "" } ?? String(row.place)) } ?? ""
    }
}

enum ResultTree {
    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        let tree = model.result.tree
        guard let window = tree.window else {
            return EmptyState.draw(["Reading the response …"], style: .muted, on: &screen, in: area)
        }
        let marks = model.valueMarks(of: window.request.task, filter: window.request.filter)
        for line in 0..<area.height {
            guard let row = window.line(at: tree.list.top + line) else { break }
            let place = Rect(x: area.x, y: area.y + line, width: max(0, area.width - 1), height: 1)
            draw(row, model.result.search.pattern, marks[row.node], on: &screen, in: place)
            if tree.list.top + line == tree.list.selected {
                screen.overlay(area.row(line), focused ? .selection : .selectionUnfocused)
            }
        }
        Scrollbar.draw(top: tree.list.top, shown: area.height, total: window.total, on: &screen, in: area)
    }

    /// The column of a row's fold mark: the guides leave at least half of the line to the value.
    static func mark(_ depth: Int, width: Int) -> Int { 2 * min(depth, max(0, (width - 1) / 4)) }

    /// - Parameter sign: how the value differs from the response before, or from the description.
    private static func draw(
        _ row: TreeLine, _ search: TextSearch, _ sign: ValueMark?, on screen: inout Screen, in place: Rect
    ) {
        let mark = place.x + mark(row.depth, width: place.width + 1)
        var x = place.x
        if mark < x + 2 * row.depth {
            // Deeper rows show their depth as a number.
            screen.write(TextWidth.truncate("\(row.depth)› ", mark - x), x: x, y: place.y, style: .muted, in: place)
            x = mark
        } else {
            for _ in 0..<row.depth { x += screen.write("│ ", x: x, y: place.y, style: .border, in: place) }
        }
        x += screen.write(row.isFoldable ? (row.isOpen ? "▾" : "▸") : " ", x: x, y: place.y, style: .muted, in: place)
        x += screen.write(sign?.glyph ?? " ", x: x, y: place.y, style: sign?.style ?? .muted, in: place)
        let pieces = row.pieces(search, valueStyle: sign?.valueStyle)
        screen.put(pieces, x: x, y: place.y, in: place)
        if TextWidth.measure(pieces.map(\.0).joined()) > place.maxX - x {
            screen.write("›", x: place.maxX - 1, y: place.y, style: .muted, in: place)
        }
    }
}

extension TreeLine {
    /// Name, value and hint, each in its style. Highlights what a search counts:
    /// names and values, each separately.
    fileprivate func pieces(_ search: TextSearch, valueStyle: Style?) -> [(Substring, Style)] {
        var pieces: [(Substring, Style)] = []
        switch label {
        case .none: break
        case .key(let key): pieces += Lit.pieces([(key[...], .jsonKey)], search) + [(": ", .jsonPunct)]
        case .place(let place): pieces += [("\(place)", .muted), (": ", .jsonPunct)]
        }
        if kind == .string { pieces.append(("\"", .jsonString)) }
        let isScalar = kind != .object && kind != .array
        let style = isScalar ? valueStyle ?? kind.style : kind.style
        let isSearched = isScalar && !search.searchesNamesOnly
        pieces += isSearched ? Lit.pieces([(text[...], style)], search) : [(text[...], style)]
        if kind == .string { pieces.append(("\"", .jsonString)) }
        if !hint.isEmpty { pieces += [("  ", .text), (hint[...], .muted)] }
        return pieces
    }
}

extension JSONNode.Kind {
    var style: Style {
        switch self {
        case .object, .array: .jsonPunct
        case .string: .jsonString
        case .number: .jsonNumber
        case .true, .false: .jsonBool
        case .null: .jsonNull
        }
    }
}
