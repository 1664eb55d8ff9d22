// What the tests of groups and chains share: calls that end when they are told to, and a list of what happened in which order.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// Notes what happens, from any thread.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Opens once; whoever came before waits.
final class Gate: Sendable {
    private let landing = Landing<Void>()

    func open() { landing.land(()) }
    func wait() async { await landing.value() }
}

/// What code of a caller throws.
struct Trouble: Error {}

extension Net {
    /// Answers `/fail…` with 503, hangs on `/hang…`, anything else is its own path with 200.
    static func mixed() -> ScriptedTransport {
        ScriptedTransport { request in
            let path = request.url.path
            if path.hasPrefix("/v1/hang") { return [.enter(.sending), .enter(.waiting)] }
            return .answer(path.hasPrefix("/v1/fail") ? 503 : 200, body: Array(path.dropFirst(4).utf8))
        }
    }

    static func text(_ path: String) -> Endpoint<String> {
        Endpoint(plan("/" + path) { $0.title = path }) { String(decoding: $0.body, as: UTF8.self) }
    }

    static func group(_ paths: String..., limit: Int? = nil) -> RequestGroup<String> {
        RequestGroup("group", maxConcurrent: limit, paths.map { .call(text($0), on: pool) })
    }
}

extension ScriptedTransport {
    /// Ends the exchange for this path, once it is in the air.
    func answer(_ path: String, _ status: Int = 200) async -> Bool {
        await eventually {
            guard let transfer = inFlight.first(where: { $0.request.url.path == "/v1/" + path }) else { return false }
            transfer.play(.answer(status, body: Array(path.utf8)))
            return true
        }
    }

    func isInFlight(_ paths: String...) async -> Bool {
        await eventually { Set(inFlight.map { String($0.request.url.path.dropFirst(4)) }) == Set(paths) }
    }
}

extension NetClient {
    /// The rows that name this one as their parent, in the order in which they were opened.
    func members(of id: TaskID) -> [TaskRow] {
        let snapshot = snapshot()
        return (snapshot.live + snapshot.ended).filter { $0.info.parent == id }.sorted { $0.id < $1.id }
    }

    /// Every row of which a client knows, with the events that were told of it: each ends once, with nothing after it.
    func checkEnds(_ events: EventStream) async throws {
        events.finish()
        var ends: [TaskID: Int] = [:]
        for await case .events(let batch) in events {
            for event in batch {
                try #require(ends[event.row.id] == nil, "something comes after the end of \(event.row.id)")
                if event.kind == .ended { ends[event.row.id, default: 0] += 1 }
            }
        }
        let snapshot = snapshot()
        try #require(snapshot.live.isEmpty)
        try #require(ends.count == snapshot.counters.opened && ends.values.allSatisfy { $0 == 1 })
    }
}

extension GroupOutcome where Value: Equatable {
    /// The values, and the names of the errors.
    var words: [String] {
        results.map { result in
            switch result {
            case .success(let value): "\(value)"
            case .failure(let error): error.kind.name
            }
        }
    }
}
