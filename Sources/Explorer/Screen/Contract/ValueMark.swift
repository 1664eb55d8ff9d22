// The sign of a value in tree, table and text: how it differs from the response before, or from the description.

import Canvas
import Document
import NetLayer

struct ValueMark: Sendable, Hashable {
    let glyph: String
    let style: Style
    /// For a screen reader.
    let word: String
    /// The style of the value itself.
    let valueStyle: Style

    /// The value is not as the description says.
    static let differs = ValueMark(glyph: "≠", style: .warning, word: "differs from its description", valueStyle: .warning)
    /// Something in it is not as the description says.
    static let containsDifference = ValueMark(
        glyph: "≠", style: .warning, word: "contains a difference from the description", valueStyle: .text)

    /// For a screen reader, of a cell of a table.
    var cellWord: String { valueStyle == .changed ? "changed" : word }

    init(glyph: String, style: Style, word: String, valueStyle: Style) {
        (self.glyph, self.style, self.word, self.valueStyle) = (glyph, style, word, valueStyle)
    }

    /// A change since the response before.
    fileprivate init(_ sign: DiffLine.Sign) {
        self.init(glyph: sign.glyph, style: sign.style, word: sign.word, valueStyle: .changed)
    }
}

/// The signs of the values of a response, by node.
struct ValueMarks {
    /// Of a watched request.
    fileprivate let changes: [Int: DiffLine.Sign]
    /// From the description.
    fileprivate let differences: [Int: ValueMark]

    /// What a value says of itself matters more than what it contains.
    subscript(node: Int) -> ValueMark? {
        let difference = differences[node]
        return difference == .differs ? difference : changes[node].map { ValueMark($0) } ?? difference
    }
}

extension Model {
    /// The signs of a window's rows and values. The matches of a query have other nodes.
    func valueMarks(of task: TaskID, filter: JSONPath?) -> ValueMarks {
        ValueMarks(
            changes: watchSigns(of: task, filter: filter), differences: filter == nil ? result.reports[task]?.marks ?? [:] : [:])
    }
}
