// The rows of several queries as one list, newest first.

import GRDB

struct Candidates {
    /// A row that may match.
    struct Candidate {
        let place: Int64
        /// Whether it matches everything except the words that may be in a body.
        let fits: Bool
        /// The searched text of the entry, if the search includes bodies.
        let words: String?

        init(_ row: Row) {
            place = row[0]
            fits = row[1]
            words = row.count > 2 ? row[2] : nil
        }
    }

    private let cursors: [RowCursor]
    /// The next row of each cursor. Copied, because a cursor reuses its row when it advances.
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
