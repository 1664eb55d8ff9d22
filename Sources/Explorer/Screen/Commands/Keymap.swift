// The command of each key in each pane.

import Canvas

/// Keys to commands. A pane's own binding comes before a global one of the same key.
public struct Keymap: Sendable {
    /// The keys under the user's file.
    public let style: KeyStyle
    /// The lines of the user's file.
    private let lines: [ConfigEntry]
    private var keys: [Command: [Key]] = [:]
    private var bindings: [Key: [Command]] = [:]
    /// The keys that begin sequences.
    private var openings: Set<Key> = []

    /// The keys of a style.
    public init(_ style: KeyStyle = .usual) {
        self.init(Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, style.keys(of: $0)) }), style, lines: [])
    }

    init(_ keys: [Command: [Key]], _ style: KeyStyle, lines: [ConfigEntry]) {
        self.keys = keys
        self.style = style
        self.lines = lines
        for command in Command.allCases {
            for key in keys[command] ?? [] {
                bindings[key, default: []].append(command)
                if let opening = key.opening { openings.insert(opening) }
            }
        }
    }

    /// The user's file over another style.
    public func laid(over style: KeyStyle) -> Keymap {
        style == self.style ? self : Keymap.read(lines, over: style).keymap
    }

    /// The command of the key while `pane` has the focus.
    public func command(for key: Key, in pane: Pane) -> Command? {
        let candidates = bindings[key] ?? []
        return candidates.first { $0.isOwn(of: pane) } ?? candidates.first { $0.spec.scope == .everywhere }
    }

    /// Whether another letter follows the key. A key that means something alone begins no sequence.
    func beginsSequence(_ key: Key, in pane: Pane) -> Bool { openings.contains(key) && command(for: key, in: pane) == nil }

    /// The command that a key without a meaning here has in other panes.
    func commandElsewhere(for key: Key) -> Command? { bindings[key]?.first }

    /// The names of a command's keys, in their order.
    public func keys(of command: Command) -> [String] { (keys[command] ?? []).map(\.name) }
}

extension Keymap: Equatable {
    /// Equal keymaps have the same keys, whatever the user's file looks like.
    public static func == (a: Keymap, b: Keymap) -> Bool { a.style == b.style && a.keys == b.keys }
}

extension Command {
    /// Whether the command belongs to that pane, alone or with a few others.
    func isOwn(of pane: Pane) -> Bool {
        if case .panes(let panes) = spec.scope { panes.contains(pane) } else { false }
    }

    /// Whether a key can reach the command while `pane` has the focus.
    public func isReachable(in pane: Pane) -> Bool { spec.scope == .everywhere || isOwn(of: pane) }

    /// Whether one key cannot stand for both commands: both are global, or one pane has both.
    func isRival(of other: Command) -> Bool {
        switch (spec.scope, other.spec.scope) {
        case (.everywhere, .everywhere): true
        case (.panes(let mine), .panes(let others)): !mine.isDisjoint(with: others)
        case (.everywhere, .panes), (.panes, .everywhere): false
        }
    }
}
