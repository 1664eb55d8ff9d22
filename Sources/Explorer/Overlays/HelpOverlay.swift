// The keys of the focused pane, from the live keymap.

import Canvas

enum HelpOverlay {
    static func lines(_ model: Model) -> [StyledLine] {
        var lines: [StyledLine] = []
        for group in CommandSpec.Group.allCases {
            let commands = Command.allCases.filter { $0.spec.group == group && $0.isReachable(in: model.focus) }
            guard !commands.isEmpty else { continue }
            if !lines.isEmpty { lines.append(.empty) }
            lines.append(StyledLine(group.rawValue, .title))
            lines += commands.flatMap { command -> [StyledLine] in
                let keys = model.keymap.keys(of: command).joined(separator: " ")
                let help = WordWrap.lines(command.spec.help, max(20, dialogWidth(model.size) - 5 - keyWidth))
                return help.enumerated().map { index, text in
                    StyledLine([(TextWidth.pad(index == 0 ? keys : "", keyWidth), .footerKey), (text, .dialog)])
                }
            }
        }
        return lines
    }

    private static let keyWidth = 11

    private static func dialogWidth(_ size: Size) -> Int { size.width - (size.width > 40 ? 4 : 0) }

    /// The box around these lines, borders included.
    static func size(_ lines: [StyledLine], on size: Size) -> Size {
        let widest = lines.map { $0.spans.map { TextWidth.of($0.text) }.reduce(0, +) }.max() ?? 0
        return Size(width: min(dialogWidth(size), widest + 5), height: min(height(size), lines.count) + 2)
    }

    static func height(_ size: Size) -> Int { max(1, min(size.height - 2, 40) - 2) }

    static func draw(_ model: Model, scroll: Int, on screen: inout Screen) {
        let lines = lines(model)
        let size = size(lines, on: screen.size)
        let title = "Keys in \(model.focus.title) · esc closes"
        Dialog.draw(width: size.width, height: size.height, title: title, on: &screen) { screen, area in
            for (index, line) in lines.dropFirst(scroll).prefix(area.height).enumerated() {
                var x = area.x
                for span in line.spans {
                    x += screen.put(
                        TextWidth.fit(span.text, max(0, area.maxX - x)), x: x, y: area.y + index, style: span.style, in: area)
                }
            }
            let wide = Rect(x: area.x, y: area.y, width: area.width + 1, height: area.height)
            Scrollbar.draw(top: scroll, shown: area.height, total: lines.count, on: &screen, in: wide)
            screen.overlay(wide, .surface)
        }
    }
}
