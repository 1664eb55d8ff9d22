// From the start screen's model to a screen. Pure.

import Canvas

/// The screen that shows the start.
public func render(_ model: StartModel) -> Screen {
    var screen = Screen(size: model.size)
    let layout = StartLayout(model)
    StartDrawing(model: model, layout: layout).draw(on: &screen)
    // A field without room renders nothing, and must not leave its cursor behind.
    if let cursor = screen.cursor, !screen.bounds.contains(cursor) { screen.cursor = nil }
    return screen
}

private struct StartDrawing {
    let model: StartModel
    let layout: StartLayout

    private static let intro = "Explore an HTTP API: its endpoints, requests, responses."
    /// The columns before the title of a row, with its key.
    private static let titleStart = 4

    func draw(on screen: inout Screen) {
        drawStatus(on: &screen)
        drawBorder(on: &screen)
        let (intro, list) = (layout.intro, layout.list)
        screen.write(TextWidth.truncate(Self.intro, intro.width), x: intro.x, y: intro.y, style: .muted, in: intro)
        for y in 0..<list.height where model.top + y < layout.lines.count {
            draw(layout.lines[model.top + y], on: &screen, in: list.row(y))
        }
        Scrollbar.draw(top: model.top, shown: list.height, total: layout.lines.count, on: &screen, in: list)
        drawFooter(on: &screen)
        guard model.showsHelp else { return }
        screen.cursor = nil
        StartHelp.box(model).draw(scroll: 0, on: &screen)
    }

    private func drawStatus(on screen: inout Screen) {
        let line = layout.status
        guard line.height > 0 else { return }
        let x = line.x + 1 + screen.write("explorer  ", x: line.x + 1, y: line.y, style: .title, in: line)
        screen.write("start", x: x, y: line.y, style: .header, in: line)
        screen.overlay(line, .surface)
    }

    private func drawBorder(on screen: inout Screen) {
        guard !layout.frame.isEmpty else { return }
        var borders = Borders()
        borders.add(layout.frame, focused: !model.showsHelp)
        borders.draw(on: &screen)
        screen.write(" Start ", x: layout.frame.x + 2, y: layout.frame.y, style: .title, in: layout.frame)
    }

    private func drawFooter(on screen: inout Screen) {
        let line = layout.footer
        guard line.height > 0 else { return }
        if let problem = model.problem {
            screen.write(
                TextWidth.truncate(problem, line.width - 2), x: line.x + 1, y: line.y, style: Notice.Kind.warning.style, in: line)
        } else {
            HintLine.draw(model.hints, on: &screen, in: line)
        }
        screen.overlay(line, .surface)
    }

    private func draw(_ line: StartLayout.Line, on screen: inout Screen, in row: Rect) {
        switch line {
        case .blank: break
        case .heading(let text): screen.write(Self.cut(text, row.width - 1), x: row.x, y: row.y, style: .title, in: row)
        case .note(let text):
            let x = row.x + Self.titleStart
            screen.write(TextWidth.truncate(text, row.maxX - 1 - x), x: x, y: row.y, style: .muted, in: row)
        case .row(let index): draw(row: index, on: &screen, in: row)
        }
    }

    private func draw(row index: Int, on screen: inout Screen, in line: Rect) {
        screen.write(model.key(of: index), x: line.x + 1, y: line.y, style: .footerKey, in: line)
        let (_, rest) = line.splitLeft(Self.titleStart)
        let area = rest.splitRight(1).rest
        let isTyped = model.rows[index] == .address && !(model.address.text.isEmpty && !model.isTyping)
        if isTyped, model.isTyping {
            return DialogBox.draw(model.address, empty: "https://example.com/openapi.json", at: area, on: &screen)
        }
        let text = isTyped ? (title: model.shownAddress, kind: "", isGone: false) : model.text(of: model.rows[index])
        let column = column(of: area)
        let hasKind = !text.kind.isEmpty && area.width - column >= 8
        let title = Self.cut(text.title, hasKind ? column - 2 : area.width)
        screen.write(title, x: area.x, y: area.y, style: text.isGone ? .muted : .text, in: area)
        if hasKind {
            let (x, width) = (area.x + column, area.width - column)
            screen.write(TextWidth.truncate(text.kind, width), x: x, y: area.y, style: .muted, in: area)
        }
        if index == model.selected { screen.overlay(line, model.showsHelp ? .selectionUnfocused : .selection) }
    }

    /// The column of the kinds: behind the longest title, if that leaves them room.
    private func column(of area: Rect) -> Int {
        let longest = model.rows.map { TextWidth.measure(model.text(of: $0).title) }.max() ?? 0
        return min(longest + 2, area.width * 6 / 10)
    }

    /// A text that fits. The end of a path says more than its beginning.
    private static func cut(_ text: String, _ width: Int) -> String {
        guard text.contains("/"), !text.contains("://"), TextWidth.measure(text) > width else {
            return TextWidth.truncate(text, width)
        }
        guard width > 1 else { return "" }
        var end = text.suffix(width - 1)
        while TextWidth.measure(String(end)) > width - 1 { end.removeFirst() }
        return "…" + end
    }
}

/// The keys of the start screen.
enum StartHelp {
    static func rows(_ model: StartModel) -> [(keys: String, text: String)] {
        func keys(_ command: Command) -> String { model.keymap.keys(of: command).joined(separator: " ") }
        return [
            (keys(.primary), "Open the selected line."), ("1…9", "Open that file or recent source."),
            ("a", "Type or paste an address."), (keys(.newRequest), "Write a request by hand."), ("d", "Open the demo."),
            ("x", "Forget the selected recent source."), ("\(keys(.up)) \(keys(.down))", "Move."),
            (keys(.mouse), "Leave the mouse to the terminal."), ("\(keys(.back)) \(keys(.quit))", "Quit."),
        ]
    }

    static func box(_ model: StartModel) -> ScrollBox {
        let lines = rows(model).map { row in
            StyledLine([(TextWidth.pad(row.keys, 15), .footerKey), (row.text, .dialog)])
        }
        return ScrollBox(lines: lines, title: "Keys at the start")
    }
}
