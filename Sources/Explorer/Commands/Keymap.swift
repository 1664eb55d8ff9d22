// Which key means which command in which pane.

import Canvas

/// Keys to commands. A pane's own binding comes before a global one of the same key.
public struct Keymap: Sendable, Equatable {
    private var bindings: [Key: [Command]] = [:]

    /// The keys of the command table.
    public init() {
        for command in Command.allCases {
            for name in command.spec.keys {
                if let key = Key(name: name) { bindings[key, default: []].append(command) }
            }
        }
    }

    /// What the key does while `pane` has the focus.
    public func command(for key: Key, in pane: Pane) -> Command? {
        let candidates = bindings[key] ?? []
        return candidates.first { $0.isOwn(of: pane) } ?? candidates.first { $0.spec.scope == .everywhere }
    }

    /// The names of a command's keys, those of the table first.
    public func keys(of command: Command) -> [String] {
        command.spec.keys.filter { name in Key(name: name).map { bindings[$0]?.contains(command) ?? false } ?? false }
    }
}

extension Command {
    /// Whether the command belongs to that pane alone or among few.
    func isOwn(of pane: Pane) -> Bool {
        if case .panes(let panes) = spec.scope { panes.contains(pane) } else { false }
    }

    /// Whether a key can reach the command while `pane` has the focus.
    public func isReachable(in pane: Pane) -> Bool { spec.scope == .everywhere || isOwn(of: pane) }
}
