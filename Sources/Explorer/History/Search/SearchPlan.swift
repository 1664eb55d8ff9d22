// A filter as database queries: they return the candidate rows, newest first, and
// whether a row matches. Pure.

import GRDB

struct SearchPlan {
    /// Selects candidate rows, newest first: each with its place, whether it matches, and, for
    /// searches in bodies, its words.
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
    /// Words that the queries do not check, because they may be in a body.
    let wordsInBodies: [String]
    /// About 15 ms: rows from the index cost twice as much as others, and rows with
    /// bodies several times as much.
    let budget: Budget

    /// - Parameter end: rows from this place on are excluded.
    init(_ filter: HistoryFilter, before end: Int64) {
        let words = Words.asked(filter.words)
        wordsInBodies = filter.inBodies ? words : []
        var conditions = Conditions(filter)
        if wordsInBodies.isEmpty { for word in words { conditions.add("instr(entry.words, ?)", [word]) } }
        let end = min(end, filter.until.map(Place.upperBound(before:)) ?? end)
        let range: StatementArguments = [end, filter.since.map(Place.first(of:)) ?? 0]
        let select = "SELECT entry.place, \(conditions.sql)\(wordsInBodies.isEmpty ? "" : ", entry.words") FROM"
        if wordsInBodies.isEmpty, let question = Words.question(words) {
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
                Query(sql: indexed, arguments: conditions.arguments + [question] + range),
                Query(sql: waiting, arguments: conditions.arguments + range),
            ]
            budget = Budget(rows: 4_000)
            return
        }
        budget = Budget(rows: wordsInBodies.isEmpty ? 8_000 : 2_000)
        let rows = "WHERE place < ? AND place >= ?"
        if let endpoint = filter.endpoint {
            let sql = "\(select) entry INDEXED BY entryOfEndpoint \(rows) AND endpoint = ? ORDER BY place DESC"
            queries = [Query(sql: sql, arguments: conditions.arguments + range + [endpoint])]
        } else {
            queries = [Query(sql: "\(select) entry \(rows) ORDER BY place DESC", arguments: conditions.arguments + range)]
        }
    }
}

/// The conditions for a row, except the words.
private struct Conditions {
    private var parts: [String] = []
    private(set) var arguments = StatementArguments()

    /// 1 for a row that matches.
    var sql: String { parts.isEmpty ? "1" : parts.map { "coalesce(\($0), 0)" }.joined(separator: " AND ") }

    init(_ filter: HistoryFilter) {
        switch filter.status {
        case .exactly(let status): add("status = ?", [status])
        case .hundred(let hundred): add("status / 100 = ?", [hundred])
        case nil: break
        }
        let columns: [(String, String?)] = [
            ("method", filter.method), ("state", filter.state?.rawValue), ("workspace", filter.workspace), ("api", filter.api),
            ("environment", filter.environment), ("endpoint", filter.endpoint), ("groupName", filter.group),
        ]
        for case (let column, let value?) in columns { add("\(column) = ?", [value]) }
        if let since = filter.since { add("started >= ?", [since]) }
        if let until = filter.until { add("started < ?", [until]) }
    }

    mutating func add(_ part: String, _ arguments: StatementArguments) {
        parts.append(part)
        self.arguments += arguments
    }
}
