// A term of a filter as a condition on a row of `entry`, or as a text to find in the stored messages. Pure.

import FilterLanguage
import GRDB

struct SearchTerm {
    /// The column of the query: 1 or 0, or NULL when only the stored messages can tell.
    let sql: String
    let arguments: StatementArguments
    /// The text to find in the stored messages when the column is NULL.
    let needle: Needle?
    /// The text to find in the field lines of the heads, not in the bodies.
    let isOfHeads: Bool

    /// - Parameter inBodies: a word without a field may also occur in a body.
    init(_ term: FilterTerm, inBodies: Bool) {
        let text = Words.folded(term.text.prefix(Words.longestWord))
        // The search in bytes folds ASCII letters alone, and so does SQLite's `lower`, the faster function.
        let inBytes = Words.withoutNUL(String(term.asciiText.prefix(Words.longestWord)))
        let lower = text.utf8.allSatisfy { $0 < 0x80 } ? "lower" : "swiftLowercaseString"
        var needle: Needle?
        var arguments: StatementArguments = []
        switch term.field {
        case nil:
            needle = inBodies ? Needle(inBytes) : nil
            sql = inBodies ? "nullif(instr(entry.words, ?) > 0, 0)" : "instr(entry.words, ?) > 0"
            arguments = [text]
        case .url:
            sql = "coalesce(instr(\(lower)(url), ?) > 0, 0)"
            arguments = [text]
        case .state where text == "live" || text == "ended":
            sql = text == "ended" ? "1" : "0"
        case .state:
            // A request that timed out has failed here, and has its own state in the task table.
            sql = """
                coalesce(instr(state, ?) = 1
                OR errorKind = 'timed_out' AND (instr('timed_out', ?) = 1 OR instr('timed out', ?) = 1), 0)
                """
            arguments = [text, text, text]
        case .api:
            sql = "instr(\(lower)(coalesce(api, '')), ?) = 1"
            arguments = [text]
        case .service:
            sql = "instr(\(lower)(coalesce(service, '')), ?) = 1"
            arguments = [text]
        case .method:
            sql = "instr(lower(method), ?) = 1"
            arguments = [text]
        case .kind:
            sql = "coalesce(instr(errorKind, ?) = 1, 0)"
            arguments = [text]
        case .status, .time, .size:
            let column = term.field == .status ? "status" : term.field == .time ? "duration * 1000" : "bytesReceived"
            switch term.test {
            case .within(let range):
                sql = "coalesce(\(column) BETWEEN ? AND ?, 0)"
                arguments = [range.lowerBound, range.upperBound]
            case .missing: sql = "\(column) IS NULL"
            case .text: sql = "0"
            }
        case .header, .body:
            sql = "NULL"
            needle = Needle(inBytes)
        case .group, .note, .contract:
            // The reader refuses them for the history.
            sql = "0"
        }
        self.needle = needle
        self.arguments = arguments
        isOfHeads = term.field == .header
    }
}
