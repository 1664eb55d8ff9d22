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
        var candidates = try Candidates(plan.queries, db)
        var found = Found()
        var looked = SearchPlan.Budget(rows: 0, bodyBytes: 0)
        while let candidate = try candidates.next() {
            if candidate.fits, try plan.accepts(candidate, &looked.bodyBytes, db) {
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
}

extension SearchPlan {
    /// Whether the terms accept the entry. Its messages are read only if they decide.
    /// - Parameter looked: the number of their bytes is added.
    fileprivate func accepts(_ candidate: Candidates.Candidate, _ looked: inout Int, _ db: Database) throws -> Bool {
        if let verdict = expression.verdict({ candidate.terms[$0] }) { return verdict }
        let unknown = candidate.terms.indices.filter { candidate.terms[$0] == nil }
        let inHeads = Set(unknown.filter { terms[$0].isOfHeads })
        let inBodies = Set(unknown).subtracting(inHeads)
        var found: Set<Int> = []
        if !inHeads.isEmpty {
            let heads = try db.cachedStatement(sql: "SELECT requestHead, responseHead FROM exchange WHERE place = ?")
            found.formUnion(try find(inHeads, at: candidate.place, heads, columns: 2, skipsLine: true, &looked))
        }
        if !inBodies.isEmpty {
            for side in BodySide.allCases {
                let content = try db.cachedStatement(sql: "SELECT content FROM \(side.table) WHERE place = ?")
                found.formUnion(try find(inBodies, at: candidate.place, content, columns: 1, skipsLine: false, &looked))
            }
        }
        return expression.verdict { candidate.terms[$0] ?? found.contains($0) } ?? false
    }

    /// Those of the terms whose text is in the data of the row at this place.
    /// - Parameter skipsLine: the first line of the data is not searched.
    private func find(
        _ wanted: Set<Int>, at place: Int64, _ statement: Statement, columns: Int, skipsLine: Bool, _ looked: inout Int
    ) throws -> Set<Int> {
        var found: Set<Int> = []
        try Row.fetchCursor(statement, arguments: [place]).forEach { row in
            for column in 0..<columns {
                try row.withUnsafeData(atIndex: column) { data in
                    guard let data else { return }
                    looked += data.count
                    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
                        let start = skipsLine ? bytes.firstIndex(of: 0x0a) ?? bytes.count : 0
                        let hay = UnsafeRawBufferPointer(rebasing: bytes[start...])
                        for term in wanted where terms[term].needle?.occurs(in: hay) == true { found.insert(term) }
                    }
                }
            }
        }
        return found
    }
}
