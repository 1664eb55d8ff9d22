// What each library does when something goes wrong, observed in a process of its own.

import AsyncHTTPClient
import Foundation
import NIOCore
import NetLayer

enum Behaviour {
    /// The first argument of a process that observes a library.
    static let word = "behave"
    /// The longest time of all observations together, in seconds; the system ends a longer one.
    private static let limit: UInt32 = 100
    /// The limit of a request, in seconds: that of the examples in AsyncHTTPClient's README.
    private static let usualTimeout = 30

    /// The titles of the rows, in the order of ``perform(_:)``.
    static let situations = [
        "no server listens, limit 30 s", "the server accepts and is silent, limit 1 s", "the caller cancels",
        "the response has the status 404",
    ]

    /// Starts this program again, and reads what it observed.
    static func observe(_ side: Side, _ place: Place) throws -> [String] {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let text = try Child.output(of: [program, word, side.rawValue, place.base, place.dead])
        let rows = text.split(separator: "\n").map(String.init)
        try PeerError.check(rows.count == situations.count, "the observation of \(side.rawValue) printed \(text)")
        return rows
    }

    /// Observes a library in this process, and prints a line for each situation.
    static func perform(_ arguments: [String]) async throws {
        alarm(limit)
        guard arguments.count == 3, let side = Side(rawValue: arguments[0]) else {
            throw PeerError("an observation needs a library and two places")
        }
        let (base, dead) = (arguments[1], arguments[2])
        let client = Setup.makeClient()
        let get: @Sendable (String, Int) async throws -> Int = { url, seconds in
            switch side {
            case .netLayer:
                var plan = RequestPlan(id: "get", path: url)
                plan.timeouts.total = .seconds(seconds)
                return try await client.send(Endpoint(plan), on: ServicePool([])).head.status
            case .asyncHTTPClient:
                let request = HTTPClientRequest(url: url)
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(Int64(seconds)))
                return Int(response.status.code)
            }
        }
        print(await outcome { try await "status \(get(dead + "/text", usualTimeout))" })
        print(await outcome { try await "status \(get(base + "/stalled", 1))" })
        print(await outcome { try await cancel { _ = try await get(base + "/stalled", usualTimeout) } })
        print(await outcome { try await "returns the response with status \(get(base + "/missing", usualTimeout))" })
    }

    /// Cancels the Swift task of a request in flight, and waits until its socket is closed.
    private static func cancel(_ request: @escaping @Sendable () async throws -> Void) async throws -> String {
        let task = Task { try await request() }
        // The request is sent by then, on a new connection or on one that was kept open.
        try await Task.sleep(for: .seconds(1))
        let open = try ProcessFacts.sockets()
        let start = ContinuousClock.now
        task.cancel()
        let text = await outcome {
            try await task.value; return "returns"
        }
        do {
            try await ProcessFacts.wait(for: ProcessFacts.sockets) { $0 < open }
        } catch is PeerError {
            return "\(text), socket still open after \(milliseconds(since: start))"
        }
        return "\(text), socket closed within \(milliseconds(since: start))"
    }

    private static func outcome(_ body: () async throws -> String) async -> String {
        let start = ContinuousClock.now
        do {
            return try await body()
        } catch let error as NetError {
            return "throws `NetError`, kind `\(error.kind.name)`, after \(milliseconds(since: start))"
        } catch {
            return "throws `\(error)` after \(milliseconds(since: start))"
        }
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> String {
        String(format: "%.0f ms", (ContinuousClock.now - start) / .milliseconds(1))
    }
}
