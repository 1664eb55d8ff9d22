// A client's calls as counters and timers of swift-metrics.

import Metrics
import NetLayer
import Synchronization

/// Counts and times the calls of a client by swift-metrics.
///
///     let metrics = EventMetrics()
///     Task { await metrics.follow(client.events()) }
///
/// | label | kind | dimensions |
/// | --- | --- | --- |
/// | `netlayer.calls` | counter: calls that have ended | service, method, status |
/// | `netlayer.call.duration` | timer: from the opening of the row to its end | service, method, status |
/// | `netlayer.attempts` | counter: requests that were sent, with redirects and hedges | service, method |
/// | `netlayer.retries` | counter: attempts after the first | service, method |
/// | `netlayer.bytes.sent`, `netlayer.bytes.received` | counters | service, method |
/// | `netlayer.events.lost` | counter: ended tasks of which the observer saw no event | |
///
/// `status` is the status of a call that has succeeded or failed by it, otherwise the name of the failure
/// (``NetLayer/NetError/Kind/name``), `cancelled` or `superseded`. Groups and chains are not counted, their
/// members are. No dimension contains a URL: a call to an absolute URL has the service `none`.
public struct EventMetrics: Sendable {
    private let factory: any MetricsFactory

    /// Makes its metrics by this factory, by default that of the program.
    public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

    /// Counts all events until the stream ends.
    public func follow(_ events: EventStream) async {
        var meters = Meters(factory: factory)
        for await batch in events { meters.count(batch) }
    }
}

private struct Meters {
    private struct Name: Hashable {
        var label: String
        var values: [String]
    }

    let factory: any MetricsFactory
    private var counters: [Name: Counter] = [:]
    private var timers: [Name: Metrics.Timer] = [:]
    /// The ended tasks of all kinds that were counted, or counted as lost.
    private var ended = 0

    init(factory: any MetricsFactory) { self.factory = factory }

    mutating func count(_ batch: EventBatch) {
        switch batch {
        case .snapshot(let snapshot):
            add(snapshot.counters.ended - ended, "netlayer.events.lost", [])
            ended = snapshot.counters.ended
        case .events(let events):
            for event in events where event.kind == .ended {
                ended += 1
                count(event)
            }
        }
    }

    private mutating func count(_ event: NetEvent) {
        let row = event.row
        guard row.info.kind == .call || row.info.kind == .refresh else { return }
        let place = [("service", row.service.isEmpty ? "none" : row.service), ("method", row.info.method.rawValue)]
        let outcome = place + [("status", Self.status(of: row))]
        add(1, "netlayer.calls", outcome)
        timer("netlayer.call.duration", outcome).recordNanoseconds(Self.nanoseconds(row.age(at: event.time)))
        add(row.exchanges.count, "netlayer.attempts", place)
        add(row.attempt - 1, "netlayer.retries", place)
        add(Int(row.bytesSent), "netlayer.bytes.sent", place)
        add(Int(row.bytesReceived), "netlayer.bytes.received", place)
    }

    private static func status(of row: TaskRow) -> String {
        switch row.state {
        case .succeeded: row.status.map(String.init) ?? "succeeded"
        case .failed where row.errorKind == "status": row.status.map(String.init) ?? "status"
        case .queued, .running, .retrying, .failed, .timedOut, .cancelled, .superseded: row.errorKind ?? row.state.name
        }
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    private mutating func add(_ amount: Int, _ label: String, _ dimensions: [(String, String)]) {
        guard amount > 0 else { return }
        let name = Name(label: label, values: dimensions.map(\.1))
        let counter = counters[name] ?? Counter(label: label, dimensions: dimensions, factory: factory)
        counters[name] = counter
        counter.increment(by: amount)
    }

    private mutating func timer(_ label: String, _ dimensions: [(String, String)]) -> Metrics.Timer {
        let name = Name(label: label, values: dimensions.map(\.1))
        let timer = timers[name] ?? Metrics.Timer(label: label, dimensions: dimensions, factory: factory)
        timers[name] = timer
        return timer
    }
}
