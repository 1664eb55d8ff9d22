// A filter as database queries: they return the candidate rows, newest first, and
// which terms a row matches. Pure.

import FilterLanguage
import GRDB

struct SearchPlan {
    /// Selects candidate rows, newest first: each with its place, whether it matches the properties of
    /// the filter, and a column for each term.
    struct Query {
        let sql: String
        let arguments: StatementArguments
    }

    /// How much one call may read.
    struct Budget: Sendable {
        var rows: Int
        var bodyBytes = 8 << 20
    }

    /// Together they return all candidate rows, each once.
    let queries: [Query]
    /// Decides about a row.
    let expression: FilterExpression
    /// The terms of the expression, in their order.
    let terms: [SearchTerm]
    /// About 15 ms: rows from the index cost twice as much as others, and rows with
    /// bodies several times as much.
    let budget: Budget

    /// - Parameter end: rows from this place on are excluded.
    init(_ filter: HistoryFilter, before end: Int64) {
        let expression = filter.terms
        let terms = expression.terms.map { SearchTerm($0, inBodies: filter.inBodies) }
        self.expression = expression
        self.terms = terms
        let conditions = Conditions(filter)
        let selected = conditions.arguments + terms.reduce(into: StatementArguments()) { $0 += $1.arguments }
        let end = min(end, filter.until.map(Place.upperBound(before:)) ?? end)
        let range: StatementArguments = [end, filter.since.map(Place.first(of:)) ?? 0]
        let select = "SELECT \((["entry.place", conditions.sql] + terms.map(\.sql)).joined(separator: ", ")) FROM"
        let readsMessages = terms.contains { $0.needle != nil }
        if let question = Words.question(Self.indexedWords(expression, filter)) {
            // The index returns its rows newest first. With CROSS, SQLite must not swap the two tables.
            let indexed = """
                \(select) search CROSS JOIN entry ON entry.place = search.rowid
                WHERE search MATCH ? AND search.rowid < ? AND search.rowid >= ? ORDER BY search.rowid DESC
                """
            let waiting = """
                \(select) unindexed CROSS JOIN entry ON entry.place = unindexed.place
                WHERE unindexed.place < ? AND unindexed.place >= ? ORDER BY unindexed.place DESC
                """
            queries = [
                Query(sql: indexed, arguments: selected + [question] + range),
                Query(sql: waiting, arguments: selected + range),
            ]
            budget = Budget(rows: readsMessages ? 2_000 : 4_000)
            return
        }
        budget = Budget(rows: readsMessages ? 2_000 : 8_000)
        let rows = "WHERE place < ? AND place >= ?"
        if let endpoint = filter.endpoint {
            let sql = "\(select) entry INDEXED BY entryOfEndpoint \(rows) AND endpoint = ? ORDER BY place DESC"
            queries = [Query(sql: sql, arguments: selected + range + [endpoint])]
        } else {
            queries = [Query(sql: "\(select) entry \(rows) ORDER BY place DESC", arguments: selected + range)]
        }
    }

    /// The words that the index can find: every match has them, and none of them may be in a body instead.
    private static func indexedWords(_ expression: FilterExpression, _ filter: HistoryFilter) -> [String] {
        guard !filter.inBodies else { return [] }
        return Words.asked(expression.required.map { expression.terms[$0] }.filter { $0.field == nil }.map(\.text))
    }
}

/// The conditions for a row, except the words and the terms.
private struct Conditions {
    private var parts: [String] = []
    private(set) var arguments = StatementArguments()

    /// 1 for a row that matches.
    var sql: String { parts.isEmpty ? "1" : parts.map { "coalesce(\($0), 0)" }.joined(separator: " AND ") }

    init(_ filter: HistoryFilter) {
        if let status = filter.status { add("status BETWEEN ? AND ?", [status.lowerBound, status.upperBound]) }
        let columns: [(String, String?)] = [
            ("method", filter.method), ("state", filter.state?.rawValue), ("workspace", filter.workspace), ("api", filter.api),
            ("environment", filter.environment), ("endpoint", filter.endpoint), ("groupName", filter.group),
        ]
        for case (let column, let value?) in columns { add("\(column) = ?", [value]) }
        if let since = filter.since { add("started >= ?", [since]) }
        if let until = filter.until { add("started < ?", [until]) }
    }

    private mutating func add(_ part: String, _ arguments: StatementArguments) {
        parts.append(part)
        self.arguments += arguments
    }
}
