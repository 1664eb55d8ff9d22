// The screen's model with many live tasks in it, fed by a real client's events.

import Canvas
import Catalog
import NetLayer
import Screen

final class TaskCrowd {
    private(set) var model: Model
    private let client: NetClient
    private let transport = StillTransport()
    private var events: EventStream.Iterator
    private let changing: [String]
    private var phase = Phase.waiting

    /// - Parameter changing: the number of tasks that change between two frames: the newest, which are
    ///   visible, and others throughout the table.
    init(_ count: Int, changing: Int) async throws {
        client = NetClient(transport: transport, limits: DispatchLimits(total: count, perHost: count), keepEnded: 0)
        events = client.events(capacity: .max).makeAsyncIterator()
        model = Model(size: FileDisplay.size, source: "bench")
        let visible = min(changing, FileDisplay.size.height)
        let others = changing - visible
        self.changing =
            (0..<visible).map { Self.path(count - 1 - $0) } + (0..<others).map { Self.path($0 * (count - visible) / others) }
        let pool = ServicePool([Service(name: "api", baseURL: URI("http://127.0.0.1:9"))])
        _ = model.update(.source(.described(try Self.description(), pool)))
        for number in 0..<count {
            _ = client.dispatch(Endpoint(RequestPlan(id: "item", title: "get item", path: Self.path(number))), on: pool)
        }
        while transport.count < count { try await Task.sleep(for: .milliseconds(1)) }
        transport.enter(phase, (0..<count).map(Self.path))
        while model.tasks.counts.running < count { try await takeBatch() }
    }

    deinit { client.cancelAll(because: .quit) }

    /// Presses keys by their names.
    func press(_ names: [String]) {
        for key in names.compactMap(Key.init(name:)) { _ = model.update(.user(.key(key))) }
    }

    /// Changes the state of the chosen tasks and passes their events to the model.
    /// - Returns: the seconds that the model needed.
    func change() async throws -> Double {
        phase = phase == .waiting ? .sending : .waiting
        transport.enter(phase, changing)
        return try await takeBatch()
    }

    @discardableResult
    private func takeBatch() async throws -> Double {
        guard let batch = await events.next() else { throw MeasurementError.broken("the client's events ended") }
        let clock = ContinuousClock()
        let start = clock.now
        _ = model.update(.engine(.network(batch, at: client.now)))
        return start.duration(to: clock.now).seconds
    }

    private static func path(_ number: Int) -> String { "/items/\(number)" }

    /// Enough endpoints to fill the list beside the table.
    private static func description() throws -> APIDescription {
        let paths = (0..<80).map { "\"/items/part-\($0)\":{\"get\":{\"summary\":\"Part \($0)\",\"responses\":{}}}" }
        let text =
            "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Bench\",\"version\":\"1\"},\"paths\":{\(paths.joined(separator: ","))}}"
        return try APIDescription.parse(Array(text.utf8), source: "bench", base: nil)
    }
}
