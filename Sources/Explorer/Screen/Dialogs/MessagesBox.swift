// The messages of the session, the newest on top.

import Canvas

struct MessagesBox: ScrollDialog {
    var scroll = 0

    var hints: [KeyHint] { [("j k", "move"), ("esc", "close")] }

    func handle(_ key: Key, in model: inout Model) -> [Effect] {
        switch model.view.keymap.command(for: key, in: model.focus) {
        case .back, .quit, .primary: model.dialogs.open = nil
        case .quitNow: return [.screen(.quit)]
        case .some(let command):
            let top = ScrollBox.scrolled(scroll, by: command, lines: Self.lines(model).count, model.view.size)
            model.dialogs.open = MessagesBox(scroll: top)
        case nil: break
        }
        return []
    }

    private static func lines(_ model: Model) -> [StyledLine] {
        if model.notices.log.all.isEmpty { return [StyledLine(noMessages, .muted)] }
        let width = max(10, ScrollBox.width(model.view.size) - 5 - ageWidth)
        return model.notices.log.all.reversed().flatMap { message -> [StyledLine] in
            let age = model.view.motion.elapsed(model.now - message.at)
            return WordWrap.lines(message.text, width).enumerated().map { index, text in
                StyledLine([(TextWidth.pad(index == 0 ? age : "", ageWidth), .muted), (text, message.kind.style)])
            }
        }
    }

    private static let ageWidth = 8

    func box(_ model: Model) -> ScrollBox { ScrollBox(lines: Self.lines(model), title: "Messages · esc closes") }

    /// Without the ages, which would be new with every tick.
    func spoken(_ model: Model) -> SpokenDialog {
        let all = model.notices.log.all.reversed().map(\.text)
        let shown = all.dropFirst(scroll).prefix(ScrollBox.height(model.view.size))
        return SpokenDialog(texts: ["Messages"] + (all.isEmpty ? [Self.noMessages] : Array(shown)))
    }

    private static let noMessages = "There are no messages yet"
}
