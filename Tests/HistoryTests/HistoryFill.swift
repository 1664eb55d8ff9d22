// Histories that tests need: entries that look like those of a week's work, from a seed.

import Foundation
import History
import TestSupport

enum HistoryFill {
    /// 2026-01-01, in milliseconds since 1970.
    static let start: Int64 = 1_767_225_600_000
    private static let nouns = ["users", "items", "orders", "repos", "issues", "pulls", "comments", "login", "teams", "events"]

    /// Entries, the oldest first; the same for the same seed.
    /// - Parameter bodies: bytes of each answer's body; 0 is no exchange at all.
    static func entries(_ count: Int, seed: UInt64 = 1, from start: Int64 = start, bodies: Int = 0) -> [HistoryEntry] {
        var chance = SplitMix64(seed: seed)
        var time = start
        return (0..<count).map { index in
            time += [1, 5, 30, 200, 1_000, 5_000, 60_000].randomElement(using: &chance) ?? 1
            let (noun, other) = (nouns.randomElement(using: &chance) ?? "", nouns.randomElement(using: &chance) ?? "")
            let method = ["GET", "GET", "POST", "DELETE"].randomElement(using: &chance) ?? ""
            let status = [200, 200, 200, 201, 404, 500].randomElement(using: &chance) ?? 0
            let path = "/\(noun)/{id}/\(other)"
            return HistoryEntry(
                id: HistoryID(using: &chance), title: "\(method) \(path)", method: method,
                url:
                    "https://api.example.com/v1/\(noun)/\(Int.random(in: 0..<100_000, using: &chance))/\(other)?page=\(index % 10)",
                started: time, duration: 120, api: "example", environment: index % 4 == 0 ? "staging" : "production",
                endpoint: "\(method) \(path)", service: "one", status: status, state: status < 400 ? .succeeded : .failed,
                errorText: status < 400 ? nil : "The service answered with \(status)",
                exchange: bodies == 0 ? nil : exchange(body: bodies, number: index))
        }
    }

    /// An exchange whose answer has a body of so many bytes.
    static func exchange(body size: Int, number: Int = 0) -> HistoryExchange {
        let text = Array("{\"number\": \(number)}".utf8)
        let body = Array((text + [UInt8](repeating: 0x20, count: size)).prefix(size))
        return HistoryExchange(
            request: HistoryMessage(head: "GET /items HTTP/1.1\naccept: application/json"),
            response: HistoryMessage(
                head: "HTTP/1.1 200 OK", body: HistoryBody(body, contentType: "application/json")))
    }
}
