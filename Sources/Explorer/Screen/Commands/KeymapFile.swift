// Reads the user's keymap file: `command = key key`. An error invalidates only its own word, and the
// message suggests a correction.

import Canvas

extension Keymap {
    /// Reads a keymap. A line replaces all keys of its command; an empty value or `[]` removes them. Commands
    /// without a line keep the keys of the style, except those that a line gives to another command.
    public static func parse(
        _ text: String, over style: KeyStyle = .usual
    ) -> (keymap: Keymap, problems: [ConfigProblem]) {
        let (entries, problems) = ConfigLines.parse(text)
        let (keymap, others) = read(entries, over: style)
        return (keymap, (problems + others).sorted { $0.line < $1.line })
    }

    static func read(_ entries: [ConfigEntry], over style: KeyStyle) -> (keymap: Keymap, problems: [ConfigProblem]) {
        var reader = KeymapReader(style: style)
        entries.forEach { reader.read($0) }
        reader.giveRestTheirDefaults()
        reader.reportSequences()
        reader.keepAWayOut()
        return (Keymap(reader.keys, style, lines: entries), reader.problems)
    }

    /// A keymap file that changes nothing: every command with its keys, in comments.
    public static var template: String {
        let groups = CommandSpec.Group.allCases.map { group in
            Command.allCases.filter { $0.spec.group == group }
                .map { "# \($0.spec.help)\n# \($0.rawValue) = \($0.spec.keys.joined(separator: " "))\n" }
                .reduce("# --- \(group.rawValue) ---\n") { $0 + $1 }
        }
        return """
            # Keys of explorer: command = key key …
            # A line replaces all keys of its command; nothing after “=” unbinds them. Remove the # from the lines you change.
            # Keys are characters (q ? G), C-r with Ctrl, A-x with Alt, and enter esc space tab S-tab backspace del ins
            # up down left right home end pgup pgdn f1 … f12, or two letters one after the other, as gg. Shift is part of the character; Ctrl-Enter does not exist in a terminal.
            # `explorer keys` shows the keys in effect and the errors in this file.


            """ + groups.joined(separator: "\n")
    }
}

private struct KeymapReader {
    var keys: [Command: [Key]] = [:]
    var problems: [ConfigProblem] = []
    /// The line number of each command that has a line.
    private var lines: [Command: Int] = [:]
    private let style: KeyStyle

    init(style: KeyStyle) { self.style = style }

    private mutating func report(_ line: Int, _ message: String, _ hint: String) {
        problems.append(ConfigProblem(line: line, message: message, hint: hint))
    }

    mutating func read(_ entry: ConfigEntry) {
        guard let command = Command(rawValue: entry.key) else {
            let guess = ClosestName.match(entry.key, among: Command.allCases.map(\.rawValue))
            let hint = guess.map { "did you mean “\($0)”?" } ?? "“explorer keys” lists the commands"
            return report(entry.line, "unknown command “\(entry.key)”", hint)
        }
        let words = entry.value == "[]" ? [] : entry.value.split(whereSeparator: \.isWhitespace).map(String.init)
        var own: [Key] = []
        for word in words {
            guard let key = Key(name: word) else {
                report(entry.line, "“\(word)” is not a key", Self.hint(word))
                continue
            }
            let rivals = keys.filter { $0.key.isRival(of: command) && $0.value.contains(key) }.keys
            if let rival = rivals.min(by: { lines[$0, default: 0] < lines[$1, default: 0] }) {
                report(
                    entry.line, "“\(key.name)” means \(rival.rawValue) already, by line \(lines[rival, default: 0])",
                    "remove it from one of the two lines")
            } else if own.contains(key) {
                report(entry.line, "“\(key.name)” is bound twice", "\(word) is the same key; remove one")
            } else {
                own.append(key)
            }
        }
        // A line without a valid key was meant to add keys, not to remove them.
        guard words.isEmpty || !own.isEmpty else { return }
        keys[command] = own
        lines[command] = entry.line
        for other in Command.allCases where command.spec.scope == .everywhere && other.spec.scope != .everywhere {
            for key in own where style.keys(of: other).contains(key) && !style.keys(of: command).contains(key) {
                shadowed(key, command, other, entry)
            }
        }
    }

