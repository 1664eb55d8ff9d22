// The box of a dialog, and its text line.

import Canvas

/// A box in the middle.
enum DialogBox {
    /// Clears the box, renders its content, and applies the dialog's background.
    static func draw(_ rect: Rect, title: String, on screen: inout Screen, _ content: (inout Screen, Rect) -> Void) {
        screen.fill(rect, style: .dialog)
        let inside = inside(rect)
        if inside != rect {
            screen.drawBox(rect, style: .borderFocus)
            screen.write(" \(title) ", x: rect.x + 2, y: rect.y, style: .title, in: rect)
        }
        screen.overlay(rect, .surface)
        content(&screen, inside)
    }

    /// A text line with its cursor.
    /// - Parameter empty: the placeholder for an empty line.
    static func draw(_ field: TextField, empty: String = "", at line: Rect, on screen: inout Screen) {
        let (text, cursor) = field.visible(width: max(1, line.width))
        screen.fill(line, style: .input)
        screen.write(text.isEmpty ? empty : text, x: line.x, y: line.y, style: text.isEmpty ? .muted : .input, in: line)
        guard !line.isEmpty else { return }
        screen.drawSelection(of: field, width: max(1, line.width), x: line.x, y: line.y)
        screen.cursor = Point(x: line.x + min(cursor, line.width - 1), y: line.y)
    }

    /// The frame of a box of that size, with its borders.
    /// - Parameter top: the first line, if it fits; centred by default.
    static func frame(width: Int, height: Int, top: Int = .max, on size: Size) -> Rect {
        let width = min(width, size.width)
        let height = min(height, size.height)
        return Rect(x: (size.width - width) / 2, y: min(top, (size.height - height) / 2), width: width, height: height)
    }

    /// The area inside the borders; the whole frame when the borders do not fit.
    static func inside(_ frame: Rect) -> Rect {
        guard frame.width >= 4, frame.height >= 3 else { return frame }
        return frame.inset(dx: frame.width >= 8 ? 2 : 1, dy: 1)
    }
}
