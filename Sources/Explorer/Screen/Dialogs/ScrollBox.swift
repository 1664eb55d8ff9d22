// A box in the middle that may have more lines than fit: help, messages.

import Canvas

struct ScrollBox {
    let lines: [StyledLine]
    let title: String
    /// The least height of the box, however few lines there are.
    var leastHeight = 0
    /// The lines of the selected entry; `nil` where nothing can be selected.
    var selected: Range<Int>?

    static func width(_ size: Size) -> Int { size.width - (size.width > 40 ? 4 : 0) }

    /// The columns of a line, beside the borders and the scrollbar.
    static func textWidth(_ size: Size) -> Int { max(1, width(size) - 5) }

    /// The number of visible lines.
    static func height(_ size: Size) -> Int { max(1, min(size.height - 2, 40) - 2) }

    /// The position after a scroll command.
    static func scrolled(_ scroll: Int, by command: Command, lines: Int, _ size: Size) -> Int {
        max(0, min(max(0, lines - height(size)), scroll + (command.distance(height: size.height / 2) ?? 0)))
    }

    /// The frame: as wide as the widest line and as high as all lines, as far as they fit.
    func frame(on size: Size) -> Rect {
        let longest = lines.map { $0.spans.map { TextWidth.measure($0.text) }.reduce(0, +) }.max() ?? 0
        let width = min(Self.width(size), max(longest, TextWidth.measure(title)) + 5)
        return DialogBox.frame(width: width, height: min(Self.height(size), max(lines.count, leastHeight)) + 2, on: size)
    }

    /// Renders as many lines as fit, from `scroll` on.
    func draw(scroll: Int, on screen: inout Screen) {
        DialogBox.draw(frame(on: screen.size), title: title, on: &screen) { screen, area in
            for (index, line) in lines.dropFirst(scroll).prefix(area.height).enumerated() {
                var x = area.x
                for span in line.spans {
                    x += screen.write(
                        TextWidth.truncate(span.text, max(0, area.maxX - x)), x: x, y: area.y + index, style: span.style, in: area
                    )
                }
            }
            let wide = Rect(x: area.x, y: area.y, width: area.width + 1, height: area.height)
            Scrollbar.draw(top: scroll, shown: area.height, total: lines.count, on: &screen, in: wide)
            screen.overlay(wide, .surface)
            for line in (selected ?? 0..<0).clamped(to: scroll..<scroll + area.height) {
                screen.overlay(area.row(line - scroll), .selection)
            }
        }
    }
}
