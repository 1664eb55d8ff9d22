// The rows of several queries as one list, newest first.

import GRDB

struct Candidates {
    /// A row that comes into question.
    struct Candidate {
        let place: Int64
        /// Whether it fits all but the words that may stand in a body.
        let fits: Bool
        /// What a search looks at, if bodies are looked at too.
        let words: String?

        init(_ row: Row) {
            place = row[0]
            fits = row[1]
            words = row.count > 2 ? row[2] : nil
        }
    }

    private let cursors: [RowCursor]
    /// The next row of each cursor; a cursor's own row changes when it goes on.
    private var heads: [Candidate?]

    init(_ queries: [SearchPlan.Query], _ db: Database) throws {
        cursors = try queries.map { try Row.fetchCursor(db, sql: $0.sql, arguments: $0.arguments) }
        heads = try cursors.map { try $0.next().map(Candidate.init) }
    }

    mutating func next() throws -> Candidate? {
        guard let newest = heads.indices.max(by: { (heads[$0]?.place ?? -1) < (heads[$1]?.place ?? -1) }),
            let head = heads[newest]
        else { return nil }
        heads[newest] = try cursors[newest].next().map(Candidate.init)
        return head
    }
}
