// The Contract tab as lines: the result, each place that differs, then remarks and what was not checked.

import Canvas
import Catalog

/// A line of the Contract tab.
struct ContractLine: Sendable, Hashable {
    let line: StyledLine
    /// The place that differs, by its number in the report; `nil` for a line that belongs to none.
    var mismatch: Int?

    var text: String { line.spans.map(\.text).joined() }
}

struct ContractLines {
    private let width: Int
    /// One line for each thing, without signs.
    private let isSpoken: Bool
    private var lines: [ContractLine] = []

    /// - Parameter width: the columns that a line may take.
    static func lines(_ report: ContractReport, width: Int, isSpoken: Bool) -> [ContractLine] {
        var made = ContractLines(width: max(20, width), isSpoken: isSpoken)
        made.add(report)
        return made.lines
    }

    private init(width: Int, isSpoken: Bool) { (self.width, self.isSpoken) = (width, isSpoken) }

    private mutating func add(_ report: ContractReport) {
        let mark = ContractMark(report)
        let described = report.response.map { " · response \($0) of the description" } ?? ""
        let summary = "\(report.summary.prefix(1).uppercased())\(report.summary.dropFirst())"
        add("\(summary)\(described)", isSpoken ? "" : "\(mark.sign) ", mark.style, mark.style)
        if !report.fits, let reason = report.whyNotWhole { add("Not checked whole: \(reason)", "  ", .muted, .muted) }
        for (number, mismatch) in report.mismatches.enumerated() {
            if isSpoken {
                add(Self.spoken(mismatch), "", .text, .text, of: number)
            } else {
                lines.append(ContractLine(line: .empty))
                add(mismatch, of: number, indent: "")
            }
        }
        if !isSpoken, !report.notes.isEmpty || !report.doubts.isEmpty { lines.append(ContractLine(line: .empty)) }
        for note in report.notes {
            let count = note.count > 1 ? " (\(note.count)×)" : ""
            add("undocumented: \(note.pointer)\(count)", isSpoken ? "" : "+ ", .muted, .muted)
        }
        for doubt in report.doubts { add(doubt, isSpoken ? "" : "? ", .muted, .muted) }
    }

    private mutating func add(_ mismatch: ContractMismatch, of number: Int, indent: String) {
        add(mismatch.place, "\(indent)≠ ", .warning, .jsonKey, of: number)
        add(mismatch.message, "\(indent)  ", .text, .text, of: number)
        if !mismatch.came.isEmpty { add("\(mismatch.came) came", "\(indent)  ", .text, .warning, of: number) }
        if !mismatch.rulePlace.isEmpty { add(mismatch.rulePlace, "\(indent)  ", .text, .muted, of: number) }
        guard !mismatch.nearest.isEmpty, indent.isEmpty else { return }
        add("With the alternative that is nearest:", "  ", .text, .muted, of: number)
        for part in mismatch.nearest { add(part, of: number, indent: "    ") }
    }

    private static func spoken(_ mismatch: ContractMismatch) -> String {
        let place = mismatch.rulePlace
        return mismatch.description + (place.isEmpty ? "" : "; the description says so at \(place)")
    }

    /// Adds a text in as many lines as it takes; the sign stands before the first one.
    private mutating func add(_ text: String, _ sign: String, _ signStyle: Style, _ style: Style, of mismatch: Int? = nil) {
        let text = Printable.visible(text)
        guard !isSpoken else { return lines.append(ContractLine(line: StyledLine(text, style), mismatch: mismatch)) }
        let indent = TextWidth.measure(sign)
        for (index, part) in WordWrap.lines(text, max(8, width - indent)).enumerated() {
            let margin = index == 0 ? sign : String(repeating: " ", count: indent)
            lines.append(ContractLine(line: StyledLine([(margin, signStyle), (part, style)]), mismatch: mismatch))
        }
    }
}

extension ContractMark {
    /// The first character of the column.
    fileprivate var sign: String { String(text.prefix(1)) }
}
