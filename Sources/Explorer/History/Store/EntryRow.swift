// An entry prepared for its tables. All work that is possible before the database is locked is done before.

import Foundation
import GRDB

struct EntryRow: Sendable {
    private static let intoEntry = insertion(
        "entry",
        [
            "place", "id", "started", "duration", "title", "method", "url", "workspace", "api", "environment", "account",
            "endpoint",
            "service", "status", "state", "errorKind", "errorText", "attempts", "bytesSent", "bytesReceived", "savedName",
            "groupName", "hasLostBody", "words", "weight",
        ])
    private static let intoExchange = insertion(
        "exchange",
        [
            "place", "requestHead", "requestType", "requestSize", "requestAbsence", "responseHead", "responseType",
            "responseSize",
            "responseAbsence", "timings", "trail",
        ])

    let entry: HistoryEntry
    private let words: String

    /// The approximate number of bytes that it writes.
    var cost: Int { entry.cost }

    init(_ entry: HistoryEntry, limits: HistoryLimits) {
        self.init(fitted: entry.fitted(to: limits))
    }

    /// - Parameter entry: a result of ``HistoryEntry/fitted(to:)``.
    init(fitted entry: HistoryEntry) {
        self.entry = entry
        words = Words.searched(of: entry)
    }

    /// Writes the rows, except those whose id exists already.
    static func insert(_ rows: [EntryRow], _ db: Database) throws {
        for row in rows { try row.insert(db) }
        // Many rows at once are worth a segment of the index; otherwise they would wait long for it.
        if rows.count >= SearchIndex.worthAPiece { try SearchIndex.addWaiting(atMost: rows.count, db) }
    }

    private func insert(_ db: Database) throws {
        let id = Data(entry.id.bytes)
        guard try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM entry WHERE id = ?"), arguments: [id]) == nil else {
            return
        }
        let place = try Place.findFreePlace(for: entry.started, db)
        try db.cachedStatement(sql: Self.intoEntry).execute(arguments: [
            place, id, entry.started, entry.duration, entry.title, entry.method, entry.url, entry.workspace, entry.api,
            entry.environment, entry.account, entry.endpoint, entry.service, entry.status, entry.state.rawValue, entry.errorKind,
            entry.errorText, entry.attempts, entry.bytesSent, entry.bytesReceived, entry.savedName, entry.group,
            entry.hasLostBody, words, weight,
        ])
        guard let exchange = entry.exchange else { return }
        let (request, response) = (exchange.request, exchange.response)
        try db.cachedStatement(sql: Self.intoExchange).execute(arguments: [
            place, request.head.map { Data($0.utf8) }, request.body?.contentType, request.body?.size,
            request.body?.absence?.rawValue, response.head.map { Data($0.utf8) }, response.body?.contentType, response.body?.size,
            response.body?.absence?.rawValue, exchange.timings.map { Data($0) }, exchange.trail.map { Data($0) },
        ])
        for (side, message) in [(BodySide.request, request), (.response, response)] {
            // An empty body needs no row, and empty data would be stored as NULL.
            guard let bytes = message.body?.bytes, !bytes.isEmpty else { continue }
            try db.cachedStatement(sql: "INSERT INTO \(side.table) VALUES (?, ?)").execute(arguments: [place, Data(bytes)])
        }
    }

    /// The approximate size of the row in the file without its bodies: its texts, the searched texts again,
    /// and its part of the index, which is some bytes per trigram.
    private var weight: Int {
        let bodies = [entry.exchange?.request.body, entry.exchange?.response.body].reduce(0) { $0 + ($1?.bytes?.count ?? 0) }
        return entry.cost - HistoryEntry.fixedCost - bodies + 128 + words.utf8.count * 4
    }

    private static func insertion(_ table: String, _ columns: [String]) -> String {
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }
}

/// The two bodies of an entry.
enum BodySide: CaseIterable, Sendable {
    case request, response

    /// The table of their bytes.
    var table: String { self == .request ? "requestBody" : "responseBody" }
    /// The column of `exchange` that says why a body's bytes are missing.
    var absence: String { self == .request ? "requestAbsence" : "responseAbsence" }
}
