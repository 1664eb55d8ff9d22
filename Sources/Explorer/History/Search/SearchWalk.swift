// Reads candidate rows until enough match, or enough were read.

import Foundation
import GRDB

enum SearchWalk {
    /// The places of matching entries, newest first, and the place before which to
    /// continue; `nil` at the end.
    struct Found {
        var places: [Int64] = []
        var next: Int64?
    }

    /// - Parameters:
    ///   - end: rows from this place on are excluded.
    ///   - limit: the number of matches that is enough.
    ///   - budget: `nil` uses the plan's.
    static func search(
        _ filter: HistoryFilter, before end: Int64, limit: Int, budget: SearchPlan.Budget? = nil, _ db: Database
    ) throws -> Found {
        let plan = SearchPlan(filter, before: end)
        let budget = budget ?? plan.budget
        let needles = plan.wordsInBodies.map(Needle.init)
        var candidates = try Candidates(plan.queries, db)
        var found = Found()
        var looked = SearchPlan.Budget(rows: 0, bodyBytes: 0)
        while let candidate = try candidates.next() {
            var fits = candidate.fits
            if fits, let words = candidate.words {
                let missing = needles.filter { !$0.occurs(in: words) }
                fits = try missing.isEmpty || bodies(at: candidate.place, have: missing, &looked.bodyBytes, db)
            }
            if fits {
                if found.places.count == limit {
                    found.next = found.places.last ?? end
                    return found
                }
                found.places.append(candidate.place)
            }
            looked.rows += 1
            if looked.rows >= budget.rows || looked.bodyBytes >= budget.bodyBytes {
                found.next = candidate.place
                return found
            }
        }
        return found
    }

    /// Whether each word occurs in one of the entry's bodies.
    private static func bodies(at place: Int64, have needles: [Needle], _ looked: inout Int, _ db: Database) throws -> Bool {
        var missing = needles
        for side in BodySide.allCases {
            let statement = try db.cachedStatement(sql: "SELECT content FROM \(side.table) WHERE place = ?")
            try Row.fetchCursor(statement, arguments: [place]).forEach { row in
                try row.withUnsafeData(atIndex: 0) { data in
                    guard let data else { return }
                    looked += data.count
                    data.withUnsafeBytes { bytes in missing.removeAll { $0.occurs(in: bytes) } }
                }
            }
        }
        return missing.isEmpty
    }
}
