// The keys of a pane or of all panes, from the live keymap, and the syntax of the palette's line.

import Canvas

enum HelpOverlay {
    /// What Enter runs on an entry.
    enum Deed: Hashable {
        case command(Command)
        case verb(PaletteVerb)
    }

    /// A command or a verb, and the lines that show it.
    struct Entry: Hashable {
        let deed: Deed
        let lines: Range<Int>
    }

    /// All lines of the help, and the entries among them.
    struct Content {
        var lines: [StyledLine] = []
        var entries: [Entry] = []
    }

    static func content(_ help: Help, _ model: Model) -> Content {
        let query = FuzzyQuery(help.search.text)
        let columns = Columns(model.view.size)
        var content = Content()
        func add(_ title: String, _ rows: [Row]) {
            let found = rows.filter { query.isInSentence($0.haystack) }
            guard !found.isEmpty else { return }
            if !content.lines.isEmpty { content.lines.append(.empty) }
            content.lines.append(StyledLine(title, .title))
            for row in found {
                let start = content.lines.count
                content.lines += row.lines(columns, query)
                if let deed = row.deed { content.entries.append(Entry(deed: deed, lines: start..<content.lines.count)) }
            }
        }
        for group in CommandSpec.Group.allCases {
            let commands = Command.allCases.filter { command in
                command.spec.group == group && help.pane.map { command.isReachable(in: $0) } ?? true
            }
            add(group.rawValue, commands.map { Row($0, model, place: help.pane == nil) })
        }
        if help.pane == .tasks {
            let legend = PhaseSpark.legend.map { Row(keys: $0.name, help: $0.meaning) }
            add("Column phases: a bar for each part of the time", legend)
        }
        add("Palette", PaletteVerb.allCases.map(Row.init))
        if content.lines.isEmpty { content.lines = [StyledLine("No help entry has these words", .muted)] }
        return content
    }

    /// Keys, the name for the palette and the keymap file where it fits, and a sentence.
    private struct Columns {
        let keys = 11
        let name: Int
        let help: Int

        init(_ size: Size) {
            let width = ScrollBox.width(size) - 5
            name = width >= 100 ? 18 : 0
            help = max(20, min(width, 110) - keys - name)
        }
    }

    private struct Row {
        /// `nil` for an explanation.
        let deed: Deed?
        let keys: String
        let name: String
        let help: String

        init(_ command: Command, _ model: Model, place: Bool) {
            deed = .command(command)
            keys = model.view.keymap.keys(of: command).joined(separator: " ")
            name = command.rawValue
            guard place, case .panes(let panes) = command.spec.scope else {
                help = command.spec.help
                return
            }
            help = command.spec.help + " (\(Pane.allCases.filter(panes.contains).map(\.title).joined(separator: ", ")))"
        }

        init(keys: String, help: String) { (deed, self.keys, name, self.help) = (nil, keys, "", help) }

        init(_ verb: PaletteVerb) {
            deed = .verb(verb)
            keys = ":\(verb.rawValue)"
            name = verb.spec.arguments
            help = verb.spec.help
        }

        var haystack: String { "\(keys) \(name) \(help)" }

        func lines(_ columns: Columns, _ query: FuzzyQuery) -> [StyledLine] {
            WordWrap.lines(help, columns.help).enumerated().map { index, text in
                let isFirst = index == 0
                var spans = lit(isFirst ? keys : "", columns.keys, .footerKey, query)
                if columns.name > 0 { spans += lit(isFirst ? name : "", columns.name, .muted, query) }
                return StyledLine(spans + lit(text, nil, .dialog, query))
            }
        }

        private func lit(_ text: String, _ width: Int?, _ style: Style, _ query: FuzzyQuery) -> [(String, Style)] {
            let cut = width.map { TextWidth.truncate(text, $0 - 1) } ?? text
            let positions = query.positions(inSentence: cut)
            let spans = LitText.pieces(cut[...], from: 0, positions).map { (String($0.0), $0.1 ? Style.match : style) }
            let blanks = width.map { String(repeating: " ", count: max(0, $0 - TextWidth.measure(cut))) } ?? ""
            return spans + [(blanks, style)]
        }
    }

    static func box(_ help: Help, _ model: Model) -> ScrollBox {
        var title = help.pane.map { "Keys in \($0.title)" } ?? "All keys"
        if help.isTyping || !help.search.text.isEmpty { title += " · /\(help.isTyping ? help.search.barred : help.search.text)" }
        // The box keeps its size while the search removes lines.
        let all = help.search.text.isEmpty ? 0 : content(Help(pane: help.pane), model).lines.count
        let shown = content(help, model)
        let selected = shown.entries.indices.contains(help.selected) ? shown.entries[help.selected].lines : nil
        return ScrollBox(lines: shown.lines, title: title, leastHeight: all, selected: selected)
    }
}
