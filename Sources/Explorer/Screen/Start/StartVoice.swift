// The start screen in reader mode: what can be opened, and the line that the user goes to.

/// Makes lines of what has changed since the last call. Pure, as `render` is.
public struct StartVoice: Sendable {
    private struct Said: Sendable {
        /// What the selected row says. Another row comes to the place of one that is forgotten.
        var row: String
        var isTyping: Bool
        var showsHelp: Bool
        var problem: String?
        var count: Int
    }

    /// `nil` before the first call.
    private var said: Said?
    private var spoken = SpokenLines()

    public init() {}

    /// The lines to say now; none when nothing has changed that the user needs to know. No line equals the one
    /// before it.
    public mutating func lines(for model: StartModel) -> [String] {
        let row = text(of: model.selected, model)
        let now = Said(
            row: row, isTyping: model.isTyping, showsHelp: model.showsHelp, problem: model.problem, count: model.recent.count)
        defer { said = now }
        var lines = said == nil ? beginning(model) : []
        if now.showsHelp, said?.showsHelp != true {
            lines += StartHelp.rows(model).map { ReaderWords.text("\($0.keys): \($0.text)") }
        }
        if let said, now.count < said.count { lines.append("forgotten") }
        // A key empties the problem, so one that is there has come just now.
        if let problem = now.problem { lines.append(spoken.repeated("Warning: " + problem)) }
        if now.isTyping {
            if said?.isTyping != true { lines.append("editing the address: enter opens it, esc leaves") }
        } else if row != said?.row || said?.isTyping == true {
            lines.append(row)
        }
        return spoken.take(lines)
    }

    private func beginning(_ model: StartModel) -> [String] {
        let help = model.keymap.keys(of: .help).first ?? ":help"
        let found = "\(ReaderWords.count(model.files.count, "file")) in \(model.folder)"
        let recent = ReaderWords.count(model.recent.count, "recent source")
        return ["explorer in reader mode: choose what to open; \(help) lists the keys", "\(found), \(recent)"]
    }

    private func text(of index: Int, _ model: StartModel) -> String {
        let text = model.text(of: model.rows[index])
        let key = model.key(of: index)
        let typed = model.rows[index] == .address ? model.shownAddress : ""
        return ReaderWords.parts([text.title, typed, text.kind, key.isEmpty ? "" : "key \(key)"])
    }
}
