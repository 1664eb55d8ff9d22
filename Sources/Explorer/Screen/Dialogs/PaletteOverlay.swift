// The rendered palette: a text line, and below it the possible meanings.

import Canvas

enum PaletteOverlay {
    private static let widest = 96
    private static let highest = 16

    /// The number of visible entries.
    static func listHeight(_ size: Size) -> Int { max(1, min(highest, size.height - 5 - footHeight(size))) }

    /// The number of lines for the selected entry's text that does not fit into its row.
    private static func footHeight(_ size: Size) -> Int { size.height >= 24 ? 2 : size.height >= 6 ? 1 : 0 }

    /// The frame for that number of entries.
    static func frame(_ entries: Int, on size: Size) -> Rect {
        let most = listHeight(size)
        let around = 2 + (size.height >= 6 ? 1 : 0) + footHeight(size)
        // The text line keeps its position, however few entries are left.
        let top = max(0, (size.height - most - around) / 2)
        return DialogBox.frame(
            width: min(widest, size.width - (size.width > 40 ? 4 : 0)), height: max(min(3, most), min(entries, most)) + around,
            top: top, on: size)
    }

    /// The parts inside the borders: the text line, the list, and the text of the selected entry.
    static func parts(of area: Rect, on size: Size) -> (line: Rect, list: Rect, foot: Rect) {
        let (line, rest) = area.splitTop(1)
        let (list, foot) = rest.splitBottom(rest.height > 2 ? footHeight(size) : 0)
        return (line, list, foot)
    }

    static func draw(_ palette: Palette, _ model: Model, on screen: inout Screen) {
        let entries = palette.entries(model)
        DialogBox.draw(frame(entries.count, on: screen.size), title: "Command", on: &screen) { screen, area in
            let (line, list, foot) = parts(of: area, on: screen.size)
            drawLine(palette, on: &screen, in: line)
            if entries.isEmpty {
                draw(emptyHint(palette), .muted, on: &screen, in: list)
            }
            drawEntries(palette, entries, on: &screen, in: list)
            if let problem = palette.problem {
                let text = foot.isEmpty ? list.splitBottom(1).bottom : foot
                screen.fill(text, style: .dialog)
                draw("✗ " + problem, .error, on: &screen, in: text)
            } else if !entries.isEmpty, !foot.isEmpty {
                drawFoot(entries, selected: min(palette.list.selected, entries.count - 1), on: &screen, in: foot)
            }
        }
    }

    /// The whole text of the selected entry, and its number.
    private static func drawFoot(_ entries: [Palette.Entry], selected: Int, on screen: inout Screen, in foot: Rect) {
        let count = "\(selected + 1) of \(entries.count)"
        let last = foot.maxY - 1
        screen.write(count, x: foot.maxX - TextWidth.measure(count), y: last, style: .muted, in: foot)
        if foot.height > 1 {
            let entry = entries[selected]
            let text = entry.reason.map { "✗ \($0)" } ?? entry.help
            let room = foot.width - TextWidth.measure(count) - 2
            for (index, line) in WordWrap.lines(text, room, most: foot.height).enumerated() {
                screen.write(line, x: foot.x, y: foot.y + index, style: .dialog, in: foot)
            }
        }
        screen.overlay(foot, .surface)
    }

    /// The text in place of entries, where the line has none.
    static func emptyHint(_ palette: Palette) -> String {
        guard let verb = palette.parts?.verb else { return "No command matches: backspace shows them again" }
        return verb.spec.arguments.isEmpty ? "Enter runs it" : "\(verb.rawValue) \(verb.spec.arguments): \(verb.spec.help)"
    }

    /// The text on as many lines as there are; what does not fit ends with an ellipsis.
    private static func draw(_ text: String, _ style: Style, on screen: inout Screen, in area: Rect) {
        let lines = WordWrap.lines(text, area.width)
        for (index, line) in lines.prefix(area.height).enumerated() {
            let rest = index + 1 == area.height ? lines[index...].joined(separator: " ") : line
            screen.write(TextWidth.truncate(rest, area.width), x: area.x, y: area.y + index, style: style, in: area)
        }
        screen.overlay(area, .surface)
    }

    private static func drawLine(_ palette: Palette, on screen: inout Screen, in line: Rect) {
        let (text, cursor) = palette.line.visible(width: max(1, line.width - 3))
        screen.write(":", x: line.x, y: line.y, style: .accent, in: line)
        let (prompt, field) = line.splitLeft(2)
        screen.overlay(prompt, .surface)
        screen.fill(field, style: .input)
        screen.write(text, x: line.x + 2, y: line.y, style: .input, in: line)
        screen.drawSelection(of: palette.line, width: max(1, line.width - 3), x: line.x + 2, y: line.y)
        if line.width > 2, line.height > 0 { screen.cursor = Point(x: line.x + 2 + cursor, y: line.y) }
    }

    private static func drawEntries(_ palette: Palette, _ entries: [Palette.Entry], on screen: inout Screen, in area: Rect) {
        let area = Rect(x: area.x, y: area.y, width: max(0, area.width - 1), height: area.height)
        let visible = entries.indices.clamped(to: palette.list.top..<(palette.list.top + area.height))
        let names = min(area.width * 4 / 10, entries[visible].map { TextWidth.measure($0.name) }.max() ?? 0)
        let keys = min(area.width / 4, entries[visible].map { TextWidth.measure($0.keys) }.max() ?? 0)
        let rest = area.width - names - 2
        for (line, index) in visible.enumerated() {
            let entry = entries[index]
            let row = area.row(line)
            let isOff = entry.reason != nil
            LitText.put(
                entry.name, lit: entry.lit, width: names, x: row.x, y: row.y, style: isOff ? .muted : .dialog, on: &screen,
                in: row)
            let room = rest - (keys > 0 && rest > 30 ? keys + 2 : 0)
            if let reason = entry.reason {
                screen.write(
                    TextWidth.truncate("✗ " + reason, room), x: row.x + names + 2, y: row.y, style: .muted, in: row)
            } else {
                LitText.put(
                    entry.help, lit: entry.helpLit, width: room, x: row.x + names + 2, y: row.y, style: .muted, on: &screen,
                    in: row)
            }
            if rest > 30 {
                let text = TextWidth.truncate(entry.keys, keys)
                screen.write(
                    text, x: row.maxX - TextWidth.measure(text), y: row.y, style: isOff ? .muted : .footerKey, in: row)
            }
            let line = Rect(x: row.x, y: row.y, width: row.width + 1, height: 1)
            screen.overlay(line, index == palette.list.selected ? .selection : .surface)
        }
        if visible.count < area.height {
            let below = Rect(x: area.x, y: area.y + visible.count, width: area.width + 1, height: area.height - visible.count)
            screen.overlay(below, .surface)
        }
        let wide = Rect(x: area.x, y: area.y, width: area.width + 2, height: area.height)
        Scrollbar.draw(top: palette.list.top, shown: area.height, total: entries.count, on: &screen, in: wide)
    }
}