    /// A pane's own key takes precedence over a global one.
    private mutating func shadowed(_ key: Key, _ command: Command, _ other: Command, _ entry: ConfigEntry) {
        guard case .panes(let panes) = other.spec.scope, lines[other] == nil else { return }
        let places = Pane.allCases.filter(panes.contains).map(\.title).joined(separator: " and ")
        report(
            entry.line, "in \(places) “\(key.name)” still means \(other.rawValue)",
            "give \(other.rawValue) another key, or choose another one here")
    }

    mutating func giveRestTheirDefaults() {
        let own = keys
        for command in Command.allCases where lines[command] == nil {
            let takers = own.filter { $0.key.isRival(of: command) }
            let usual = style.keys(of: command)
            // A key that means something alone begins no sequence.
            keys[command] = usual.filter { key in
                !takers.contains { taker in
                    taker.value.contains(key) || key.opening.map { taker.value.contains($0) } == true
                }
            }
            let taken = Set(usual + usual.compactMap(\.opening))
            guard keys[command]?.isEmpty == true, !usual.isEmpty,
                let line = takers.filter({ !taken.isDisjoint(with: $0.value) }).compactMap({ lines[$0.key] }).min()
            else { continue }
            report(line, "this leaves \(command.rawValue) without a key", "add a line: \(command.rawValue) = …")
        }
    }

    /// A key that means something alone in a pane of the command begins no sequence there.
    mutating func reportSequences() {
        for command in Command.allCases {
            guard let line = lines[command] else { continue }
            for key in keys[command] ?? [] {
                guard let first = key.opening, let taker = taker(of: first, beside: command) else { continue }
                report(
                    line, "“\(key.name)” cannot be typed: “\(first.name)” alone means \(taker.rawValue)",
                    "give \(taker.rawValue) another key, or choose another one here")
            }
        }
    }

    private func taker(of key: Key, beside command: Command) -> Command? {
        Command.allCases.first { other in
            let meet = other.isRival(of: command) || other.spec.scope == .everywhere || command.spec.scope == .everywhere
            return meet && keys[other]?.contains(key) == true
        }
    }

    /// Without a key that quits, the user would have to kill the program.
    mutating func keepAWayOut() {
        let exits: [Command] = [.quit, .quitNow, .interrupt]
        guard exits.allSatisfy({ keys[$0]?.isEmpty ?? true }) else { return }
        let line = exits.compactMap { lines[$0] }.max() ?? 1
        for command in Command.allCases { keys[command]?.removeAll { $0 == .control("c") } }
        keys[.interrupt] = [.control("c")]
        report(line, "no key quits the program now, so C-c still does", "bind one to quit, quit-now or interrupt")
    }

    /// The name here of a key that other programs name differently.
    private static func hint(_ word: String) -> String {
        var rest = word.lowercased()
        if rest.hasPrefix("<"), rest.hasSuffix(">") { rest = String(rest.dropFirst().dropLast()) }
        for (prefix, ours) in [
            ("ctrl+", "C-"), ("ctrl-", "C-"), ("^", "C-"), ("alt+", "A-"), ("alt-", "A-"), ("meta-", "A-"), ("m-", "A-"),
        ]
        where rest.hasPrefix(prefix) {
            let name = ours + rest.dropFirst(prefix.count)
            if Key(name: name) != nil { return "write \(name)" }
        }
        if Key(name: rest) != nil { return "write \(rest)" }
        if rest.hasPrefix("shift") || rest.hasPrefix("s-") { return "Shift is part of the character: write G for Shift-g" }
        if rest.hasPrefix("c-") || rest.hasPrefix("ctrl") { return "terminals cannot send this key" }
        return "a character, C-r, A-x, enter, esc, space, tab, pgup, f1 … (“explorer keys --template” lists them)"
    }
}
