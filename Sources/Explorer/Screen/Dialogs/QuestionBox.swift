// Renders a question and its buttons.

import Canvas

enum QuestionBox {
    static func draw(_ question: Question, on screen: inout Screen) {
        let lines = lines(question, on: screen.size)
        DialogBox.draw(frame(question, on: screen.size), title: "Sure?", on: &screen) { screen, area in
            // The buttons stand below, whatever else has room.
            for (index, line) in lines.prefix(max(0, area.height - 1)).enumerated() {
                screen.write(line, x: area.x, y: area.y + index, style: .dialog, in: area)
            }
            screen.overlay(area, .surface)
            for button in buttons(question, in: area) {
                screen.write(button.title, x: button.rect.x, y: button.rect.y, style: button.style, in: area)
            }
        }
    }

    static func frame(_ question: Question, on size: Size) -> Rect {
        let lines = lines(question, on: size)
        return DialogBox.frame(
            width: max(lines.map(TextWidth.measure).max() ?? 0, 24) + margin, height: lines.count + 4, on: size)
    }

    /// The columns of the borders and of the blanks beside them.
    private static let margin = 4

    private static func lines(_ question: Question, on size: Size) -> [String] {
        let width = max(1, size.width - margin)
        return question.lines.flatMap { TextWidth.measure($0) <= width ? [$0] : WordWrap.lines($0, width) }
    }

    struct Button {
        var title: String
        var key: Key
        var style: Style
        var rect: Rect
    }

    /// The buttons, on the last line of the box; Enter presses the first one.
    static func buttons(_ question: Question, in area: Rect) -> [Button] {
        var x = area.x
        let without: [(String, Key, Style)] = question.canGoWithout ? [(" w Without ", .character("w"), .dialogButton)] : []
        let answers: [(String, Key, Style)] =
            [(" n No ", .character("n"), .dialogButtonFocus)] + without + [(" y Yes ", .character("y"), .dialogButton)]
        return answers.map { title, key, style in
            defer { x += TextWidth.measure(title) + 1 }
            return Button(
                title: title, key: key, style: style,
                rect: Rect(x: x, y: area.maxY - 1, width: TextWidth.measure(title), height: 1))
        }
    }
}
