// The content of help, and its keys: scroll, search, switch to another pane's keys.

import Canvas

/// The state of the open help.
struct Help: Sendable, Hashable {
    /// The pane whose keys are shown; `nil` for all.
    var pane: Pane?
    var search = TextField()
    var isTyping = false
    var scroll = 0

    mutating func edit(_ body: (inout TextField) -> Void) {
        body(&search)
        scroll = 0
    }

    /// The panes in turn, followed by all of them.
    mutating func step(by count: Int) {
        let turns: [Pane?] = Pane.allCases + [nil]
        let index = (turns.firstIndex(of: pane) ?? 0) + count
        pane = turns[(index + turns.count) % turns.count]
        scroll = 0
    }
}

extension Model {
    /// Handles a key while help is open.
    mutating func perform(_ help: Help, _ key: Key) -> [Effect] {
        var help = help
        if help.isTyping {
            switch key {
            case .enter: help.isTyping = false
            case .escape: (help.isTyping, help.search) = (false, TextField())
            case .up: scroll(&help, .up)
            case .down: scroll(&help, .down)
            case .pageUp: scroll(&help, .pageUp)
            case .pageDown: scroll(&help, .pageDown)
            case .tab: help.step(by: 1)
            case .backTab: help.step(by: -1)
            default: help.edit { _ = $0.handle(key) }
            }
            dialogs.open = help
            return []
        }
        switch view.keymap.command(for: key, in: focus) {
        case .back where !help.search.text.isEmpty: help.edit { $0 = TextField() }
        case .help, .back, .quit, .primary:
            dialogs.open = nil
            return []
        case .quitNow: return [.screen(.quit)]
        case .filter: help.isTyping = true
        case .nextPane, .right: help.step(by: 1)
        case .previousPane, .left: help.step(by: -1)
        case .endpointsPane: (help.pane, help.scroll) = (.endpoints, 0)
        case .requestPane: (help.pane, help.scroll) = (.request, 0)
        case .resultPane: (help.pane, help.scroll) = (.result, 0)
        case .tasksPane: (help.pane, help.scroll) = (.tasks, 0)
        case .servicesPane: (help.pane, help.scroll) = (.services, 0)
        case .some(let command): scroll(&help, command)
        case nil: break
        }
        dialogs.open = help
        return []
    }

    private func scroll(_ help: inout Help, _ command: Command) {
        help.scroll = ScrollBox.scrolled(help.scroll, by: command, lines: HelpOverlay.lines(help, self).count, view.size)
    }
}

extension Help: ScrollDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func box(_ model: Model) -> ScrollBox { HelpOverlay.box(self, model) }

    func paste(_ text: String, in model: inout Model) -> [Effect]? {
        guard isTyping else { return nil }
        var help = self
        help.edit { $0.insert(text) }
        model.dialogs.open = help
        return []
    }

    var hints: [KeyHint] {
        isTyping
            ? [("enter", "keep"), ("↑↓", "move"), ("esc", "clear")]
            : [("j k", "move"), ("tab", "other panes"), ("/", "search"), ("esc", "close")]
    }
}
