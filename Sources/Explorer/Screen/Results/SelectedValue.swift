// What is under the cursor of the result pane, for whoever copies it.

import Document
import NetLayer

/// The selected node, cell or line of the shown answer.
public struct SelectedValue: Sendable, Hashable {
    public var task: TaskID
    /// As it is shown: cut where it is long, and of a container only how much is in it. The whole is the runtime's to give, by `node`.
    public var text: String
    /// The number of the value's node in the body's document; `nil` for a line of text.
    public var node: Int?
    /// Where the value stands (RFC 6901); `nil` for a line of text and for a cell.
    public var pointer: String?
    /// The node is one of what this query found; `nil`: of the body itself.
    public var filter: JSONPath?
}

extension Model {
    /// What is selected in the result pane; `nil` where that is nothing, or not known yet.
    public var selectedValue: SelectedValue? {
        guard let task = result.body, result.answer != nil else { return nil }
        switch result.tab {
        case .tree:
            let filter = result.shownFilter
            return result.tree.line.map { line in
                // What a query found stands nowhere as a list.
                let pointer = filter != nil && line.node == 0 ? nil : line.pointer
                return SelectedValue(task: task, text: line.text, node: line.node, pointer: pointer, filter: filter)
            }
        case .table:
            guard let line = result.table.line, line.cells.indices.contains(result.table.column) else { return nil }
            let cell = line.cells[result.table.column]
            return cell.node.map { SelectedValue(task: task, text: cell.text, node: $0, filter: result.shownFilter) }
        case .raw, .hex:
            let number = result.shownMatchLine ?? result.top
            guard let window = result.window, window.lines.indices.contains(number - window.start) else { return nil }
            return SelectedValue(task: task, text: window.lines[number - window.start])
        case .headers, .checks, .timing, .trace, .diff: return nil
        }
    }
}
