// The keys of the open palette: type, choose, complete, recall, run.

import Canvas

extension Model {
    mutating func openPalette() { dialogs.open = Palette() }

    /// Opens the palette with a verb, ready for its words.
    mutating func openPalette(with verb: PaletteVerb) {
        var palette = Palette()
        palette.edit { $0 = TextField(verb.rawValue + " ") }
        dialogs.open = palette
    }

    /// Handles a key while the palette is open.
    mutating func perform(_ palette: Palette, _ key: Key) -> [Effect] {
        var palette = palette
        let entries = palette.entries(self)
        switch key {
        case .escape, .control("c"):
            dialogs.open = nil
            return view.themes.show(nil)
        case .enter: return run(palette, entries)
        case .tab: palette.complete(entries)
        case .up where palette.list.selected == 0, .control("p"): palette.recall(1, dialogs.paletteHistory)
        case .down where palette.recalled != nil, .control("n"): palette.recall(-1, dialogs.paletteHistory)
        case .up, .backTab: palette.list.move(by: -1, count: entries.count, height: PaletteOverlay.listHeight(view.size))
        case .down: palette.list.move(by: 1, count: entries.count, height: PaletteOverlay.listHeight(view.size))
        case .pageUp, .pageDown:
            let height = PaletteOverlay.listHeight(view.size)
            palette.list.move(by: key == .pageUp ? 1 - height : height - 1, count: entries.count, height: height)
        case .backspace where palette.line.text.isEmpty:
            dialogs.open = nil
            return view.themes.show(nil)
        default: palette.edit { _ = $0.handle(key) }
        }
        return keep(palette)
    }

    mutating func paste(_ text: String, into palette: Palette) -> [Effect] {
        var palette = palette
        palette.edit { $0.insert(text) }
        return keep(palette)
    }

    /// Stores the changed palette, and previews the selected theme.
    private mutating func keep(_ palette: Palette) -> [Effect] {
        dialogs.open = palette
        guard palette.parts?.verb == .theme else { return view.themes.show(nil) }
        let entries = palette.entries(self)
        guard entries.indices.contains(palette.list.selected), case .word(let name) = entries[palette.list.selected].deed else {
            return view.themes.show(nil)
        }
        return view.themes.show(name)
    }

    private mutating func run(_ palette: Palette, _ entries: [Palette.Entry]) -> [Effect] {
        var palette = palette
        let chosen = entries.indices.contains(palette.list.selected) ? entries[palette.list.selected] : nil
        if let (verb, words, partial) = palette.parts {
            var words = words
            if case .word(let word) = chosen?.deed { words.append(word) } else if !partial.isEmpty { words.append(partial) }
            return run(verb, words, &palette)
        }
        if let reason = chosen?.reason {
            palette.problem = reason
            return keep(palette)
        }
        switch chosen?.deed {
        case .command(let command):
            remember(command.rawValue)
            dialogs.open = nil
            return perform(command)
        case .verb(let verb) where verb.spec.least == 0: return run(verb, [], &palette)
        case .verb:
            palette.complete(entries)
            return keep(palette)
        case .word, nil:
            let typed = palette.line.text.split(separator: " ").first.map(String.init) ?? ""
            palette.problem = "There is no command “\(typed)”; backspace shows the commands"
            return keep(palette)
        }
    }

    /// Runs a verb that needs no words; for another one, opens the palette, ready for its words.
    mutating func runOrAsk(_ verb: PaletteVerb) -> [Effect] {
        guard verb.spec.least == 0 else {
            openPalette(with: verb)
            return []
        }
        var palette = Palette()
        return run(verb, [], &palette)
    }

    private mutating func run(_ verb: PaletteVerb, _ words: [String], _ palette: inout Palette) -> [Effect] {
        if let most = verb.spec.most, words.count > most {
            palette.problem = "Too many arguments: \(verb.rawValue) \(verb.spec.arguments)"
            return keep(palette)
        }
        if words.count < verb.spec.least, !verb.completions(after: words, in: self).isEmpty {
            palette.problem = "Missing argument: \(verb.rawValue) \(verb.spec.arguments)"
            return keep(palette)
        }
        dialogs.open = nil
        do throws(PaletteProblem) {
            let effects = try verb.perform(words, &self)
            remember(([verb.rawValue] + words).joined(separator: " "))
            return effects
        } catch {
            palette.problem = error.text
            return keep(palette)
        }
    }

    private mutating func remember(_ line: String) {
        dialogs.paletteHistory.removeAll { $0 == line }
        dialogs.paletteHistory.append(line)
        if dialogs.paletteHistory.count > 100 { dialogs.paletteHistory.removeFirst() }
    }
}

extension Palette {
    mutating func edit(_ body: (inout TextField) -> Void) {
        let before = line.text
        body(&line)
        problem = nil
        guard line.text != before else { return }
        list = ListState()
        recalled = nil
    }

    /// Completes the line with the chosen entry.
    mutating func complete(_ entries: [Entry]) {
        guard entries.indices.contains(list.selected) else { return }
        let text: String
        switch entries[list.selected].deed {
        case .command(let command): text = command.rawValue
        case .verb(let verb): text = verb.rawValue + (verb.spec.most == 0 ? "" : " ")
        case .word(let word):
            guard let (verb, words, _) = parts else { return }
            let goesOn = words.count + 1 < verb.spec.most ?? .max
            text = ([verb.rawValue] + words + [word]).joined(separator: " ") + (goesOn ? " " : "")
        }
        edit { $0 = TextField(text) }
    }

    /// Moves through the lines that were run, 1 to older lines, -1 to newer ones; after the
    /// newest the line is empty.
    mutating func recall(_ step: Int, _ history: [String]) {
        let next = (recalled ?? -1) + step
        guard next < history.count else { return }
        edit { $0 = TextField(next < 0 ? "" : history[history.count - 1 - next]) }
        recalled = next < 0 ? nil : next
    }
}

extension Palette {
    /// The hints in the footer.
    var hints: [(key: String, title: String)] {
        [("enter", "run"), ("↑↓", "choose or recall"), ("tab", "complete"), ("esc", "close")]
    }
}

extension Palette: Dialog {
    var edited: TextField? { line }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.perform(self, key) }
    func paste(_ text: String, in model: inout Model) -> [Effect]? { model.paste(text, into: self) }
    func frame(_ model: Model) -> Rect { PaletteOverlay.frame(entries(model).count, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { PaletteOverlay.draw(self, model, on: &screen) }

    /// The selected meaning of the line; of a line of the history, the line.
    func spoken(_ model: Model) -> SpokenDialog {
        let entries = entries(model)
        var spoken = SpokenDialog(texts: ["Command line"], problem: problem)
        if recalled != nil {
            spoken.row = "line \(line.text)"
        } else if entries.indices.contains(list.selected) {
            let entry = entries[list.selected]
            let text = entry.reason.map { "unavailable: \($0)" } ?? entry.help
            spoken.row = ReaderWords.parts([entry.name, text, "\(list.selected + 1) of \(entries.count)"])
        } else {
            spoken.row = PaletteOverlay.emptyHint(self)
        }
        return spoken
    }

    /// A click on an entry runs it.
    func press(_ point: Point, in frame: Rect, of model: inout Model) -> [Effect] {
        let list = PaletteOverlay.parts(of: DialogBox.inside(frame), on: model.view.size).list
        var palette = self
        let index = palette.list.top + point.y - list.y
        let count = palette.entries(model).count
        guard list.contains(point), index < count else { return [] }
        palette.list.selectInPlace(index, count: count, height: list.height)
        return model.perform(palette, Key.enter)
    }
}
