// Inspects one value of a response: the full text of a cell that is cut in the table, or the link of an item.

import Canvas
import Catalog
import Document
import NetLayer

/// Requests a detail of a value that only the runtime holds completely.
public struct Inspection: Sendable, Hashable {
    public enum Wish: Sendable, Hashable {
        /// Its full text, for a box with that title.
        case whole(title: String)
        /// The target of its link: the value itself if it is a link, else the link of the item.
        case link(value: Int?)
        /// The success or failure that the body reports.
        case business(BusinessCode)
    }

    public var task: TaskID
    /// The value, or the item whose link is requested.
    public var node: Int
    /// The node belongs to the matches of this query; `nil`: to the body itself.
    public var filter: JSONPath?
    public var wish: Wish
}

/// The result of an inspection.
public enum Inspected: Sendable, Hashable {
    case lines([String], isCut: Bool)
    /// `nil` when the item has no link.
    case link(ItemLink?)
    /// `nil` when the body reports neither success nor failure.
    case business(ResponseCheck?)
}

extension Inspection {
    /// A box shows at most this much of a text; `$PAGER` shows longer texts.
    private static let mostLines = 2_000
    private static let mostBytes = 256 << 10

    /// Reads the requested detail of the value.
    public func look(in document: JSONDocument) -> Inspected? {
        guard let value = document.node(node) else { return nil }
        switch wish {
        case .whole:
            let bytes: [UInt8]
            if value.kind == .object || value.kind == .array {
                bytes = JSONPretty.lines(Array(document.text[value.byteRange.prefix(Self.mostBytes)]))?.bytes ?? value.compact
            } else {
                bytes = Array(value.displayText.utf8)
            }
            let lines = bytes.prefix(Self.mostBytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return .lines(
                lines.prefix(Self.mostLines).map { String(decoding: $0, as: UTF8.self) },
                isCut: bytes.count > Self.mostBytes || lines.count > Self.mostLines)
        case .link(let cell):
            if let link = cell.flatMap(document.node).flatMap(ItemLink.init(value:)) { return .link(link) }
            return .link(ItemLink.findLink(in: value))
        case .business(let rule): return .business(rule.check(value))
        }
    }
}

/// The full text of one cell, in a box.
struct CellBox: Sendable, Hashable {
    var title: String
    var lines: [String]
    var isCut: Bool
    var scroll = 0

    func box(_ size: Size) -> ScrollBox {
        let width = max(1, ScrollBox.width(size) - 5)
        var wrapped = lines.flatMap { WordWrap.lines(Printable.visible($0), width, most: .max) }.map { StyledLine($0, .dialog) }
        if isCut { wrapped.append(StyledLine("… there is more: enter opens the row, v shows all in the pager", .muted)) }
        return ScrollBox(lines: wrapped, title: title)
    }
}

extension Model {
    /// Shows the full text of the cell under the cursor.
    mutating func showCell() -> [Effect] {
        guard let task = result.task, let line = result.table.line, line.cells.indices.contains(result.table.column),
            let node = line.cells[result.table.column].node
        else { return [] }
        let title = result.table.columnTitle ?? ""
        return [.body(.inspect(Inspection(task: task, node: node, filter: result.shownFilter, wish: .whole(title: title))))]
    }

    mutating func receive(_ inspected: Inspected, of inspection: Inspection) -> [Effect] {
        if case .business(let check) = inspected {
            if let problem = check?.problem { tasks.judgeMember(inspection.task, problem) }
            if let check { result.take([check], of: inspection.task) }
            return []
        }
        // A user who has moved on to something else no longer waits for the result.
        guard inspection.task == result.task, dialogs.open == nil else { return [] }
        switch (inspected, inspection.wish) {
        case (.lines(let lines, let isCut), .whole(let title)):
            dialogs.open = CellBox(title: Printable.visible(title), lines: lines, isCut: isCut)
            return []
        case (.link(let link), .link): return follow(link, from: inspection.task)
        case _: return []
        }
    }

    /// Handles a key while a cell is shown.
    mutating func perform(_ cell: CellBox, _ key: Key) -> [Effect] {
        let command = view.keymap.command(for: key, in: .result)
        switch command {
        case .copy:
            dialogs.open = nil
            return perform(.copy)
        case .back, .quit, .toggle, .primary, .interrupt: dialogs.open = nil
        default:
            guard let command else { return [] }
            var cell = cell
            cell.scroll = ScrollBox.scrolled(cell.scroll, by: command, lines: cell.box(view.size).lines.count, view.size)
            dialogs.open = cell
        }
        return []
    }
}

extension CellBox: ScrollDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func box(_ model: Model) -> ScrollBox { box(model.view.size) }
    var hints: [KeyHint] { [("j k", "move"), ("y", "copy"), ("esc", "close")] }
}
