// Generates a history of 100,000 requests: the APIs, words and sizes of a few months' work, always the same.

import Foundation
import History

/// A temporary folder with a history, removed with this value.
final class MadeHistory: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-bench-\(UUID().uuidString)").path
    private let cleanup: Int

    var path: String { folder + "/history.sqlite" }
    /// The environment that makes a program use it.
    var environment: [String: String] {
        Place.environment.merging(["EXPLORER_DATA_DIR": folder, "EXPLORER_STATE_DIR": folder]) { $1 }
    }

    /// - Parameter count: the number of requests in the history.
    init(_ count: Int) async throws {
        cleanup = Cleanup.shared.add { [folder] in try? FileManager.default.removeItem(atPath: folder) }
        let store = try open()
        for start in stride(from: 0, to: count, by: Self.step) {
            try await store.insert((start..<min(start + Self.step, count)).map(Self.entry))
        }
        // The state when the user returns the next day.
        await store.enforceLimits()
        let rows = try await store.usage().rows
        await store.close()
        guard rows == count else { throw MeasurementError.broken("of \(count) requests \(rows) are in the history") }
    }

    deinit { Cleanup.shared.runAction(cleanup) }

    func open() throws -> HistoryStore {
        try HistoryStore.open(path: path, now: { Self.now }) { Report.complain("bench: \($0.message)") }.store
    }

    /// A history of this many requests, generated at the first use and shared by all measures.
    static func shared(_ count: Int) async throws -> MadeHistory { try await HistoryPool.shared.history(count) }

    private actor HistoryPool {
        static let shared = HistoryPool()

        private var tasks: [Int: Task<MadeHistory, any Error>] = [:]

        func history(_ count: Int) async throws -> MadeHistory {
            let task = tasks[count] ?? Task { try await MadeHistory(count) }
            tasks[count] = task
            return try await task.value
        }
    }

    private static let step = 500
    /// 2026-11-22; the entries are at most 80 days old then.
    private static let now: Int64 = 1_795_305_600_000
    private static let nouns = [
        "users", "items", "orders", "repositories", "issues", "pulls", "comments", "sessions", "teams", "events", "invoices",
    ]
    private static let hosts = ["api.shop.example", "api.github.example", "payments.internal.example"]

    /// The n-th request: a minute after the previous one, most with a kilobyte of JSON, one in fifty with 16.
    static func entry(_ number: Int) -> HistoryEntry {
        // Steps without a common factor: no two columns repeat in step.
        let (noun, other) = (nouns[number * 7 % nouns.count], nouns[number / 11 * 3 % nouns.count])
        let host = hosts[number / 5 % hosts.count]
        let method = ["GET", "GET", "GET", "POST", "DELETE"][number * 3 % 5]
        let status = [200, 200, 200, 201, 304, 404, 500][number * 5 % 7]
        let path = "/v1/\(noun)/\(number * 7_919 % 100_003)/\(other)"
        let type = "application/json"
        return HistoryEntry(
            title: "\(method) /v1/\(noun)/{id}/\(other)", method: method,
            url: "https://\(host)\(path)?page=\(number % 40)&per_page=100", started: now - Int64(100_000 - number) * 60_000,
            duration: Int64(number * 31 % 900), workspace: "/srv/shop/explorer.yaml",
            api: String(host.split(separator: ".")[1]),
            environment: number % 4 == 0 ? "staging" : "production", endpoint: "\(noun)/list-\(other)", service: "one",
            status: status, state: status < 400 ? .succeeded : .failed,
            errorText: status < 400 ? nil : "The service answered with \(status)", bytesSent: 400, bytesReceived: 1_400,
            exchange: HistoryExchange(
                request: HistoryMessage(
                    head: "\(method) \(path) HTTP/1.1\naccept: \(type)\nauthorization: ••••••\nuser-agent: explorer",
                    body: method == "POST" ? HistoryBody(Array("{\"name\":\"item \(number)\"}".utf8), contentType: type) : nil),
                response: HistoryMessage(
                    head: "HTTP/1.1 \(status)\ncontent-type: \(type)\ndate: Sun, 22 Nov 2026 08:00:33 GMT\netag: \"\(number)\"",
                    body: HistoryBody(body(number), contentType: type)),
                timings: Array("[{\"attempt\":1,\"started\":0.1,\"total\":41.7,\"received\":1400}]".utf8),
                trail: Array("{\"source\":\"network\",\"exchanges\":[],\"decisions\":[]}".utf8)))
    }

    private static func body(_ number: Int) -> [UInt8] {
        let object = "{\"id\":\(number),\"name\":\"item \(number * 31 % 977)\",\"state\":\"sold\",\"price\":\(number % 9_973).5}"
        let count = number % 50 == 0 ? 220 : 14
        return Array(("[" + [String](repeating: object, count: count).joined(separator: ",") + "]").utf8)
    }
}
