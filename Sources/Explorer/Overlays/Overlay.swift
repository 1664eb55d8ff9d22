// What lies over the panes and has all keys while it is there: help, and questions whose default is No.

import Canvas
import NetLayer

enum Overlay: Sendable, Hashable {
    case help(scroll: Int)
    case confirm(Question)

    func draw(_ model: Model, on screen: inout Screen) {
        switch self {
        case .help(let scroll): HelpOverlay.draw(model, scroll: scroll, on: &screen)
        case .confirm(let question): ConfirmOverlay.draw(question, on: &screen)
        }
    }

    /// Where it stands, borders included.
    func frame(_ model: Model) -> Rect {
        let size =
            switch self {
            case .help: HelpOverlay.size(HelpOverlay.lines(model), on: model.size)
            case .confirm(let question): ConfirmOverlay.size(question)
            }
        return Dialog.frame(width: size.width, height: size.height, on: model.size)
    }
}

/// A question before something that cannot be undone.
enum Question: Sendable, Hashable {
    case cancelAll(count: Int)
    case cancelUnsafe([TaskID], unsafe: Int)
    case quit(count: Int)

    var lines: [String] {
        switch self {
        case .cancelAll(let count): ["Cancel \(Self.requests(count))?"]
        case .cancelUnsafe(let ids, let unsafe):
            ["Cancel \(Self.requests(ids.count))?", "\(unsafe) of them may have changed something on the server already."]
        case .quit(let count): ["\(Self.requests(count)) in the air.", "Cancel and quit?"]
        }
    }

    private static func requests(_ count: Int) -> String { count == 1 ? "1 request" : "\(count) requests" }
}

extension Model {
    /// A key while an overlay is open.
    mutating func perform(_ overlay: Overlay, _ key: Key) -> [Effect] {
        switch overlay {
        case .confirm(let question): return answer(question, key)
        case .help(let scroll):
            switch keymap.command(for: key, in: focus) {
            case .some(let command) where command.distance(height: size.height / 2) != nil:
                let last = max(0, HelpOverlay.lines(self).count - HelpOverlay.height(size))
                self.overlay = .help(scroll: max(0, min(last, scroll + (command.distance(height: size.height / 2) ?? 0))))
            case .help, .back, .quit, .primary: self.overlay = nil
            case .quitNow: return [.quit]
            default: break
            }
            return []
        }
    }

    private mutating func answer(_ question: Question, _ key: Key) -> [Effect] {
        switch key {
        case .character("y"), .character("Y"):
            overlay = nil
            switch question {
            case .cancelAll:
                tasks.marks = []
                return [.cancelAll]
            case .cancelUnsafe(let ids, _):
                tasks.marks = []
                return [.cancel(ids)]
            case .quit: return [.quit]
            }
        case .character("n"), .character("N"), .character("q"), .escape, .enter, .control("c"): overlay = nil
        default: break
        }
        return []
    }
}

/// A box in the middle.
enum Dialog {
    /// Clears the box, draws what belongs in it, and lays the dialog's ground under it.
    static func draw(width: Int, height: Int, title: String, on screen: inout Screen, _ content: (inout Screen, Rect) -> Void) {
        let rect = frame(width: width, height: height, on: screen.size)
        screen.fill(rect, style: .dialog)
        let inside = inside(rect)
        if inside != rect {
            screen.box(rect, style: .borderFocus)
            screen.put(" \(title) ", x: rect.x + 2, y: rect.y, style: .title, in: rect)
        }
        screen.overlay(rect, .surface)
        content(&screen, inside)
    }

    /// Where a box of that size stands, borders included.
    static func frame(width: Int, height: Int, on size: Size) -> Rect {
        let width = min(width, size.width)
        let height = min(height, size.height)
        return Rect(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    }

    /// What its borders leave; all of it where there is no room for them.
    static func inside(_ frame: Rect) -> Rect {
        guard frame.width >= 4, frame.height >= 3 else { return frame }
        return frame.inset(dx: frame.width >= 8 ? 2 : 1, dy: 1)
    }
}

enum ConfirmOverlay {
    static func draw(_ question: Question, on screen: inout Screen) {
        let lines = question.lines
        let size = size(question)
        Dialog.draw(width: size.width, height: size.height, title: "Sure?", on: &screen) { screen, area in
            for (index, line) in lines.enumerated() {
                screen.put(line, x: area.x, y: area.y + index, style: .dialog, in: area)
            }
            screen.overlay(area, .surface)
            for button in buttons(in: area) {
                screen.put(button.title, x: button.rect.x, y: button.rect.y, style: button.style, in: area)
            }
        }
    }

    /// The box, borders included.
    static func size(_ question: Question) -> Size {
        let lines = question.lines
        return Size(width: max(lines.map(TextWidth.of).max() ?? 0, 24) + 4, height: lines.count + 4)
    }

    struct Button {
        var title: String
        var key: Key
        var style: Style
        var rect: Rect
    }

    /// The answers, on the last line of the box; the first one is what Enter gives.
    static func buttons(in area: Rect) -> [Button] {
        var x = area.x
        let answers: [(String, Key, Style)] = [
            (" n No ", .character("n"), .dialogButtonFocus), (" y Yes ", .character("y"), .dialogButton),
        ]
        return answers.map { title, key, style in
            defer { x += TextWidth.of(title) + 1 }
            return Button(
                title: title, key: key, style: style, rect: Rect(x: x, y: area.maxY - 1, width: TextWidth.of(title), height: 1))
        }
    }
}
