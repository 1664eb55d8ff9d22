// The messages of the session, the newest on top.

import Canvas

extension Model {
    mutating func scrollMessages(from scroll: Int, _ key: Key) -> [Effect] {
        switch keymap.command(for: key, in: focus) {
        case .back, .quit, .primary: overlay = nil
        case .quitNow: return [.quit]
        case .some(let command):
            let top = ScrollBox.scrolled(scroll, by: command, lines: MessagesOverlay.lines(self).count, size)
            overlay = .messages(scroll: top)
        case nil: break
        }
        return []
    }
}

enum MessagesOverlay {
    static func lines(_ model: Model) -> [StyledLine] {
        if model.messages.all.isEmpty { return [StyledLine("Nothing has been said yet", .muted)] }
        let width = max(10, ScrollBox.width(model.size) - 5 - ageWidth)
        return model.messages.all.reversed().flatMap { message -> [StyledLine] in
            let age = Quantity.duration(model.now - message.at)
            return WordWrap.lines(message.text, width).enumerated().map { index, text in
                StyledLine([(TextWidth.pad(index == 0 ? age : "", ageWidth), .muted), (text, message.kind.style)])
            }
        }
    }

    private static let ageWidth = 8

    static func box(_ model: Model) -> ScrollBox { ScrollBox(lines: lines(model), title: "Messages · esc closes") }

    static func draw(_ model: Model, scroll: Int, on screen: inout Screen) { box(model).draw(scroll: scroll, on: &screen) }
}
