// The value under the cursor of the result pane, for copying.

import Document
import NetLayer

/// The selected node, cell or line of the shown response.
public struct SelectedValue: Sendable, Hashable {
    public var task: TaskID
    /// The shown text: cut where it is long, and for a container only its size. The runtime
    /// has the full value, by `node`.
    public var text: String
    /// The number of the value's node in the body's document; `nil` for a line of text.
    public var node: Int?
    /// JSON pointer to the value (RFC 6901); `nil` for a line of text and for a cell.
    public var pointer: String?
    /// The node belongs to the matches of this query; `nil`: to the body itself.
    public var filter: JSONPath?
}

extension Model {
    /// The selection in the result pane; `nil` where there is none, or where it is not loaded yet.
    public var selectedValue: SelectedValue? {
        guard let task = result.body, result.answer != nil else { return nil }
        switch result.tab.content {
        case .tree:
            let filter = result.shownFilter
            return result.tree.line.map { line in
                // The list of a query's matches has no place in the body.
                let pointer = filter != nil && line.node == 0 ? nil : line.pointer
                return SelectedValue(task: task, text: line.text, node: line.node, pointer: pointer, filter: filter)
            }
        case .table:
            guard let line = result.table.line, line.cells.indices.contains(result.table.column) else { return nil }
            let cell = line.cells[result.table.column]
            return cell.node.map { SelectedValue(task: task, text: cell.text, node: $0, filter: result.shownFilter) }
        case .bodyLines:
            let number = result.shownMatchLine ?? result.top
            guard let window = result.window, window.lines.indices.contains(number - window.start) else { return nil }
            return SelectedValue(task: task, text: window.lines[number - window.start])
        case .madeLines, .contract, .diff: return nil
        }
    }
}
