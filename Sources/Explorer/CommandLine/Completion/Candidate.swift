// What may stand in the place of a word that is completed, as each shell wants it. Pure.

import ArgumentParser
import Canvas

struct Candidate {
    let text: String
    /// What zsh and fish show beside it.
    var note = ""

    init(_ text: String, _ note: String = "") {
        self.text = text
        self.note = note
    }

    /// More would help nobody to choose.
    private static let most = 2_000
    private static let longestNote = 80

    /// Those that begin as what is typed, a line each.
    static func lines(_ candidates: [Candidate], completing line: TypedLine, for shell: CompletionShell?) -> [String] {
        let fitting = candidates.filter { candidate in
            // A line break or control byte from a description would be another candidate, or worse.
            candidate.text.hasPrefix(line.word) && Printable.visible(candidate.text) == candidate.text
                && (shell != .bash || line.isSingleQuoted || candidate.isSafeInBash)
        }
        return fitting.prefix(most).map { $0.line(for: shell) }
    }

    /// What bash puts into the line it quotes as a file's name, in which it lets variables be.
    private var isSafeInBash: Bool { !text.contains { "$`!".contains($0) } }

    private func line(for shell: CompletionShell?) -> String {
        let note = note.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(Self.longestNote)
        let beside = Printable.visible(String(note))
        switch shell {
        // `compgen -W` expands its words as if they were typed: unquoted, a description could run commands.
        case .bash?: return ShellLine.quoted(text)
        // `_describe` splits at the first colon that is bare.
        case .zsh?:
            let escaped = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return note.isEmpty ? escaped : "\(escaped):\(beside)"
        case .fish?: return note.isEmpty ? text : "\(text)\t\(beside)"
        default: return text
        }
    }
}
