// The filter of the task table: the language of filters, applied to what a row says.

import FilterLanguage
import NetLayer

/// Terms and words that a task must match.
///
/// `state:`, `api:`, `service:`, `method:`, `kind:` and `contract:` match the beginning of a property; `state:live` and
/// `state:ended` match active and ended tasks; `group:41` is that group with its members. `time:` waits for
/// the end of a task. `url:` and `header:` need the exchanges of a task, which the oldest tasks lose when
/// newer ones need the memory.
struct TaskFilter: Sendable, Hashable {
    private let expression: FilterExpression
    /// Other tasks than failures do not pass.
    var onlyFailures = false

    /// Matches all tasks.
    init() { expression = FilterExpression() }

    init(_ text: String) throws(FilterProblem) { expression = try FilterExpression(text, for: .tasks) }

    /// The filter for the tasks of a service.
    static func text(ofService name: String) -> String {
        let name = name.lowercased()
        guard name.contains(where: { $0.isWhitespace || "\"()".contains($0) }) else { return "service:\(name)" }
        return "service:\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    var isEmpty: Bool { expression.isEmpty && !onlyFailures }

    /// - Parameters:
    ///   - note: the user's note on the task.
    ///   - api: the API that it was sent for, where there are several.
    ///   - contract: whether its response is as described.
    func passes(_ row: TaskRow, note: String? = nil, api: String? = nil, contract: ContractMark? = nil) -> Bool {
        guard !onlyFailures || row.isFailure else { return false }
        let terms = expression.terms
        let known: [Bool?] = terms.map { Self.isSlow($0) ? nil : Self.matches($0, row, note, api, contract) }
        return expression.verdict { known[$0] }
            ?? expression.verdict { known[$0] ?? Self.matches(terms[$0], row, note, api, contract) }
            ?? false
    }

    /// Whether the term searches long texts. It is tried only where the other terms do not decide.
    private static func isSlow(_ term: FilterTerm) -> Bool {
        term.field == .url || term.field == .header || term.field == .note
    }

    private static func matches(
        _ term: FilterTerm, _ row: TaskRow, _ note: String?, _ api: String?, _ contract: ContractMark?
    ) -> Bool {
        let text = term.text
        switch term.field {
        case .state:
            if text == "live" || text == "ended" { return row.state.isEnded == (text == "ended") }
            return words(row.state).contains { $0.hasPrefix(text) }
        case .api: return api?.lowercased().hasPrefix(text) ?? false
        case .service: return row.service.lowercased().hasPrefix(text)
        case .method: return row.info.method.rawValue.lowercased().hasPrefix(text)
        case .kind: return row.errorKind?.hasPrefix(text) ?? false
        case .group: return String(row.id.number) == text || row.info.parent.map { String($0.number) } == text
        case .status: return term.matches(row.status.map { Int64($0) })
        case .time: return term.matches(row.endedAt.flatMap { row.took(at: $0) }.map { $0.microseconds })
        case .size: return term.matches(row.bytesReceived)
        case .url: return row.requests.contains { $0.url.description.containsFolded(text) }
        case .header: return headers(of: row).contains { $0.description.containsFolded(text) }
        case .note: return note?.containsFolded(text) ?? false
        case .contract: return (contract ?? .noSchema).name.hasPrefix(text)
        // The reader refuses bodies for the task table.
        case .body: return false
        case nil: return has(text, row, note)
        }
    }

    /// Whether the row says the word anywhere.
    private static func has(_ word: String, _ row: TaskRow, _ note: String?) -> Bool {
        if row.info.title.containsFolded(word) || row.info.method.rawValue.containsFolded(word) { return true }
        if row.service.containsFolded(word) || row.reason.containsFolded(word) { return true }
        if words(row.state).contains(where: { $0.containsFolded(word) }) { return true }
        if let kind = row.errorKind, kind.containsFolded(word) { return true }
        if let note, note.containsFolded(word) { return true }
        if let status = row.status, String(status).hasPrefix(word) { return true }
        return String(row.id.number) == word
    }

    /// The fields of all its requests and responses; the values of secret ones are masked.
    private static func headers(of row: TaskRow) -> [HeaderField] {
        let heads = row.exchanges.compactMap(\.head) + [row.flight?.head].compactMap { $0 }
        return row.requests.flatMap(\.headers.fields) + heads.flatMap(\.headers.fields)
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
