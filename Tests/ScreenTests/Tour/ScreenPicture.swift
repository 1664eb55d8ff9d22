// A screen as a picture: SVG, so that the documents show colours and reviewers see a diff. Made of the same cells and looks as the terminal's.

import Canvas

struct ScreenPicture {
    /// A cell's size in pixels.
    static let cell = (width: 9, height: 19)
    private static let baseline = 14

    let screen: Screen
    let theme: Theme
    /// What the terminal's own colours are, where the theme leaves them to it.
    let ground: (text: String, page: String)

    init(_ screen: Screen, _ theme: Theme) {
        self.screen = screen
        self.theme = theme
        ground = theme.name.contains("light") ? ("#24292f", "#ffffff") : ("#d0d0d0", "#101216")
    }

    var svg: String {
        let (width, height) = (screen.size.width * Self.cell.width, screen.size.height * Self.cell.height)
        var parts = [
            Self.openingTag(width: width, height: height),
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(paint(.text).background)\"/>",
        ]
        for y in 0..<screen.size.height { parts += row(y, drawnAt: y) }
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    static func openingTag(width: Int, height: Int) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" "
            + "font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\" xml:space=\"preserve\">"
    }

    /// The colours of a style.
    func paint(_ style: Style) -> Paint { Paint(theme[style], ground) }

    /// The elements that draw row `row` of the screen, in the place of row `y` of the picture.
    /// Neighbours of the same look are drawn together: first what lies behind them, then lines, then text.
    func row(_ row: Int, drawnAt y: Int) -> [String] {
        let page = paint(.text).background
        let cells = Array(screen.rowCells(row))
        var grounds: [String] = []
        var texts: [String] = []
        var x = 0
        while x < cells.count {
            let look = look(cells[x])
            let end = cells[x...].firstIndex { self.look($0) != look } ?? cells.count
            let paint = Paint(look, ground)
            let place = (x: x * Self.cell.width, y: y * Self.cell.height, width: (end - x) * Self.cell.width)
            if paint.background != page {
                grounds.append(
                    "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(place.width)\" height=\"\(Self.cell.height)\" fill=\"\(paint.background)\"/>"
                )
            }
            texts += words(cells[x..<end], y, paint)
            x = end
        }
        return grounds + texts
    }

    private func look(_ cell: Cell) -> Appearance { theme.combined(style: cell.style, overlay: cell.overlay) }

    /// The lines and the words of a run, each word at its own column.
    private func words(_ cells: ArraySlice<Cell>, _ y: Int, _ paint: Paint) -> [String] {
        var output: [String] = []
        var word = (start: 0, columns: 0, text: "")
        func close() {
            guard !word.text.isEmpty else { return }
            output.append(
                "<text x=\"\(word.start * Self.cell.width)\" y=\"\(y * Self.cell.height + Self.baseline)\" "
                    + "textLength=\"\(word.columns * Self.cell.width)\"\(paint.attributes)>\(Self.escaped(word.text))</text>")
            word.text = ""
        }
        for (x, cell) in zip(cells.indices, cells) where cell.width != .continuation {
            if cell.isBlank || Self.edges[cell.text] != nil {
                close()
            } else {
                if word.text.isEmpty { word = (x, 0, "") }
                word.text += cell.text
                word.columns += cell.width == .wide ? 2 : 1
            }
        }
        close()
        let lines = Self.strokes(cells, y)
        if !lines.isEmpty { output.append("<path d=\"\(lines)\" fill=\"none\" stroke=\"\(paint.foreground)\"/>") }
        return output
    }

    /// How far a border character reaches from its middle: up, down, left, right.
    private static let edges: [String: (up: Double, down: Double, left: Double, right: Double)] = [
        "│": (0.5, 0.5, 0, 0), "─": (0, 0, 0.5, 0.5), "┘": (0.5, 0, 0.5, 0), "┐": (0, 0.5, 0.5, 0), "┤": (0.5, 0.5, 0.5, 0),
        "└": (0.5, 0, 0, 0.5), "┌": (0, 0.5, 0, 0.5), "├": (0.5, 0.5, 0, 0.5), "┴": (0.5, 0, 0.5, 0.5), "┬": (0, 0.5, 0.5, 0.5),
        "┼": (0.5, 0.5, 0.5, 0.5),
    ]

    /// The strokes of the border characters among these cells; those that lie in one line are one stroke.
    private static func strokes(_ cells: ArraySlice<Cell>, _ y: Int) -> String {
        let (width, height) = (Double(cell.width), Double(cell.height))
        let middle = (Double(y) + 0.5) * height
        var path = ""
        var line: (from: Double, to: Double)?
        func close() {
            if let line, line.to > line.from { path += "M\(number(line.from)) \(number(middle))H\(number(line.to))" }
            line = nil
        }
        for (x, cell) in zip(cells.indices, cells) {
            guard let edge = edges[cell.text] else {
                close()
                continue
            }
            let center = (Double(x) + 0.5) * width
            let (from, to) = (center - edge.left * width, center + edge.right * width)
            if line?.to == from {
                line?.to = to
            } else {
                close()
                line = (from, to)
            }
            if edge.up + edge.down > 0 {
                path += "M\(number(center)) \(number(middle - edge.up * height))V\(number(middle + edge.down * height))"
            }
        }
        close()
        return path
    }

    private static func number(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : String(value) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// A look as SVG writes it.
struct Paint {
    var foreground: String
    var background: String
    var attributes: String

    init(_ look: Appearance, _ ground: (text: String, page: String)) {
        let front = Self.color(look.foreground, else: ground.text)
        let back = Self.color(look.background, else: ground.page)
        let isReversed = look.attributes.contains(.reverse)
        (foreground, background) = isReversed ? (back, front) : (front, back)
        attributes = " fill=\"\(foreground)\""
        if look.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if look.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        if look.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
        if look.attributes.contains(.dim) { attributes += " opacity=\"0.7\"" }
    }

    private static func color(_ ink: ThemeColor?, else own: String) -> String {
        switch ink {
        case .rgb(let red, let green, let blue): "#" + [red, green, blue].map(hex).joined()
        case .indexed(let index): Self.ansi[Int(index) % 16]
        case .terminal, nil: own
        }
    }

    private static func hex(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }

    /// The sixteen colours of xterm.
    private static let ansi = [
        "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f", "#ff0000", "#00ff00",
        "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
    ]
}
