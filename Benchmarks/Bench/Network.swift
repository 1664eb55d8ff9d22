// The engine's cost above libcurl's: the same GETs through NetLayer, with an observer, and through
// a plain loop in C.

import CBareLoop
import NetLayer

extension Measure {
    static let network = Measure(figures: [
        cpu(1, limit: 2.5), cpu(64, limit: 2), cpu(1_000, limit: 2),
        Figure(
            name: "rate-c64", limit: 0.6, unit: "ratio", atLeast: true,
            about: "GETs a second, 64 at once: NetLayer with one observer", anchor: "a bare curl_multi loop in C"),
    ]) { effort in
        let server = try Nginx()
        var values: [String: Series] = [:]
        for concurrency in [1, 64, 1_000] {
            let pairs = try await Turns.pairs(effort.pairs) {
                try await Network.throughNetLayer(server.url, effort.requests, concurrency)
            } _: {
                try await Network.throughBareLoop(server.url, effort.requests, concurrency)
            }
            values["get-c\(concurrency)"] = pairs.cpuRatios
            if concurrency == 64 { values["rate-c64"] = pairs.series { $0.b.wall / $0.a.wall } }
        }
        return values
    }

    private static func cpu(_ concurrency: Int, limit: Double) -> Figure {
        Figure(
            name: "get-c\(concurrency)", limit: limit, unit: "ratio",
            about: "CPU a GET, \(concurrency) at once: NetLayer with one observer", anchor: "a bare curl_multi loop in C")
    }
}

enum Network {
    /// The cost of this many GETs, including one observer.
    static func throughNetLayer(_ url: String, _ requests: Int, _ concurrency: Int) async throws -> Cost {
        let client = NetClient(transport: CurlTransport(), limits: DispatchLimits(total: concurrency, perHost: concurrency))
        return try await throughNetLayer(client, url, requests, concurrency)
    }

    static func throughNetLayer(
        _ client: NetClient, _ url: String, _ requests: Int, _ concurrency: Int, _ behaviour: CallBehaviour = CallBehaviour()
    ) async throws -> Cost {
        var received = 0
        var seen = 0
        let cost = try await Cost.of {
            let observer = observe(client.events(), until: requests)
            var plain = Endpoint(RequestPlan(id: "file", path: url))
            plain.behaviour = behaviour
            let endpoint = plain
            received = try await withThrowingTaskGroup(of: Int.self) { group in
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
            seen = await observer.value
        }
        guard received == requests * Nginx.fileSize, seen == requests else {
            throw MeasurementError.broken("of \(requests) GETs the observer saw \(seen), with \(received) bytes")
        }
        return cost
    }

    /// Counts the successes that an observer receives.
    private static func observe(_ events: EventStream, until requests: Int) -> Task<Int, Never> {
        Task.detached {
            var (before, ended) = (0, 0)
            for await batch in events {
                switch batch {
                // The first snapshot precedes the measurement; an observer that keeps up gets no other.
                case .snapshot(let snapshot): (before, ended) = (snapshot.counters.succeeded, snapshot.counters.succeeded)
                case .events(let events): ended += events.count { $0.kind == .ended && $0.row.state == .succeeded }
                }
                if ended - before == requests { break }
            }
            return ended - before
        }
    }

    static func throughBareLoop(_ url: String, _ requests: Int, _ concurrency: Int) async throws -> Cost {
        var result = bare_loop_result()
        var code: Int32 = 0
        let cost = try await Cost.of { code = bare_loop_run(url, Int32(concurrency), requests, &result) }
        guard code == 0, result.succeeded == requests, result.bytes == requests * Nginx.fileSize else {
            throw MeasurementError.broken("the bare loop did \(result.succeeded) of \(requests) GETs")
        }
        return cost
    }
}
