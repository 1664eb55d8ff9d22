// The rows of several queries as one list, newest first.

import GRDB

struct Candidates {
    /// A row that may match.
    struct Candidate {
        let place: Int64
        /// Whether it matches everything except the terms.
        let fits: Bool
        /// Whether it matches each term; `nil` when only the stored messages can tell.
        let terms: [Bool?]

        init(_ row: Row) {
            place = row[0]
            fits = row[1]
            terms = (2..<row.count).map { row[$0] as Bool? }
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
