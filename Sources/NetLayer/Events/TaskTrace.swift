// All events of one task, in order. The trace is computed from the row on demand, so
// it costs nothing until then.

/// The story of a task from the queue to its end, with times since its opening. Its secrets
/// are still ``Secret`` values.
public struct TaskTrace: Sendable, Hashable {
    /// One event of the story.
    public struct Entry: Sendable, Hashable {
        /// Time since the task's opening.
        public let at: Duration
        /// The event.
        public let fact: Fact
    }

    /// An event in a task's story.
    public enum Fact: Sendable, Hashable {
        case queued
        /// It got a slot.
        case admitted(after: Duration)
        /// An attempt began on a service; the name is empty for an absolute URL.
        case attempt(Int, service: String)
        /// The request of an exchange, as the transport received it.
        case request(WireRequest)
        /// The exchange entered that phase.
        case phase(Phase)
        /// The peer's address, and whether the connection existed before.
        case peer(String, isReused: Bool)
        /// The status line and the header fields of the response have arrived.
        case head(ResponseHead)
        /// The complete response has arrived: bytes of head and body as on the wire.
        case received(bytes: Int64)
        /// The exchange brought no complete response.
        case failed(TransferFailure)
        /// Why it waited, was retried, shared, refused or changed. Redirects and cancellations
        /// have entries of their own.
        case decided(Decision)
        /// The response redirected the request, and the client followed. The header fields
        /// with these names were removed.
        case redirected(status: Int, to: WireRequest, leftBehind: [String])
        /// The end state; ``TaskRow/reason`` and ``TaskRow/errorKind`` as in the row.
        case ended(TaskState, reason: String, errorKind: String?)
    }

    /// The entries, the oldest first.
    public private(set) var entries: [Entry] = []
    /// The exchanges were dropped: only the other entries remain.
    public let isDropped: Bool

    /// The story of a row at this moment.
    public init(_ row: TaskRow) {
        isDropped = row.isTraceDropped
        append(.queued, row.openedAt, row)
        if let started = row.startedAt { append(.admitted(after: started - row.openedAt), started, row) }
        var attempt = 0
        var before: ExchangeRecord?
        for exchange in row.exchanges {
            if let before, before.attempt == exchange.attempt { addRedirect(from: before, to: exchange.request, row) }
            addAttempt(exchange.attempt, exchange.service, exchange.startedAt, &attempt, row)
            append(exchange, row)
            before = exchange
        }
        if let flight = row.flight {
            if let before, before.attempt == flight.launch.attempt { addRedirect(from: before, to: flight.launch.request, row) }
            addAttempt(flight.launch.attempt, flight.launch.service, flight.launch.startedAt, &attempt, row)
            append(flight, row)
        }
        if let hedge = row.hedge {
            addAttempt(hedge.attempt, hedge.service, hedge.startedAt, &attempt, row)
            append(.request(hedge.request), hedge.startedAt, row)
        }
        addDecisions(row)
        if row.state.isEnded {
            append(.ended(row.state, reason: row.reason, errorKind: row.errorKind), row.endedAt ?? row.openedAt, row)
        }
    }

    private mutating func append(_ fact: Fact, _ time: Duration, _ row: TaskRow) {
        entries.append(Entry(at: max(.zero, time - row.openedAt), fact: fact))
    }

    /// Inserts each decision after all events of the same or an earlier moment.
    private mutating func addDecisions(_ row: TaskRow) {
        for record in row.decisions {
            switch record.decision {
            case .redirects, .cancelled: continue
            case .waitsForHost, .waitsForTotal, .waitsInLine, .waitsForTurn, .retries, .joins, .superseded, .refused, .skipped,
                .stopped,
                .changed, .offline, .notTriedAgain, .hedges, .notHedged, .leaves, .cache, .waitsForRefresh, .replays,
                .withholds:
                let entry = Entry(at: max(.zero, record.time - row.openedAt), fact: .decided(record.decision))
                let place = (entries.lastIndex { $0.at <= entry.at } ?? -1) + 1
                entries.insert(entry, at: place)
            }
        }
    }

    private mutating func addAttempt(_ number: Int, _ service: String, _ time: Duration, _ last: inout Int, _ row: TaskRow) {
        guard number != last else { return }
        last = number
        append(.attempt(number, service: service), time, row)
    }

    private mutating func append(_ exchange: ExchangeRecord, _ row: TaskRow) {
        append(.request(exchange.request), exchange.startedAt, row)
        for (phase, at) in exchange.timeline where phase != .receiving {
            // The peer is known once the connection exists.
            if phase == .sending { addPeer(exchange, at, row) }
            append(.phase(phase), exchange.startedAt + at, row)
        }
        let metrics = exchange.metrics
        if let head = exchange.head {
            append(.head(head), exchange.startedAt + (metrics.firstByte ?? exchange.phases[.receiving] ?? metrics.total), row)
        }
        let end = exchange.startedAt + metrics.total
        if let failure = exchange.failure {
            append(.failed(failure), end, row)
        } else {
            append(.received(bytes: metrics.bytesReceived), end, row)
        }
    }

    private mutating func addPeer(_ exchange: ExchangeRecord, _ at: Duration, _ row: TaskRow) {
        guard let address = exchange.metrics.remoteAddress else { return }
        append(.peer(address, isReused: exchange.metrics.reusedConnection), exchange.startedAt + at, row)
    }

    private mutating func append(_ flight: Flight, _ row: TaskRow) {
        let start = flight.launch.startedAt
        append(.request(flight.launch.request), start, row)
        for (phase, at) in flight.phases.entered where phase != .receiving || flight.head == nil {
            append(.phase(phase), start + at, row)
        }
        if let head = flight.head { append(.head(head), start + (flight.phases[.receiving] ?? .zero), row) }
    }

    private mutating func addRedirect(from record: ExchangeRecord, to request: WireRequest, _ row: TaskRow) {
        guard let status = record.head?.status, Redirection.isRedirect(status) else { return }
        let kept = request.headers.fields.map(\.name)
        let left = record.request.headers.fields.map(\.name).filter { name in !kept.contains { $0.isSameFieldName(as: name) } }
        append(.redirected(status: status, to: request, leftBehind: left), record.startedAt + record.metrics.total, row)
    }
}

extension ExchangeRecord {
    /// When its phases began, since its start: as the transport measured, or as it
    /// reported if it did not measure.
    public var timeline: [(phase: Phase, at: Duration)] {
        var times = phases
        let began: [(Phase, Duration?)] = [
            (.connecting, metrics.resolved), (.tls, metrics.secured == nil ? nil : metrics.connected),
            (.sending, metrics.sendingBegan), (.receiving, metrics.firstByte),
        ]
        guard began.contains(where: { $0.1 != nil }) else { return times.entered }
        var measured = PhaseTimes()
        if metrics.resolved != nil { measured.enter(.resolving, at: .zero) }
        for case (let phase, let time?) in began { measured.enter(phase, at: time) }
        // libcurl does not measure when the request was out. The transport reported
        // that moment, by another clock.
        if let waiting = times[.waiting] {
            let latest = measured[.receiving] ?? waiting
            measured.enter(.waiting, at: min(max(waiting, measured[.sending] ?? .zero), latest))
        }
        times = measured
        return times.entered
    }
}
