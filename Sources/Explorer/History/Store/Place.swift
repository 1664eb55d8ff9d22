// The order of the entries as one number a row, so that lists, pages and the search index all go newest first without sorting.

import GRDB

/// A row's number: the millisecond in which its task began, and 8 bits that tell those of one millisecond apart. A millisecond in
/// which more tasks began than that spills into the next.
enum Place {
    private static let bits: Int64 = 8
    /// The year 6429; the largest place is far below the largest number.
    private static let lastMillisecond: Int64 = 1 << 47
    /// So far may a row be from its own millisecond: 256,000 rows in one are not seen.
    private static let longestSpill: Int64 = 1_000

    /// The first place of a millisecond; of one that no clock shows, of the nearest that one could.
    static func first(of millisecond: Int64) -> Int64 { min(max(millisecond, 0), lastMillisecond) << bits }

    /// A place after all rows that began before this millisecond.
    static func end(before millisecond: Int64) -> Int64 { first(of: min(max(millisecond, 0), lastMillisecond) + longestSpill) }

    /// After every place.
    static let end = Int64.max

    /// The next free place of a task that began then.
    static func free(for started: Int64, _ db: Database) throws -> Int64 {
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
