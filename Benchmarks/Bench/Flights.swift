// The memory of 10,000 requests in flight, and the time until they are gone after a cancellation.

import Glibc
import NetLayer

extension Measure {
    static let flights = Measure(figures: [
        Figure(
            name: "flight-10k", limit: 24, unit: "KB",
            about: "resident memory of each of 10,000 requests in the air, with one observer"),
        Figure(
            name: "cancel-10k", limit: 0.5, unit: "s",
            about: "from cancelling all 10,000 to the last of their sockets closed and nothing left of them"),
    ]) { effort in
        let server = try Nginx()
        let (kilobytes, seconds) = try await Flights.measure(server, effort.choose(10_000, smoke: 50))
        return ["flight-10k": .once(kilobytes), "cancel-10k": .once(seconds)]
    }
}

private enum Flights {
    static func measure(_ server: Nginx, _ count: Int) async throws -> (kilobytes: Double, seconds: Double) {
        guard CurlTransport.raiseOpenFileLimit() > UInt(count) + 500 else {
            throw MeasurementError.absent("the system allows fewer than \(count + 500) open files (ulimit -Hn)")
        }
        let client = NetClient(
            transport: CurlTransport(), limits: DispatchLimits(total: count, perHost: count), keepEnded: 1_000)
        // One request first: memory that is allocated once for all does not count for a request.
        _ = try await client.send(Endpoint(RequestPlan(id: "file", path: server.url)), on: ServicePool([]))
        let events = client.events()
        let observer = Task.detached { for await _ in events {} }
        defer { observer.cancel() }
        let (sockets, memory) = (try ProcessFacts.ownSockets(), try ProcessFacts.resident(getpid()))
        let stalled = Endpoint(RequestPlan(id: "stalled", path: server.stalledURL, timeouts: Timeouts(connect: nil, total: nil)))
        for _ in 0..<count { _ = client.dispatch(stalled, on: ServicePool([])) }
        try await eventually("all \(count) requests are in the air") {
            client.snapshot().live.count { $0.state == .running(.waiting) } == count
        }
        guard try ProcessFacts.ownSockets() - sockets >= count - 1 else {
            throw MeasurementError.broken("a request has no socket")
        }
        let kilobytes = (try ProcessFacts.resident(getpid()) - memory) * 1e6 / 1_024 / Double(count)
        let clock = ContinuousClock()
        let start = clock.now
        let ended = client.cancelAll().count
        try await eventually("nothing is left of \(count) requests") { client.liveCount == 0 }
        try await eventually("every socket is closed") { try ProcessFacts.ownSockets() <= sockets }
        let seconds = start.duration(to: clock.now).seconds
        guard ended == count else { throw MeasurementError.broken("of \(count) requests \(ended) were in the air") }
        return (kilobytes, seconds)
    }

    private static func eventually(_ what: String, _ isSo: () throws -> Bool) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while try !isSo() {
            guard clock.now < deadline else { throw MeasurementError.broken("it never came to pass that \(what)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
