// What the engine costs over libcurl alone: the same GETs through NetLayer, observed, and through a plain loop in C.

import CBareLoop
import NetLayer

extension Measure {
    static let network = Measure(figures: [
        Figure(
            name: "get-c64", limit: 2.5, unit: "ratio",
            about: "CPU a GET, 64 at once: NetLayer with one observer / a bare curl_multi loop in C")
    ]) { effort in
        let server = try Nginx()
        let best = try await Turns.smallest(of: effort.rounds) {
            try await Network.throughNetLayer(server.url, effort.requests)
        } _: {
            try Network.throughBareLoop(server.url, effort.requests)
        }
        return ["get-c64": best.a / best.b]
    }
}

enum Network {
    static let concurrency = 64

    /// CPU seconds of this process for so many GETs.
    static func throughNetLayer(_ url: String, _ requests: Int) async throws -> Double {
        let client = NetClient(transport: CurlTransport(), limits: DispatchLimits(total: concurrency, perHost: concurrency))
        let start = ProcessFacts.ownCPU()
        let events = client.events()
        let observer = Task.detached {
            var ended = 0
            for await batch in events {
                switch batch {
                case .snapshot(let snapshot): ended = snapshot.counters.succeeded
                case .events(let events): ended += events.count { $0.kind == .ended && $0.row.state == .succeeded }
                }
                if ended == requests { break }
            }
            return ended
        }
        let endpoint = Endpoint(RequestPlan(id: "file", path: url))
        let received = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<concurrency {
                let share = requests / concurrency + (number < requests % concurrency ? 1 : 0)
                group.addTask {
                    var bytes = 0
                    for _ in 0..<share { bytes += try await client.send(endpoint, on: ServicePool([])).body.count }
                    return bytes
                }
            }
            return try await group.reduce(0, +)
        }
        // The observer's share counts.
        let seen = await observer.value
        let seconds = ProcessFacts.ownCPU() - start
        guard received == requests * Nginx.fileSize, seen == requests else {
            throw Obstacle.broken("of \(requests) GETs the observer saw \(seen), with \(received) bytes")
        }
        return seconds
    }

    static func throughBareLoop(_ url: String, _ requests: Int) throws -> Double {
        var result = bare_loop_result()
        let start = ProcessFacts.ownCPU()
        let code = bare_loop_run(url, Int32(concurrency), requests, &result)
        let seconds = ProcessFacts.ownCPU() - start
        guard code == 0, result.succeeded == requests, result.bytes == requests * Nginx.fileSize else {
            throw Obstacle.broken("the bare loop did \(result.succeeded) of \(requests) GETs")
        }
        return seconds
    }
}
