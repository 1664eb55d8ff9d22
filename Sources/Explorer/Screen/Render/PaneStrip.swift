// The panes in the first line of a narrow terminal, which shows one pane at a time: `1·2·[3]·4`.

import Canvas

struct PaneStrip {
    private let pieces: [(pane: Pane, text: String, columns: Range<Int>)]

    /// The columns that the name of the program needs before it.
    private static let before = 10

    /// `nil` where the panes share the screen, and where the line has no room.
    init?(_ model: Model, in line: Rect) {
        guard model.view.layout.isNarrow, line.height > 0 else { return nil }
        let panes = Pane.sharing + (model.focus == .services ? [.services] : [])
        let texts = panes.map { $0 == model.focus ? "[\($0.rawValue)]" : "\($0.rawValue)" }
        let width = texts.reduce(0) { $0 + $1.count } + texts.count - 1
        var x = StatusBar.countsStart(model, in: line) - 2 - width
        guard x >= line.x + Self.before else { return nil }
        pieces = zip(panes, texts).map { pane, text in
            defer { x += text.count + 1 }
            return (pane: pane, text: text, columns: x..<x + text.count)
        }
    }

    /// The first column of each number.
    var starts: [Int] { pieces.map(\.columns.lowerBound) }

    var start: Int { pieces.first?.columns.lowerBound ?? 0 }

    func draw(_ model: Model, on screen: inout Screen, in line: Rect) {
        for (index, piece) in pieces.enumerated() {
            if index > 0 { screen.write("·", x: piece.columns.lowerBound - 1, y: line.y, style: .muted, in: line) }
            let style: Style = piece.pane == model.focus ? .title : .muted
            screen.write(piece.text, x: piece.columns.lowerBound, y: line.y, style: style, in: line)
        }
    }

    /// The pane whose number is in that column.
    func pane(at x: Int) -> Pane? { pieces.first { $0.columns.contains(x) }?.pane }
}
