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
}

/// A question before something that cannot be undone.
enum Question: Sendable, Hashable {
    case cancelAll(count: Int)
    /// Those in the air that the filtered task table shows.
    case cancelShown([TaskID])
    case cancelUnsafe([TaskID], unsafe: Int)
    case quit(count: Int)

    var lines: [String] {
        switch self {
        case .cancelAll(let count): ["Cancel \(Self.requests(count))?"]
        case .cancelShown(let ids): ["Cancel \(Self.requests(ids.count)), all that the filter shows?"]
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
            case .cancelShown(let ids), .cancelUnsafe(let ids, _):
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
        let width = min(width, screen.size.width)
        let height = min(height, screen.size.height)
        let rect = Rect(x: (screen.size.width - width) / 2, y: (screen.size.height - height) / 2, width: width, height: height)
        screen.fill(rect, style: .dialog)
        var inside = rect
        if width >= 4, height >= 3 {
            screen.box(rect, style: .borderFocus)
            screen.put(" \(title) ", x: rect.x + 2, y: rect.y, style: .title, in: rect)
            inside = rect.inset(dx: width >= 8 ? 2 : 1, dy: 1)
        }
        screen.overlay(rect, .surface)
        content(&screen, inside)
    }
}

enum ConfirmOverlay {
    static func draw(_ question: Question, on screen: inout Screen) {
        let lines = question.lines
        let width = max(lines.map(TextWidth.of).max() ?? 0, 24) + 4
        Dialog.draw(width: width, height: lines.count + 4, title: "Sure?", on: &screen) { screen, area in
            for (index, line) in lines.enumerated() {
                screen.put(line, x: area.x, y: area.y + index, style: .dialog, in: area)
            }
            screen.overlay(area, .surface)
            let y = area.maxY - 1
            let no = screen.put(" n No ", x: area.x, y: y, style: .dialogButtonFocus, in: area)
            screen.put(" y Yes ", x: area.x + no + 1, y: y, style: .dialogButton, in: area)
        }
    }
}
