// The content of help, and its keys: select, run, scroll, search, switch to another pane's keys.

import Canvas

/// The state of the open help.
struct Help: Sendable, Hashable {
    /// The pane whose keys are shown; `nil` for all.
    var pane: Pane?
    var search = TextField()
    var isTyping = false
    var scroll = 0
    /// The index of the selected entry.
    var selected = 0

    init(pane: Pane?) { self.pane = pane }

    mutating func edit(_ body: (inout TextField) -> Void) {
        body(&search)
        (scroll, selected) = (0, 0)
    }

    /// Shows the keys of a pane; `nil` shows all.
    mutating func open(_ pane: Pane?) {
        self.pane = pane
        (scroll, selected) = (0, 0)
    }

    /// The panes in turn, followed by all of them.
    mutating func step(by count: Int) {
        let turns: [Pane?] = Pane.allCases + [nil]
        let index = (turns.firstIndex(of: pane) ?? 0) + count
        open(turns[(index + turns.count) % turns.count])
    }

    /// Moves the selection by some entries, and scrolls until all of its lines are in view.
    mutating func select(by step: Int, _ entries: [Range<Int>], height: Int) {
        guard !entries.isEmpty else { return }
        selected = min(max(0, selected + step), entries.count - 1)
        let lines = entries[selected]
        if selected == 0 {
            // With the title above it.
            scroll = 0
        } else if lines.lowerBound < scroll {
            scroll = lines.lowerBound
        } else if lines.upperBound > scroll + height {
            scroll = min(lines.lowerBound, lines.upperBound - height)
        }
    }

    /// Shows the lines from `top` on. The selection stays where it is in view, else it moves to the edge; at
    /// either end of the help it moves to the end.
    mutating func show(from top: Int, _ entries: [Range<Int>], height: Int, isDown: Bool) {
        if top == scroll {
            selected = isDown ? max(0, entries.count - 1) : 0
        } else if entries.indices.contains(selected) {
            let lines = entries[selected]
            if lines.lowerBound < top {
                selected = entries.firstIndex { $0.lowerBound >= top } ?? entries.count - 1
            } else if lines.upperBound > top + height {
                selected = entries.lastIndex { $0.upperBound <= top + height } ?? 0
            }
        }
        scroll = top
    }
}

extension Model {
    /// Handles a key while help is open.
    mutating func perform(_ help: Help, _ key: Key) -> [Effect] {
        var help = help
        if help.isTyping {
            switch key {
            case .enter: help.isTyping = false
            case .escape:
                help.isTyping = false
                help.edit { $0 = TextField() }
            case .up: move(&help, .up)
            case .down: move(&help, .down)
            case .pageUp: move(&help, .pageUp)
            case .pageDown: move(&help, .pageDown)
            case .tab: help.step(by: 1)
            case .backTab: help.step(by: -1)
            default: help.edit { _ = $0.handle(key) }
            }
            dialogs.open = help
            return []
        }
        switch view.keymap.command(for: key, in: focus) {
        case .back where !help.search.text.isEmpty: help.edit { $0 = TextField() }
        case .help, .back, .quit:
            dialogs.open = nil
            return []
        case .primary: return run(help)
        case .quitNow: return [.screen(.quit)]
        case .filter: help.isTyping = true
        case .nextPane, .right: help.step(by: 1)
        case .previousPane, .left: help.step(by: -1)
        case .endpointsPane: help.open(.endpoints)
        case .requestPane: help.open(.request)
        case .resultPane: help.open(.result)
        case .tasksPane: help.open(.tasks)
        case .servicesPane: help.open(.services)
        case .some(let command): move(&help, command)
        case nil: break
        }
        dialogs.open = help
        return []
    }

    /// Up and down go from entry to entry; longer ways scroll.
    private func move(_ help: inout Help, _ command: Command) {
        guard let distance = command.distance(height: view.size.height / 2) else { return }
        let content = HelpOverlay.content(help, self)
        let (entries, height) = (content.entries.map(\.lines), ScrollBox.height(view.size))
        if command == .up || command == .down { return help.select(by: distance, entries, height: height) }
        let top = ScrollBox.scrolled(help.scroll, by: command, lines: content.lines.count, view.size)
        help.show(from: top, entries, height: height, isDown: distance > 0)
        // The first and the last entry are the ends, wherever the lines were before.
        if command == .top || command == .bottom { help.selected = distance > 0 ? max(0, entries.count - 1) : 0 }
    }

    /// The wheel scrolls lines, as it does everywhere.
    fileprivate func scroll(_ help: inout Help, by lines: Int) {
        let content = HelpOverlay.content(help, self)
        let height = ScrollBox.height(view.size)
        let top = max(0, min(max(0, content.lines.count - height), help.scroll + lines))
        help.show(from: top, content.entries.map(\.lines), height: height, isDown: lines > 0)
    }

    /// Runs the selected entry, or reports why it is unavailable here; then the help stays open.
    private mutating func run(_ help: Help) -> [Effect] {
        let entries = HelpOverlay.content(help, self).entries
        guard entries.indices.contains(help.selected) else { return [] }
        switch entries[help.selected].deed {
        case .command(let command):
            if let reason = whyNotHere(command) {
                say("\(command.spec.title): \(reason)")
                return []
            }
            dialogs.open = nil
            return perform(command)
        case .verb(let verb):
            if let reason = verb.whyUnavailable(in: self) {
                say("\(verb.rawValue): \(reason)")
                return []
            }
            return runOrAsk(verb)
        }
    }
}

extension Help: ScrollDialog {
    var edited: TextField? { isTyping ? search : nil }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func box(_ model: Model) -> ScrollBox { HelpOverlay.box(self, model) }

    /// One entry at a time: all of them are too long to listen to.
    func spoken(_ model: Model) -> SpokenDialog {
        let entries = HelpOverlay.content(self, model).entries
        var spoken = SpokenDialog(texts: [pane.map { "Keys in \($0.title)" } ?? "All keys"])
        if isTyping { spoken.field = SpokenDialog.Field("search", search) }
        guard entries.indices.contains(selected) else {
            spoken.row = "No help entry has these words"
            return spoken
        }
        spoken.row = "\(entries[selected].deed.words(model)) \(selected + 1) of \(entries.count)"
        return spoken
    }

    func turn(_ command: Command, in model: inout Model) -> [Effect] {
        var help = self
        model.scroll(&help, by: command == .up ? -Model.wheelLines : Model.wheelLines)
        model.dialogs.open = help
        return []
    }

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
            : [("enter", "run"), ("j k", "move"), ("tab", "other panes"), ("/", "search"), ("esc", "close")]
    }
}

extension HelpOverlay.Deed {
    /// The keys or the usage, and a sentence.
    fileprivate func words(_ model: Model) -> String {
        switch self {
        case .command(let command):
            let keys = model.view.keymap.keys(of: command).joined(separator: " or ")
            return "\(keys.isEmpty ? ":\(command.rawValue)" : keys): \(command.spec.help)"
        case .verb(let verb): return "\(verb.usage): \(verb.spec.help)"
        }
    }
}
