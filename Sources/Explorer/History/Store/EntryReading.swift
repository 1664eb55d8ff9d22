// Reads entries from their tables.

import Foundation
import GRDB

enum EntryReading {
    /// The entries at these places, in their order, without their exchanges.
    static func entries(at places: [Int64], _ db: Database) throws -> [HistoryEntry] {
        let statement = try db.cachedStatement(sql: "SELECT * FROM entry WHERE place = ?")
        return try places.compactMap { place in try Row.fetchOne(statement, arguments: [place]).flatMap(entry) }
    }

    /// A whole entry; `nil` if it does not exist.
    static func entry(_ id: HistoryID, _ db: Database) throws -> HistoryEntry? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM entry WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [Data(id.bytes)]), var entry = entry(row) else { return nil }
        entry.exchange = try exchange(at: row["place"], db)
        return entry
    }

    /// `nil` for a row that no version of this program has written.
    private static func entry(_ row: Row) -> HistoryEntry? {
        guard let id = HistoryID(bytes: row["id"] as Data), let state = HistoryState(rawValue: row["state"]) else { return nil }
        var entry = HistoryEntry(
            id: id, title: row["title"], method: row["method"], url: row["url"], started: row["started"],
            duration: row["duration"],
            workspace: row["workspace"], api: row["api"], environment: row["environment"], account: row["account"],
            endpoint: row["endpoint"], service: row["service"], status: row["status"], state: state, errorKind: row["errorKind"],
            errorText: row["errorText"], attempts: row["attempts"], bytesSent: row["bytesSent"],
            bytesReceived: row["bytesReceived"], savedName: row["savedName"], group: row["groupName"])
        entry.hasLostBody = row["hasLostBody"]
        return entry
    }

    private static func exchange(at place: Int64, _ db: Database) throws -> HistoryExchange {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM exchange WHERE place = ?", arguments: [place]) else {
            return HistoryExchange()
        }
        func decodeText(_ column: String) -> String? { (row[column] as Data?).map { String(decoding: $0, as: UTF8.self) } }
        let request = try readBody(
            .request, at: place, size: row["requestSize"], type: row["requestType"], absence: row["requestAbsence"], db)
        let response = try readBody(
            .response, at: place, size: row["responseSize"], type: row["responseType"], absence: row["responseAbsence"], db)
        return HistoryExchange(
            request: HistoryMessage(head: decodeText("requestHead"), body: request),
            response: HistoryMessage(head: decodeText("responseHead"), body: response),
            timings: (row["timings"] as Data?).map { [UInt8]($0) },
            trail: (row["trail"] as Data?).map { [UInt8]($0) })
    }

    private static func readBody(
        _ side: BodySide, at place: Int64, size: Int?, type: String?, absence: String?, _ db: Database
    ) throws -> HistoryBody? {
        guard let size else { return nil }
        if let absence {
            return HistoryBody(absent: HistoryBody.Absence(rawValue: absence) ?? .letGo, size: size, contentType: type)
        }
        let data = try Data.fetchOne(db, sql: "SELECT content FROM \(side.table) WHERE place = ?", arguments: [place])
        return HistoryBody([UInt8](data ?? Data()), contentType: type)
    }
}
