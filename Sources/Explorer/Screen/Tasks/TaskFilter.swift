// The filter of the task table: words that a row contains, and terms such as `state:failed`.

import NetLayer

/// Words that must all occur; a leading `!` inverts the filter.
///
/// `state:`, `service:`, `method:`, `status:` and `kind:` compare one property and match its beginning;
/// `status:4xx` is a class; `state:live` and `state:ended` match active and ended tasks; `group:41` is
/// that group with its members.
struct TaskFilter: Sendable, Hashable {
    private enum Field: String, Sendable { case state, service, method, status, kind, group }
    private struct Term: Sendable, Hashable {
        var field: Field?
        var text: String
    }

    private let terms: [Term]
    private let isInverted: Bool

    init(_ text: String) {
        isInverted = text.hasPrefix("!")
        terms = text.drop { $0 == "!" }.lowercased().split(separator: " ").map { word in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let field = Field(rawValue: String(parts[0])) else { return Term(text: String(word)) }
            return Term(field: field, text: String(parts[1]))
        }
    }

    var isEmpty: Bool { terms.isEmpty }

    func passes(_ row: TaskRow) -> Bool { isEmpty || terms.allSatisfy { Self.matches($0, row) } != isInverted }

    private static func matches(_ term: Term, _ row: TaskRow) -> Bool {
        let text = term.text
        switch term.field {
        case .state:
            if text == "live" || text == "ended" { return row.state.isEnded == (text == "ended") }
            return words(row.state).contains { $0.hasPrefix(text) }
        case .service: return row.service.lowercased().hasPrefix(text)
        case .method: return row.info.method.rawValue.lowercased().hasPrefix(text)
        case .status: return matches(text, status: row.status)
        case .kind: return row.errorKind?.hasPrefix(text) ?? false
        case .group: return String(row.id.number) == text || row.info.parent.map { String($0.number) } == text
        case nil:
            return row.info.title.containsFolded(text) || row.info.method.rawValue.containsFolded(text)
                || row.service.containsFolded(text) || words(row.state).contains { $0.containsFolded(text) }
                || row.status.map { String($0).hasPrefix(text) } ?? false || row.errorKind?.containsFolded(text) ?? false
                || row.reason.containsFolded(text) || String(row.id.number) == text
        }
    }

    private static func matches(_ text: String, status: Int?) -> Bool {
        guard let status else { return text == "none" }
        let digits = String(status)
        return text.count == 3 && text.hasSuffix("xx") ? digits.first == text.first : digits.hasPrefix(text)
    }

    /// The state in the table, in JSON, and as the word for active tasks.
    private static func words(_ state: TaskState) -> [String] {
        switch state {
        case .running(let phase): ["running", phase.rawValue]
        case .timedOut: ["timed out", "timed_out"]
        case .queued, .retrying, .succeeded, .failed, .cancelled, .superseded: [state.name]
        }
    }
}

extension String {
    /// Whether `needle`, in lower case, occurs in any case. Compares bytes, because a filter tests every row.
    func containsFolded(_ needle: String) -> Bool {
        if needle.utf8.contains(where: { $0 >= 0x80 }) { return lowercased().contains(needle) }
        var (text, needle) = (self, needle)
        return text.withUTF8 { text in
            needle.withUTF8 { needle in
                guard let first = needle.first else { return true }
                guard text.count >= needle.count else { return false }
                for start in 0...text.count - needle.count where Self.folded(text[start]) == first {
                    if (1..<needle.count).allSatisfy({ Self.folded(text[start + $0]) == needle[$0] }) { return true }
                }
                return false
            }
        }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
