// The position of every element of the start screen, and the lines of its list.

import Canvas

struct StartLayout {
    /// A line of the list.
    enum Line: Hashable {
        case blank
        case heading(String)
        /// Why a section is empty.
        case note(String)
        /// The index of a row.
        case row(Int)
    }

    let status: Rect
    let footer: Rect
    /// The border; empty when it does not fit.
    let frame: Rect
    /// The sentence above the list; empty when there is no room.
    let intro: Rect
    let list: Rect
    let lines: [Line]

    /// The least heights for the sentence above the list, and for a blank line below it.
    private static let leastForIntro = 8
    private static let leastForBlank = 16

    init(_ model: StartModel) {
        let (status, rest, footer) = Layout.split(model.size)
        (self.status, self.footer) = (status, footer)
        let isBordered = Layout.hasBorders(rest)
        frame = isBordered ? rest : Rect(x: rest.x, y: rest.y, width: 0, height: 0)
        // One blank column inside the left border, none before the right one, where the scrollbar is.
        let inside =
            isBordered ? Rect(x: rest.x + 2, y: rest.y + 1, width: rest.width - 3, height: rest.height - 2) : rest
        let above = inside.height >= Self.leastForBlank ? 2 : inside.height >= Self.leastForIntro ? 1 : 0
        (intro, list) = inside.splitTop(above)
        let sections = Self.sections(model)
        let spaced = Array(sections.joined(separator: [Line.blank]))
        lines = spaced.count <= list.height ? spaced : sections.flatMap { $0 }
    }

    private static func sections(_ model: StartModel) -> [[Line]] {
        let (files, recent) = (model.files.count, model.recent.count)
        func rows(_ range: Range<Int>) -> [Line] { range.map { Line.row($0) } }
        let found = files > 0 ? rows(0..<files) : [Line.note("No descriptions, collections or files of requests")]
        var sections = [[Line.heading("In \(model.folder)")] + found]
        if recent > 0 { sections.append([Line.heading("Recent")] + rows(files..<files + recent)) }
        sections.append([Line.heading("Without a file")] + rows(files + recent..<model.rows.count))
        return sections
    }

    /// The row at a point.
    /// - Parameter top: the first visible line.
    func row(at point: Point, top: Int) -> Int? {
        guard list.contains(point) else { return nil }
        let line = top + point.y - list.y
        guard lines.indices.contains(line), case .row(let row) = lines[line] else { return nil }
        return row
    }
}
