// Draws the shell command that a response is piped through, under the tabs.

import Canvas

enum PipeLine {
    private static let prompt = "| "

    /// The height of the line; leaves at least one line to the body.
    static func height(_ model: Model, room: Int) -> Int {
        model.result.pipe.isOpen && (model.result.tab.showsBody || model.result.pipe.isTyping) && room > 1 ? 1 : 0
    }

    static func draw(_ model: Model, on screen: inout Screen, in area: Rect) {
        guard area.height > 0 else { return }
        let (pipe, line) = (model.result.pipe, area.row(0))
        let state = pipe.isTyping ? "" : pipe.state(at: model.now, model.view.motion)
        let shown = TextWidth.measure(state) + 12 > line.width ? "" : state
        let start = line.x + TextWidth.measure(prompt)
        let room = max(1, line.width - TextWidth.measure(prompt) - (shown.isEmpty ? 1 : TextWidth.measure(shown) + 2))
        let style: Style = pipe.isTyping ? .input : .muted
        screen.fill(line, style: style)
        screen.write(prompt, x: line.x, y: line.y, style: .accent, in: line)
        if pipe.isTyping, pipe.field.text.isEmpty {
            let last = pipe.history.last.map { "↑ \($0)" } ?? "jq .items[0]    sort | uniq -c    any shell command"
            screen.write(TextWidth.truncate("  \(last)", room), x: start, y: line.y, style: .muted, in: line)
        }
        let (text, cursor) = pipe.field.visible(width: room)
        screen.write(text, x: start, y: line.y, style: style, in: line)
        if !shown.isEmpty { screen.write(shown, x: line.maxX - TextWidth.measure(shown) - 1, y: line.y, style: style, in: line) }
        if pipe.isTyping { screen.drawSelection(of: pipe.field, width: room, x: start, y: line.y) }
        if pipe.isTyping, start < line.maxX { screen.cursor = Point(x: min(start + cursor, line.maxX - 1), y: line.y) }
    }
}
