// Goes through the rows that come into question until enough fit, or enough were looked at.

import Foundation
import GRDB

enum SearchWalk {
    /// How much one call looks at: about 15 ms.
    struct Budget: Sendable {
        var rows = 8_000
        var bodyBytes = 8 << 20
    }

    /// Places of entries that fit, newest first, and before which place to go on; `nil` at the end.
    struct Found {
        var places: [Int64] = []
        var next: Int64?
    }

    /// - Parameters:
    ///   - end: rows from this place on are left out.
    ///   - limit: as many are enough.
    static func run(
        _ filter: HistoryFilter, before end: Int64, limit: Int, budget: Budget = Budget(), _ db: Database
    ) throws -> Found {
        let plan = SearchPlan(filter, before: end)
        let needles = plan.wordsInBodies.map(Needle.init)
        let rows = try Row.fetchCursor(db, sql: plan.sql, arguments: plan.arguments)
        var found = Found()
        var looked = Budget(rows: 0, bodyBytes: 0)
        while let row = try rows.next() {
            let place: Int64 = row[0]
            var fits: Bool = row[1]
            if fits, !needles.isEmpty {
                let words: String = row[2]
                let missing = needles.filter { !$0.occurs(in: words) }
                fits = try missing.isEmpty || bodies(at: place, have: missing, &looked.bodyBytes, db)
            }
            if fits {
                if found.places.count == limit {
                    found.next = found.places.last ?? end
                    return found
                }
                found.places.append(place)
            }
            looked.rows += 1
            if looked.rows >= budget.rows || looked.bodyBytes >= budget.bodyBytes {
                found.next = place
                return found
            }
        }
        return found
    }

    /// Whether each word stands in one of the entry's bodies.
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
