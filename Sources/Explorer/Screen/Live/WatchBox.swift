// The dialog of `:watch changes`: what the watched response has changed, the newest on top.

import Canvas
import NetLayer

struct WatchBox: ScrollDialog {
    /// The first task of the watch.
    let watch: TaskID
    var scroll = 0

    private static let ageWidth = 8
    private static let noChange = "Nothing has changed yet"

    var hints: [KeyHint] { [("j k", "move"), ("esc", "close")] }

    private func content(_ model: Model) -> Watch? { model.watches.all.first { $0.first == watch } }

    private func title(_ model: Model) -> String {
        content(model).map { "\(model.name(of: $0)) · \($0.title)" } ?? "No longer watched"
    }

    private func lines(_ model: Model) -> [StyledLine] {
        guard let changes = content(model)?.changes, !changes.isEmpty else { return [StyledLine(Self.noChange, .muted)] }
        return changes.reversed().flatMap { change -> [StyledLine] in
            let age = model.view.motion.elapsed(model.now - change.at)
            let head = StyledLine([
                (TextWidth.pad(age, Self.ageWidth), .muted), ("\(change.number). ", .muted), (change.summary, .title),
            ])
            let margin = String(repeating: " ", count: Self.ageWidth)
            return [head] + change.lines.map { StyledLine([(margin, .text), ($0.text, $0.sign.style)]) }
        }
    }

    func box(_ model: Model) -> ScrollBox { ScrollBox(lines: lines(model), title: title(model)) }

    func handle(_ key: Key, in model: inout Model) -> [Effect] {
        switch model.view.keymap.command(for: key, in: .result) {
        case .back, .quit, .primary: model.dialogs.open = nil
        case .quitNow: return [.screen(.quit)]
        case .some(let command):
            var box = self
            box.scroll = ScrollBox.scrolled(scroll, by: command, lines: lines(model).count, model.view.size)
            model.dialogs.open = box
        case nil: break
        }
        return []
    }

    /// Without the ages, which would be new with every tick.
    func spoken(_ model: Model) -> SpokenDialog {
        guard let changes = content(model)?.changes, !changes.isEmpty else {
            return SpokenDialog(texts: [title(model), Self.noChange])
        }
        let texts = changes.reversed().flatMap { ["change \($0.number): \($0.summary)"] + $0.lines.map(\.text) }
        let shown = texts.dropFirst(scroll).prefix(ScrollBox.height(model.view.size))
        return SpokenDialog(texts: [title(model)] + shown)
    }
}
