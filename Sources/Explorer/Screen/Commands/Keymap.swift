// The command of each key in each pane.

import Canvas

/// Keys to commands. A pane's own binding comes before a global one of the same key.
public struct Keymap: Sendable, Equatable {
    private var keys: [Command: [Key]] = [:]
    private var bindings: [Key: [Command]] = [:]

    /// The keys of the command table.
    public init() { self.init(Dictionary(uniqueKeysWithValues: Command.allCases.map { ($0, $0.defaultKeys) })) }

    init(_ keys: [Command: [Key]]) {
        self.keys = keys
        for command in Command.allCases {
            for key in keys[command] ?? [] { bindings[key, default: []].append(command) }
        }
    }

    /// The command of the key while `pane` has the focus.
    public func command(for key: Key, in pane: Pane) -> Command? {
        let candidates = bindings[key] ?? []
        return candidates.first { $0.isOwn(of: pane) } ?? candidates.first { $0.spec.scope == .everywhere }
    }

    /// The command that a key without a meaning here has in other panes.
    func commandElsewhere(for key: Key) -> Command? { bindings[key]?.first }

    /// The names of a command's keys, in their order.
    public func keys(of command: Command) -> [String] { (keys[command] ?? []).map(\.name) }
}

extension Command {
    /// The keys of the command table.
    var defaultKeys: [Key] { spec.keys.compactMap(Key.init(name:)) }

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
