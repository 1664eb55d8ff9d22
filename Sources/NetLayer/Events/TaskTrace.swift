// Everything that happened to one task, in order: read from its row when somebody looks, so it costs nothing while nobody does.

/// The story of a task, from the queue to its end, with the time since it was opened. Secrets in it are ``Secret``s still.
public struct TaskTrace: Sendable, Hashable {
    /// One thing that happened.
    public struct Entry: Sendable, Hashable {
        /// Since the task was opened.
        public let at: Duration
        /// What happened then.
        public let fact: Fact
    }

    /// What happened.
    public enum Fact: Sendable, Hashable {
        case queued
        /// It got the right to send.
        case admitted(after: Duration)
        /// A try began on a service; the name is empty for an absolute URL.
        case attempt(Int, service: String)
        /// The request of an exchange, as the transport was given it.
        case request(WireRequest)
        /// The exchange came to that phase.
        case phase(Phase)
        /// The peer's address, and whether its connection was there already.
        case peer(String, isReused: Bool)
        /// Status line and header fields of the answer are there.
        case head(ResponseHead)
        /// The whole answer is there: bytes of head and body as on the wire.
        case received(bytes: Int64)
        /// The exchange brought no whole answer.
        case failed(TransferFailure)
        /// Why it waited, went again, was shared, refused or changed. What a redirect or a cancel decided is told by their own entries.
        case decided(Decision)
        /// The answer points elsewhere and was followed; header fields of those names were left behind.
        case redirected(status: Int, to: WireRequest, leftBehind: [String])
        /// It ended so; ``TaskRow/reason`` and ``TaskRow/errorKind`` as in its row.
        case ended(TaskState, reason: String, errorKind: String?)
    }

    /// Oldest first.
    public private(set) var entries: [Entry] = []
    /// Its exchanges are kept no longer: what is here is the frame only.
    public let isDropped: Bool

    /// The story of a row as it stands now.
    public init(_ row: TaskRow) {
        isDropped = row.isTraceDropped
        add(.queued, row.openedAt, row)
        if let started = row.startedAt { add(.admitted(after: started - row.openedAt), started, row) }
        var attempt = 0
        var before: ExchangeRecord?
        for exchange in row.exchanges {
            if let before, before.attempt == exchange.attempt { addRedirect(from: before, to: exchange.request, row) }
            addAttempt(exchange.attempt, exchange.service, exchange.startedAt, &attempt, row)
            add(exchange, row)
            before = exchange
        }
        if let flight = row.flight {
            if let before, before.attempt == flight.launch.attempt { addRedirect(from: before, to: flight.launch.request, row) }
            addAttempt(flight.launch.attempt, flight.launch.service, flight.launch.startedAt, &attempt, row)
            add(flight, row)
        }
        if let hedge = row.hedge {
            addAttempt(hedge.attempt, hedge.service, hedge.startedAt, &attempt, row)
            add(.request(hedge.request), hedge.startedAt, row)
        }
        addDecisions(row)
        if row.state.isEnded {
            add(.ended(row.state, reason: row.reason, errorKind: row.errorKind), row.endedAt ?? row.openedAt, row)
        }
    }

    private mutating func add(_ fact: Fact, _ time: Duration, _ row: TaskRow) {
        entries.append(Entry(at: max(.zero, time - row.openedAt), fact: fact))
    }

    /// Each behind everything that happened before it or at its moment.
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
        add(.attempt(number, service: service), time, row)
    }

    private mutating func add(_ exchange: ExchangeRecord, _ row: TaskRow) {
        add(.request(exchange.request), exchange.startedAt, row)
        for (phase, at) in exchange.timeline where phase != .receiving {
            // Who was reached is known once the connection stands.
            if phase == .sending { addPeer(exchange, at, row) }
            add(.phase(phase), exchange.startedAt + at, row)
        }
        let metrics = exchange.metrics
        if let head = exchange.head {
            add(.head(head), exchange.startedAt + (metrics.firstByte ?? exchange.phases[.receiving] ?? metrics.total), row)
        }
        let end = exchange.startedAt + metrics.total
        if let failure = exchange.failure {
            add(.failed(failure), end, row)
        } else {
            add(.received(bytes: metrics.bytesReceived), end, row)
        }
    }

    private mutating func addPeer(_ exchange: ExchangeRecord, _ at: Duration, _ row: TaskRow) {
        guard let address = exchange.metrics.remoteAddress else { return }
        add(.peer(address, isReused: exchange.metrics.reusedConnection), exchange.startedAt + at, row)
    }

    private mutating func add(_ flight: Flight, _ row: TaskRow) {
        let start = flight.launch.startedAt
        add(.request(flight.launch.request), start, row)
        for (phase, at) in flight.phases.entered where phase != .receiving || flight.head == nil {
            add(.phase(phase), start + at, row)
        }
        if let head = flight.head { add(.head(head), start + (flight.phases[.receiving] ?? .zero), row) }
    }

    private mutating func addRedirect(from record: ExchangeRecord, to request: WireRequest, _ row: TaskRow) {
        guard let status = record.head?.status, Redirection.isRedirect(status) else { return }
        let kept = request.headers.fields.map(\.name)
        let left = record.request.headers.fields.map(\.name).filter { name in !kept.contains { $0.isSameFieldName(as: name) } }
        add(.redirected(status: status, to: request, leftBehind: left), record.startedAt + record.metrics.total, row)
    }
}

extension ExchangeRecord {
    /// When its phases began, since its start: as the transport measured, and where it did not, as it told.
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
        // libcurl measures no moment at which the request was out; the transport told it, by another clock.
        if let waiting = times[.waiting] {
            let latest = measured[.receiving] ?? waiting
            measured.enter(.waiting, at: min(max(waiting, measured[.sending] ?? .zero), latest))
        }
        times = measured
        return times.entered
    }
}
