// A tour in a document: a numbered list whose `code` is pressed or typed, and whose **bold** text is what then stands on the screen.

import TestSupport
import Testing

struct TourStep: Equatable {
    enum Part: Equatable {
        /// As the terminal's driver names it: `Enter`, `C-r`, `]`.
        case press(String)
        case type(String)
        /// A line of the palette.
        case command(String)
        case see(String)
    }

    /// In its document, from 1.
    var line: Int
    var parts: [Part]

    /// The steps of the list below a heading, up to the next.
    static func all(in markdown: String, below heading: String) -> [TourStep] {
        var steps: [TourStep] = []
        var isHere = false
        for (index, line) in markdown.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("#") { isHere = line == heading }
            guard isHere else { continue }
            if line.prefixMatch(of: #/\d+\. /#) != nil {
                steps.append(TourStep(line: index + 1, parts: parts(of: line)))
            } else if line.hasPrefix("   "), let last = steps.indices.last {
                steps[last].parts += parts(of: line)
            }
        }
        return steps
    }

    private static func parts(of line: Substring) -> [Part] {
        line.matches(of: /`([^`]+)`|\*\*([^*]+)\*\*/).map { match in
            if let text = match.output.2 { return .see(String(text)) }
            let text = String(match.output.1 ?? "")
            if text.hasPrefix(":"), text.count > 1 { return .command(String(text.dropFirst())) }
            return key(text).map(Part.press) ?? .type(text)
        }
    }

    /// What documents call a key, in the words of the terminal's driver; `nil` for text.
    static func key(_ name: String) -> String? {
        switch name {
        case "Enter", "Tab", "Space": name
        case "Esc": "Escape"
        case _ where name.count == 1: name
        case _ where name.hasPrefix("Ctrl-") && name.count == 6: "C-" + name.dropFirst(5).lowercased()
        case _ where name.hasPrefix("Alt-") && name.count == 5: "M-" + name.dropFirst(4)
        default: nil
        }
    }

    /// Does what it says, and waits for what it promises.
    func walk(_ tmux: Tmux) async throws {
        for part in parts {
            switch part {
            case .press(let key): try await key.count == 1 ? tmux.type(key) : tmux.press(key)
            case .type(let text): try await tmux.type(text)
            case .command(let line): try await tmux.command(line)
            case .see(let text): try await tmux.waitFor(text)
            }
        }
    }
}
