// The key reference that `explorer keys` prints and docs/KEYS.md contains, from the live table.

/// Writes the keys of a keymap as text.
public enum KeyReference {
    /// Columns of plain text: keys, name, help; then the verbs of the palette.
    public static func text(_ keymap: Keymap = Keymap()) -> String {
        let width = PaletteVerb.allCases.map(\.usage.count).max() ?? 0
        let verbs = PaletteVerb.allCases.map { "  \($0.usage.padded(width))  \($0.spec.help)" }
        return keys(keymap) + (["", "Palette"] + verbs).joined(separator: "\n") + "\n"
    }

    private static func keys(_ keymap: Keymap) -> String {
        sections { group, commands in
            let rows = commands.map { ($0.keys(keymap), $0.rawValue, $0.spec.help) }
            let width = rows.map(\.0.count).max() ?? 0
            let nameWidth = rows.map(\.1.count).max() ?? 0
            return ["\(group.rawValue)"] + rows.map { "  \($0.0.padded(width))  \($0.1.padded(nameWidth))  \($0.2)" } + [""]
        }
    }

    /// A Markdown page.
    public static func markdown(_ keymap: Keymap = Keymap()) -> String {
        let commands = sections { group, commands in
            ["## \(group.rawValue)", "", "| keys | command | what it does | where |", "| --- | --- | --- | --- |"]
                + commands.map {
                    "| `\($0.keys(keymap).replacing("|", with: "\\|"))` | \($0.rawValue) | \($0.spec.help) | \($0.place) |"
                } + [""]
        }
        let palette =
            ["", "## Palette", "", "| line | what it does |", "| --- | --- |"]
            + PaletteVerb.allCases.map { "| `\($0.usage)` | \($0.spec.help) |" }
        return "# Keys\n\nMade from the command table by `make snap`; do not edit.\n\n" + commands + vim
            + palette.joined(separator: "\n") + "\n"
    }

    /// The commands that have other keys in the style of vim.
    private static var vim: String {
        let changed = Command.allCases.filter { KeyStyle.vim.keyNames(of: $0) != KeyStyle.usual.keyNames(of: $0) }
        let rows: [String] = changed.map { command in
            let keys = KeyStyle.vim.keyNames(of: command).joined(separator: " ")
            return "| `\(keys)` | \(command.rawValue) |"
        }
        let text = "`keys = vim` in the settings, or `:set keys vim`, changes the keys of these commands."
        return (["", "## Vim", "", text, "", "| keys | command |", "| --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }

    private static func sections(_ lines: (CommandSpec.Group, [Command]) -> [String]) -> String {
        CommandSpec.Group.allCases.flatMap { group in lines(group, Command.allCases.filter { $0.spec.group == group }) }
            .joined(separator: "\n")
    }
}

extension Command {
    fileprivate func keys(_ keymap: Keymap) -> String { keymap.keys(of: self).joined(separator: " ") }

    fileprivate var place: String {
        switch spec.scope {
        case .everywhere: "everywhere"
        case .panes(let panes): Pane.allCases.filter(panes.contains).map { $0.title.lowercased() }.joined(separator: ", ")
        }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
