// Several screens as one animated picture. It is SVG with CSS keyframes and no scripts, so that it also plays in an <img>.

import Canvas

struct AnimatedPicture {
    struct Frame {
        let screen: Screen
        /// One row, shown below the screen.
        let caption: Screen
        let seconds: Double
    }

    /// The space of the caption below the screen, in pixels.
    private static let captionHeight = 41

    let frames: [Frame]
    let theme: Theme
    /// The frame for readers who prefer reduced motion, and for programs that ignore CSS.
    let still: Int

    var svg: String {
        let size = frames.first?.screen.size ?? Size(width: 0, height: 0)
        let (width, height) = (size.width * ScreenPicture.cell.width, size.height * ScreenPicture.cell.height)
        var rows = SharedRows()
        let groups = frames.indices.flatMap { group($0, below: height, &rows) }
        let page = ScreenPicture(Screen(size: size), theme).paint(.text).background
        let parts =
            [ScreenPicture.openingTag(width: width, height: height + Self.captionHeight)] + style + ["<defs>"] + rows.definitions
            + ["</defs>", "<rect width=\"\(width)\" height=\"\(height + Self.captionHeight)\" fill=\"\(page)\"/>"] + groups
        return parts.joined(separator: "\n") + "\n</svg>\n"
    }

    /// A frame refers to its rows; all but the still frame begin hidden.
    private func group(_ index: Int, below height: Int, _ rows: inout SharedRows) -> [String] {
        let frame = frames[index]
        let picture = ScreenPicture(frame.screen, theme)
        var output = ["<g id=\"frame\(index + 1)\" class=\"frame\"\(index == still ? "" : " visibility=\"hidden\"")>"]
        for y in 0..<frame.screen.size.height {
            output += rows.use(picture.row(y, drawnAt: 0), y: y * ScreenPicture.cell.height)
        }
        if let cursor = frame.screen.cursor {
            let (x, y) = (cursor.x * ScreenPicture.cell.width, cursor.y * ScreenPicture.cell.height)
            output.append(
                "<rect x=\"\(x)\" y=\"\(y)\" width=\"2\" height=\"\(ScreenPicture.cell.height)\" fill=\"\(picture.paint(.text).foreground)\"/>"
            )
        }
        let caption = ScreenPicture(frame.caption, theme).row(0, drawnAt: 0)
        output += rows.use(caption, y: height + (Self.captionHeight - ScreenPicture.cell.height) / 2)
        return output + ["</g>"]
    }

    /// Shows one frame after the other, for ever. `step-end` keeps a frame as it is until the next keyframe.
    private var style: [String] {
        let total = frames.reduce(0) { $0 + $1.seconds }
        var lines = [
            "<style>", "@media (prefers-reduced-motion: no-preference) {",
            ".frame { visibility: hidden; animation: \(Self.number(total))s step-end infinite }",
        ]
        lines += frames.indices.map { "#frame\($0 + 1) { animation-name: show\($0 + 1) }" }
        lines.append("}")
        var start = 0.0
        for (index, frame) in frames.enumerated() {
            let end = start + frame.seconds
            var steps = [(start, "visible")]
            if index > 0 { steps.insert((0, "hidden"), at: 0) }
            if index < frames.count - 1 { steps.append((end, "hidden")) }
            let keyframes = steps.map { "\(Self.number($0.0 / total * 100))% { visibility: \($0.1) }" }
            lines.append("@keyframes show\(index + 1) { \(keyframes.joined(separator: " ")) }")
            start = end
        }
        return lines + ["</style>"]
    }

    /// At most three digits after the point.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}

/// Rows that are drawn once, in the first place of a picture, and used in each frame and place that shows them.
private struct SharedRows {
    private(set) var definitions: [String] = []
    private var names: [[String]: String] = [:]

    /// The element that shows these elements `y` pixels further down; none for an empty row.
    mutating func use(_ row: [String], y: Int) -> [String] {
        guard !row.isEmpty else { return [] }
        if names[row] == nil {
            let name = "row\(names.count + 1)"
            names[row] = name
            definitions += ["<g id=\"\(name)\">"] + row + ["</g>"]
        }
        return names[row].map { ["<use href=\"#\($0)\" y=\"\(y)\"/>"] } ?? []
    }
}
