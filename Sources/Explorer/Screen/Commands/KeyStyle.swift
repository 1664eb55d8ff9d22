// The keys of the commands before the user's keymap file: the usual ones, or those that users of vim expect.

import Canvas

/// A set of keys for all commands.
public enum KeyStyle: String, CaseIterable, Sendable {
    /// Those of the command table.
    case usual
    /// Those of vim, where vim has the same action. The keys of the command table that vim has too stay.
    case vim

    /// The names of the keys that differ from the command table.
    private var changes: [Command: [String]] {
        switch self {
        case .usual: [:]
        case .vim:
            [
                .top: ["gg", "home"], .nextTab: [".", "gt"], .previousTab: [",", "gT"], .copy: ["yy"], .undo: ["u", "U"],
                // `n` is the next match.
                .newRequest: ["+"],
            ]
        }
    }

    /// The names of a command's keys.
    func keyNames(of command: Command) -> [String] { changes[command] ?? command.spec.keys }

    func keys(of command: Command) -> [Key] { keyNames(of: command).compactMap(Key.init(name:)) }
}

extension Model {
    /// The key, or the sequence that it ends; `nil` while a second letter is awaited, and for two letters that
    /// mean nothing together.
    mutating func completed(_ key: Key, after first: Key?) -> Key? {
        guard takesSequences, case .character(let letter) = key else { return key }
        if case .character(let begun)? = first {
            let both = Key.sequence(begun, letter)
            return view.keymap.command(for: both, in: focus) == nil ? nil : both
        }
        guard view.keymap.beginsSequence(key, in: focus) else { return key }
        view.pendingKey = key
        return nil
    }

    /// Letters are neither typed nor keys of the dialog itself.
    private var takesSequences: Bool {
        if let dialog = dialogs.open { return dialog.takesSequences && dialog.edited == nil }
        return !isEditing
    }
}
