// Draws the differences of two responses: their origins, their number, and each with a sign and a word.

import Canvas
import Document
import NetLayer

enum DiffPane {
    private static let head = 2

    /// The height of the lines over the list.
    static func headHeight(_ model: Model, room: Int) -> Int { model.result.tab == .diff && room > 2 * head ? head : 0 }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect, focused: Bool) {
        guard let diff = model.result.diff else { return }
        let (top, rows) = area.splitTop(headHeight(model, room: area.height))
        if top.height == head { draw(headOf: diff, model, on: &screen, in: top) }
        guard let window = diff.window else {
            return EmptyState.draw(["Comparing …"], style: .muted, on: &screen, in: rows)
        }
        guard window.total > 0 else { return EmptyState.draw([window.summary.text], on: &screen, in: rows) }
        for line in 0..<rows.height {
            guard let row = window.line(at: diff.list.top + line) else { break }
            let place = Rect(x: rows.x, y: rows.y + line, width: max(0, rows.width - 1), height: 1)
            draw(row, on: &screen, in: place)
            if diff.list.top + line == diff.list.selected {
                screen.overlay(rows.row(line), focused ? .selection : .selectionUnfocused)
            }
        }
        Scrollbar.draw(top: diff.list.top, shown: rows.height, total: window.total, on: &screen, in: rows)
    }

    private static func draw(headOf diff: DiffView, _ model: Model, on screen: inout Screen, in area: Rect) {
        let line = area.row(0)
        var x = line.x
        for (task, sign) in [(diff.old, DiffLine.Sign.removed), (diff.new, .added)] {
            x += screen.write("\(sign.glyph) ", x: x, y: line.y, style: sign.style, in: line)
            x += screen.write("\(side(task, model))\(service(task, diff, model))   ", x: x, y: line.y, style: .text, in: line)
        }
        guard let window = diff.window, window.total > 0 else { return }
        let (number, count) = diff.position
        let place = "\(number.map { "\(Quantity.count($0))/" } ?? "")\(Quantity.count(count))"
        screen.write("\(place)  \(window.summary.text)", x: area.x, y: area.y + 1, style: .muted, in: area.row(1))
    }

    /// The service that sent the response, where the two differ.
    private static func service(_ task: TaskID, _ diff: DiffView, _ model: Model) -> String {
        let names = Set([diff.old, diff.new].map { model.tasks.row($0)?.service ?? "" })
        return names.count > 1 ? " \(model.tasks.row(task)?.service ?? "")" : ""
    }

    /// `#12 200 OK 87 kB`.
    private static func side(_ task: TaskID, _ model: Model) -> String {
        let answer = model.result.answers[task]
        let status = answer?.head.map { head in
            let reason = head.reason.isEmpty ? StatusText.reason(head.status) : head.reason
            return reason.isEmpty ? "\(head.status)" : "\(head.status) \(reason)"
        }
        return [answer?.isPast == true ? "history" : "#\(task.number)", status, answer.map { Quantity.bytes(Int64($0.bytes)) }]
            .compactMap { $0 }.joined(
                separator: " ")
    }

    private static func draw(_ row: DiffLine, on screen: inout Screen, in place: Rect) {
        var x = place.x + screen.write("\(row.sign.glyph) ", x: place.x, y: place.y, style: row.sign.style, in: place)
        guard let pointer = row.pointer else {
            let style: Style = row.sign == .equal ? .text : row.sign.style
            screen.write(row.old ?? row.new ?? "", x: x, y: place.y, style: style, in: place)
            return
        }
        x += screen.write(TextWidth.pad(row.sign.word, 8), x: x, y: place.y, style: row.sign.style, in: place)
        x += screen.write(pointer.isEmpty ? "(everything)" : pointer, x: x, y: place.y, style: .jsonKey, in: place)
        x += screen.write("  ", x: x, y: place.y, style: .text, in: place)
        if row.sign == .moved { x += screen.write("from ", x: x, y: place.y, style: .muted, in: place) }
        if let old = row.old { x += screen.write(old, x: x, y: place.y, style: .muted, in: place) }
        if row.old != nil, row.new != nil { x += screen.write(" → ", x: x, y: place.y, style: row.sign.style, in: place) }
        if let new = row.new { screen.write(new, x: x, y: place.y, style: .text, in: place) }
    }
}

extension DiffLine.Sign {
    var style: Style {
        switch self {
        case .removed: .error
        case .added: .success
        case .changed: .warning
        case .moved: .notice
        case .equal: .text
        case .gap: .muted
        }
    }
}

extension ResultView {
    /// Asks for the lines that the list of differences needs, or releases the
    /// differences after the user has left.
    mutating func missingDiff(height: Int) -> Effect? {
        guard diff != nil else {
            defer { isCompared = false }
            return isCompared ? .body(.diff(nil)) : nil
        }
        isCompared = true
        guard tab == .diff, let request = diff?.missing(height: height) else { return nil }
        return .body(.diff(request))
    }
}
