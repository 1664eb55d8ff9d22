// The completions of a word, in each shell's format. Pure.

import ArgumentParser
import Canvas

struct Candidate {
    let text: String
    /// The note that zsh and fish show beside the candidate.
    var note = ""

    init(_ text: String, _ note: String = "") {
        self.text = text
        self.note = note
    }

    /// The most candidates; more would not help the user to choose.
    private static let most = 2_000
    private static let longestNote = 80

    /// The candidates that begin with the typed word, one a line.
    static func lines(_ candidates: [Candidate], completing line: TypedLine, for shell: CompletionShell?) -> [String] {
        let fitting = candidates.filter { candidate in
            // A line break or control byte from a description could become another candidate, or
            // control the terminal.
            candidate.text.hasPrefix(line.word) && Printable.visible(candidate.text) == candidate.text
                && (shell != .bash || line.isSingleQuoted || candidate.isSafeInBash)
        }
        return fitting.prefix(most).map { $0.formatLine(for: shell) }
    }

    /// Whether bash can insert the candidate: it quotes the text as a file name, but still
    /// expands these characters.
    private var isSafeInBash: Bool { !text.contains { "$`!".contains($0) } }

    private func formatLine(for shell: CompletionShell?) -> String {
        let note = note.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(Self.longestNote)
        let beside = Printable.visible(String(note))
        switch shell {
        // `compgen -W` expands its words like typed ones: without quotes, a description could run commands.
        case .bash?: return ShellLine.quoted(text)
        // `_describe` splits at the first unescaped colon.
        case .zsh?:
            let escaped = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return note.isEmpty ? escaped : "\(escaped):\(beside)"
        case .fish?: return note.isEmpty ? text : "\(text)\t\(beside)"
        default: return text
        }
    }
}
