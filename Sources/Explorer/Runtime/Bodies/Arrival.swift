// The answer of one request while it arrives: what of it has come is kept and told of, seldom enough that telling costs little.

import Dispatch
import Document
import NetLayer
import Screen
import Synchronization

final class Arrival: Sendable {
    /// So long nothing is told at first: most answers are there by then.
    private static let patience = Duration.milliseconds(30)
    /// What is shown is no older than this, or five times as long as making it takes.
    private static let pace = Duration.milliseconds(100)
    /// No more than this is shown at first, and then this many times what was: the first screen waits for no large body.
    private static let first = 256 << 10
    private static let growth = 8

    private struct State {
        var id: TaskID?
        /// Of the attempt that answers.
        var body: ArrivingBody?
        var isScheduled = false
        var isOver = false
        var shown = 0
        var shownAt: Duration?
        /// How long that took: the larger the body, the seldomer it is shown anew.
        var time = Duration.zero
    }

    private let state = Mutex(State())
    private let desk: ArrivalDesk

    init(_ desk: ArrivalDesk) { self.desk = desk }

    /// The plan's endpoint, its body taken by this.
    func endpoint(_ plan: RequestPlan) -> Endpoint<RawResponse> {
        Endpoint(plan).with { endpoint in
            // What is shown as it comes may take as long as it comes: events, logs, large lists.
            endpoint.plan.kind = endpoint.plan.kind ?? .download
            // What does not stay in memory may be larger than what does.
            if endpoint.plan.limits == ResponseLimits() { endpoint.plan.limitBody(desk.spool.capacity) }
            endpoint.behaviour.takesBody = { [self] in begin($0, $1, $2) }
        }
    }

    private func begin(_ id: TaskID, _ head: ResponseHead, _ url: URI) -> ArrivingBody {
        let body = ArrivingBody(head, url, spool: desk.spool) { [weak self] in self?.grown($0) }
        state.withLock { state in
            state.id = id
            state.body = body
            state.shown = 0
        }
        return body
    }

    /// What came with an answer; without one, of a request that was given up, what it had brought. Nothing is told any more.
    func end(_ response: RawResponse?, isGivenUp: Bool) -> ArrivingBody? {
        state.withLock { state in
            state.isOver = true
            defer { state.body = nil }
            return response.map { $0.taker as? ArrivingBody } ?? (isGivenUp ? state.body : nil)
        }
    }

    private func grown(_ body: ArrivingBody) {
        let now = desk.now()
        let wait = state.withLock { state -> Duration? in
            guard !state.isOver, !state.isScheduled, state.body === body else { return nil }
            state.isScheduled = true
            guard let shownAt = state.shownAt else { return Self.patience }
            return max(.zero, shownAt + max(Self.pace, state.time * 5) - now)
        }
        guard let wait else { return }
        desk.work.asyncAfter(deadline: .now() + .microseconds(Int(wait / .microseconds(1)))) { [self] in show() }
    }

    private func show() {
        let (body, id, shown) = state.withLock { state in (state.isOver ? nil : state.body, state.id, state.shown) }
        guard let body, let id else { return state.withLock { $0.isScheduled = false } }
        let start = desk.now()
        let bytes = body.bytes.prefix(max(Self.first, Self.growth * shown))
        desk.keep(body, bytes, for: id)
        let now = desk.now()
        state.withLock { state in
            state.isScheduled = false
            state.shown = bytes.count
            state.shownAt = now
            state.time = now - start
        }
        // What came meanwhile found somebody at work.
        if body.count > bytes.count { grown(body) }
    }
}

/// What arrivals have in common: where bodies are kept and told of.
struct ArrivalDesk: Sendable {
    let bodies: BodyStore
    let inbox: Inbox
    /// Where bodies are worked on, one at a time.
    let work: DispatchQueue
    let spool: ArrivingBody.Spool
    let now: @Sendable () -> Duration

    /// Keeps what has come of a body, and tells of it. On the queue of bodies.
    func keep(_ body: ArrivingBody, _ bytes: Bytes, for id: TaskID) {
        var content = BodyContent(bytes, body.head, isPart: true, spool: spool)
        content.settle(body.settled)
        let evicted = bodies.keep(bytes, content, for: id, source: body)
        var answer = Answer(task: id, head: body.head, url: body.url, bytes: bytes.count, kind: content.kind)
        answer.isArriving = true
        tell(answer, content, evicted)
        guard bytes.memory == 0 else { return }
        // What was read of it to find this out need not stay in memory until more has come.
        bytes.release()
        content.document?.release()
    }

    /// Tells of a body that is kept.
    func tell(_ answer: Answer, _ content: BodyContent?, _ evicted: [TaskID]) {
        var answer = answer
        answer.rows = content?.list?.count
        answer.openDepth = content?.openDepth ?? .max
        answer.picture = content?.picture
        answer.notes = content?.notes ?? []
        inbox.post([.engine(.answered(answer))] + (evicted.isEmpty ? [] : [.body(.evicted(evicted))]))
    }
}
