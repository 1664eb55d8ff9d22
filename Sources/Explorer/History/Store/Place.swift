// The order of the entries as one number per row, so that lists, pages and the search index all read
// newest first without sorting.

import GRDB

/// The number of a row: the millisecond in which its task began, and 8 bits that distinguish the rows of one
/// millisecond. Further tasks of that millisecond get numbers of the next one.
enum Place {
    private static let bits: Int64 = 8
    /// The year 6429; the largest number is far below the limit of the type.
    private static let lastMillisecond: Int64 = 1 << 47
    /// The limit of the distance of a row from its own millisecond. 256,000 rows in
    /// one millisecond do not occur.
    private static let longestSpill: Int64 = 1_000

    /// The first number of a millisecond. A millisecond out of range counts as the nearest valid one.
    static func first(of millisecond: Int64) -> Int64 { min(max(millisecond, 0), lastMillisecond) << bits }

    /// A number after all rows that began before this millisecond.
    static func upperBound(before millisecond: Int64) -> Int64 {
        first(of: min(max(millisecond, 0), lastMillisecond) + longestSpill)
    }

    /// Greater than every number of a row.
    static let end = Int64.max

    /// The next free number for a task that began at that time.
    static func findFreePlace(for started: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT max(place) FROM entry WHERE place < ?")
        var first = first(of: started)
        while true {
            let next = first + (1 << bits)
            guard let last = try Int64.fetchOne(statement, arguments: [next]), last >= first else { return first }
            if last + 1 < next { return last + 1 }
            first = next
        }
    }
}
