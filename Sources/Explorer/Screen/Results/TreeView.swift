// The user's position in a tree: the row, the folds, and the keys that wait for rows that are not loaded yet.

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
