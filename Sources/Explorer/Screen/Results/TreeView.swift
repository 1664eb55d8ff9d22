// Where a person is in a tree: the row, what is folded, and the keys that wait for rows that are not here yet.

import Canvas
import Document
import NetLayer

struct TreeView: Sendable {
    /// The node that is shown as a tree; 0 is the whole answer.
    private(set) var root = 0
    /// The query whose matches are shown; `nil`: the whole answer.
    private(set) var filter: JSONPath?
    private(set) var folds = JSONFolds.allOpen
    private(set) var list = ListState()
    private(set) var window: TreeWindow?
    /// The answer has grown since the window was made.
    private var isStale = false
    /// What was asked for and has not come.
    private var asked: TreeRequest?
    /// The node that the cursor goes to when its row is known.
    private var anchor: Int?
    /// What was pressed since: it means the rows to come.
    private(set) var waiting: [Command] = []

    /// Keys beyond these are dropped, like those of a keyboard that nobody reads.
    private static let mostWaiting = 200

    init(root: Int = 0, folds: JSONFolds = .allOpen, filter: JSONPath? = nil) {
        self.root = root
        self.filter = filter
        self.folds = folds
    }

    var total: Int { window?.total ?? 0 }

    /// The rows here are those of the folds, and the one under the cursor is among them.
    private var isCurrent: Bool {
        anchor == nil && window?.request.root == root && window?.request.filter == filter && window?.request.folds == folds
            && window?.line(at: list.selected) != nil
    }

    /// The row under the cursor, as far as it is known.
    var line: TreeLine? { isCurrent ? window?.line(at: list.selected) : nil }

    /// Shows what another query found; the rows that are here stand until those come.
    mutating func refilter(_ filter: JSONPath?, folds: JSONFolds) {
        let window = window
        self = TreeView(folds: folds, filter: filter)
        self.window = window
    }

    /// Moves, folds and unfolds; answers whether the command means something in a tree.
    mutating func perform(_ command: Command, height: Int) -> Bool {
        guard command.distance(height: height) != nil || Self.commands.contains(command) else { return false }
        guard isCurrent, waiting.isEmpty, let line else {
            if waiting.count < Self.mostWaiting { waiting.append(command) }
            return true
        }
        act(command, line, height)
        return true
    }

    /// Selects the row on a line that is seen.
    mutating func pick(_ row: Int, height: Int) { if isCurrent, waiting.isEmpty { list.selectInPlace(row, count: total, height: height) } }

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
            // All open, or only the outermost: whatever it is not.
            folds = folds == .allOpen ? JSONFolds(openDepth: 1) : .allOpen
            anchor = line.node
        default: break
        }
    }

    /// Opens what is around a node and goes there.
    mutating func reveal(_ node: Int, inside containers: [Int]) {
        for (depth, container) in containers.enumerated() { folds.setOpen(container, depth: depth, open: true) }
        anchor = node
    }

    /// The rows that the screen will need and that are not here.
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

    /// The answer has grown: the same rows are wanted once more.
    mutating func reload() {
        asked = nil
        isStale = true
    }

    /// Takes the rows that were asked for last, and does what was pressed meanwhile.
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
