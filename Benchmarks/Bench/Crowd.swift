// The cost of the task table: inserting and removing a row, and a request beside 10,000 others.

import NetLayer

extension Measure {
    static let table = Measure(figures: [
        Figure(name: "table-us", limit: 1, unit: "us", about: "the table of tasks: a row in and out again, its events taken")
    ]) { effort in
        let turns = effort.choose(200_000, smoke: 1_000)
        let seconds = try await Turns.alone(effort.pairs) { try await Cost.of { Rows.inAndOut(turns) }.cpu }
        return ["table-us": seconds * (1e6 / Double(turns))]
    }

    static let crowd = Measure(figures: [
        Figure(
            name: "rows-10k", limit: 1.2, unit: "ratio",
            about: "CPU a GET, 64 at once, with one observer: beside 10,000 requests in the air", anchor: "beside 10")
    ]) { effort in
        let server = try Nginx()
        let (many, few) = (try await Rows(effort.choose(10_000, smoke: 100)), try await Rows(10))
        let pairs = try await Turns.pairs(effort.pairs) {
            try await many.get(server.url, effort.requests)
        } _: {
            try await few.get(server.url, effort.requests)
        }
        return ["rows-10k": pairs.cpuRatios]
    }
}

/// A client with many stalled requests in flight, and others that proceed.
private final class Rows {
    private let client: NetClient

    init(_ count: Int) async throws {
        let still = StillTransport()
        client = NetClient(
            transport: RoutingTransport(still: still, moving: CurlTransport()),
            limits: DispatchLimits(total: count + Self.concurrency, perHost: max(count, Self.concurrency)))
        let pool = ServicePool([Service(name: "still", baseURL: URI("http://\(RoutingTransport.stillHost)"))])
        for number in 0..<count { _ = client.dispatch(Endpoint(RequestPlan(id: "item", path: "/items/\(number)")), on: pool) }
        while still.count < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    deinit { client.cancelAll(because: .quit) }

    private static let concurrency = 64

    func get(_ url: String, _ requests: Int) async throws -> Cost {
        try await Network.throughNetLayer(client, url, requests, Self.concurrency)
    }

    static func inAndOut(_ count: Int) {
        var table = TaskTable(limits: DispatchLimits(), keepEnded: 1_000)
        let info = TaskInfo(endpoint: "item", title: "item", method: .get)
        for number in 0..<count {
            let now = Duration.microseconds(number)
            let id = table.openRow(info, at: now)
            _ = table.endTask(id, .succeeded, at: now)
            _ = table.workReturned(id)
            _ = table.drainEvents()
        }
    }
}

/// Uses a transport with stalled exchanges for one host, and a real one for all others.
private struct RoutingTransport: Transport {
    static let stillHost = "still.invalid"
    let still: StillTransport
    let moving: CurlTransport

    func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        request.url.host == Self.stillHost
            ? still.start(request, observer: observer) : moving.start(request, observer: observer)
    }
}
