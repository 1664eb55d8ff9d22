// The read operations of the history.

import Foundation
import GRDB

extension HistoryStore {
    /// Lists entries, newest first by their start, without their exchanges. Entries of the same millisecond
    /// have a stable order. A call reads a bounded number of rows, and ends at once when its task is
    /// cancelled, so that it can be made for every keystroke.
    /// - Parameters:
    ///   - cursor: ``HistoryPage/next`` of the previous page; `nil` begins with the newest entry.
    ///   - limit: the maximum number of entries, 1 or more.
    /// - Throws: ``HistoryError``.
    public func listEntries(
        _ filter: HistoryFilter = HistoryFilter(), before cursor: HistoryCursor? = nil, limit: Int = 100
    ) async throws(HistoryError) -> HistoryPage {
        try await readDatabase { db in
            let found = try SearchWalk.search(filter, before: cursor?.place ?? Place.end, limit: max(1, limit), db)
            return HistoryPage(entries: try EntryReading.entries(at: found.places, db), next: found.next.map(HistoryCursor.init))
        }
    }

    /// A whole entry with its exchange; `nil` if it does not exist, or no longer exists.
    /// - Throws: ``HistoryError``.
    public func entry(_ id: HistoryID) async throws(HistoryError) -> HistoryEntry? {
        try await readDatabase { db in try EntryReading.entry(id, db) }
    }

    /// The ids of all entries.
    /// - Throws: ``HistoryError``.
    public func ids() async throws(HistoryError) -> [HistoryID] {
        try await readDatabase { db in
            try Data.fetchAll(db, sql: "SELECT id FROM entry").compactMap { HistoryID(bytes: $0) }
        }
    }

    /// Counts matching entries. It reads a bounded number of rows, newest first, and
    /// says whether those were all.
    /// - Throws: ``HistoryError``.
    public func count(_ filter: HistoryFilter = HistoryFilter()) async throws(HistoryError) -> HistoryCount {
        try await readDatabase { [counted] db in
            if filter.isEmpty { return HistoryCount(number: try Tally.fetch(db).entries, isComplete: true) }
            let found = try SearchWalk.search(filter, before: Place.end, limit: .max, budget: counted, db)
            return HistoryCount(number: found.places.count, isComplete: found.next == nil)
        }
    }

    private var counted: SearchPlan.Budget { SearchPlan.Budget(rows: 50_000, bodyBytes: 64 << 20) }

    /// The newest entry of an endpoint with its exchange, for comparison; `nil` if there is none.
    /// - Parameters:
    ///   - environment: `nil` matches any.
    ///   - started: only entries that began before this millisecond since 1970; `nil` matches any.
    /// - Throws: ``HistoryError``.
    public func latest(
        endpoint: String, environment: String? = nil, before started: Int64? = nil
    ) async throws(HistoryError) -> HistoryEntry? {
        let filter = HistoryFilter(environment: environment, endpoint: endpoint, until: started)
        return try await readDatabase { db in
            let found = try SearchWalk.search(filter, before: Place.end, limit: 1, budget: .init(rows: .max), db)
            guard let entry = try EntryReading.entries(at: found.places, db).first else { return nil }
            return try EntryReading.entry(entry.id, db)
        }
    }

    /// The size of the stored history.
    /// - Throws: ``HistoryError``.
    public func usage() async throws(HistoryError) -> HistoryUsage {
        try await readDatabase { db in
            let tally = try Tally.fetch(db)
            return HistoryUsage(
                rows: tally.entries, bodies: tally.bodies, bodyBytes: tally.bodyBytes, bytes: tally.bytes,
                fileBytes: try Pages.fetch(db).fileBytes)
        }
    }

    private func readDatabase<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(HistoryError)
        -> Value
    {
        do { return try await pool.read(body) } catch { throw failed(error, "reading the history") }
    }
}
