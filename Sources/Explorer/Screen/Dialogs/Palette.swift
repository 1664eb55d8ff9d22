// The palette's line and its possible meanings: every command by name, and the verbs that take words.

import Canvas

/// The state of the open palette.
struct Palette: Sendable, Hashable {
    var line = TextField()
    var list = ListState()
    /// The index of the history line that is shown, from the newest; `nil` for a typed line.
    var recalled: Int?
    /// Why the line could not be run.
    var problem: String?

    /// One line of the list.
    struct Entry: Hashable {
        enum Deed: Hashable {
            case command(Command)
            case verb(PaletteVerb)
            /// The word that completes the line.
            case word(String)
        }

        let deed: Deed
        let name: String
        let help: String
        var keys = ""
        /// Why the entry is unavailable now.
        var reason: String?
        var lit: [Int] = []
        var helpLit: [Int] = []
    }

    /// The verb at the beginning of the line, when words may follow it, and those words; the
    /// last word is incomplete.
    var parts: (verb: PaletteVerb, words: [String], partial: String)? {
        let text = line.text.drop { $0 == " " }
        guard let space = text.firstIndex(of: " "), let verb = PaletteVerb(rawValue: String(text[..<space])) else { return nil }
        let rest = text[space...]
        let words = rest.split(separator: " ").map(String.init)
        if rest.last == " " || words.isEmpty { return (verb, words, "") }
        return (verb, words.dropLast(), words.last ?? "")
    }

    /// The possible meanings of the line, the likeliest first.
    func entries(_ model: Model) -> [Entry] {
        if let (verb, words, partial) = parts { return Self.completions(verb, words, partial, model) }
        return Self.commands(line.text, model)
    }

    private static func completions(_ verb: PaletteVerb, _ words: [String], _ partial: String, _ model: Model) -> [Entry] {
        let query = FuzzyQuery(partial)
        let scored = verb.completions(after: words, in: model).compactMap { completion -> (Entry, Int)? in
            guard let match = query.match(completion.word) else { return nil }
            return (
                Entry(deed: .word(completion.word), name: completion.word, help: completion.note, lit: match.positions),
                match.score
            )
        }
        return stable(scored)
    }

    /// All commands and verbs. Without words, the available ones come first, in the footer's order.
    private static func commands(_ text: String, _ model: Model) -> [Entry] {
        let query = FuzzyQuery(text)
        let verbs = PaletteVerb.allCases.map { verb in
            Entry(
                deed: .verb(verb), name: "\(verb.rawValue) \(verb.spec.arguments)".trimmingEnd, help: verb.spec.help,
                reason: verb.whyUnavailable(in: model))
        }
        let taken = Set(PaletteVerb.allCases.map(\.rawValue))
        let commands = Command.allCases.filter { $0 != .palette && !taken.contains($0.rawValue) }
            .sorted { $0.rank < $1.rank }
            .map { command in
                Entry(
                    deed: .command(command), name: command.rawValue, help: command.spec.help,
                    keys: model.view.keymap.keys(of: command).joined(separator: " "), reason: model.whyNotHere(command))
            }
        // Users know the movement keys, and rarely look for them here.
        let open = (commands + verbs).filter { $0.reason == nil }
        let near = open.filter(\.isProminent) + open.filter { !$0.isProminent && !$0.isMoving }
        let all = near + open.filter(\.isMoving) + (commands + verbs).filter { $0.reason != nil }
        return stable(all.compactMap { $0.matching(query) })
    }

    private static func stable(_ scored: [(entry: Entry, score: Int)]) -> [Entry] {
        // Of names with a similar score, an available one comes first.
        func rank(_ item: (entry: Entry, score: Int)) -> Int { item.score - (item.entry.reason == nil ? 0 : 300) }
        return scored.enumerated().sorted { (rank($1.element), $0.offset) < (rank($0.element), $1.offset) }.map(\.element.entry)
    }
}

extension Palette.Entry {
    fileprivate var isProminent: Bool {
        switch deed {
        case .command(let command): command.spec.prominence != nil && !isMoving
        case .verb: true
        case .word: false
        }
    }
    fileprivate var isMoving: Bool { if case .command(let command) = deed { command.spec.group == .moving } else { false } }

    /// The entry with its match highlighted, and its score; names score higher than help texts.
    fileprivate func matching(_ query: FuzzyQuery) -> (Palette.Entry, Int)? {
        if query.isEmpty { return (self, 0) }
        var entry = self
        if let match = query.match(name) {
            entry.lit = match.positions
            // Of names with the same score, the shortest comes first.
            return (entry, match.score - name.utf8.count)
        }
        guard let match = query.match(name + " " + help, allowingAbbreviations: false) else { return nil }
        entry.lit = match.positions.filter { $0 < name.utf8.count }
        entry.helpLit = match.positions.map { $0 - name.utf8.count - 1 }.filter { $0 >= 0 }
        return (entry, match.score - 500)
    }
}

extension Model {
    /// Why a command has no effect here, even in the pane that it belongs to.
    func whyNotHere(_ command: Command) -> String? {
        if case .panes(let panes) = command.spec.scope, !panes.contains(focus) {
            return "Works in \(Pane.allCases.filter(panes.contains).map(\.title).joined(separator: " and "))"
        }
        return whyUnavailable(command)
    }
}

extension Command {
    /// The footer's order, then the table's.
    fileprivate var rank: Int { spec.prominence ?? 100 }
}

extension String {
    fileprivate var trimmingEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
