// One row of the live task table: everything that can be said of a task at one moment, as a value.

/// A task's number: given before its work starts, never used again in the life of a client (B-HH-D10).
public struct TaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Rises with every task of a client.
    public let number: UInt64

    /// The task of that number, as a person or a file names it.
    public init(_ number: UInt64) { self.number = number }

    public static func < (a: TaskID, b: TaskID) -> Bool { a.number < b.number }
    public var description: String { String(number) }
}

/// Where a task stands. One table of states serves screen, events and JSON.
///
///     queued ──► running(resolving…receiving) ──► succeeded │ failed │ timedOut
///        ▲            │
///        └─ retrying ◄┘        from any state that has not ended: cancelled │ superseded. A task ends exactly once.
public enum TaskState: Sendable, Hashable {
    /// Waiting for a slot.
    case queued
    /// Its exchange is in that phase. A group, a chain, or work that is no request is in ``Phase/waiting``.
    case running(Phase)
    /// Waiting to be tried again.
    case retrying
    /// Ended with a usable answer.
    case succeeded
    /// Ended without one; ``TaskRow/reason`` says why.
    case failed
    /// Ended because it took too long, by that limit.
    case timedOut(NetError.Timeout)
    /// Ended by somebody, for that reason.
    case cancelled(CancelReason)
    /// Ended by the duplicate policy.
    case superseded

    /// It has ended, and changes no more.
    public var isEnded: Bool {
        switch self {
        case .queued, .running, .retrying: false
        case .succeeded, .failed, .timedOut, .cancelled, .superseded: true
        }
    }

    /// The word in events and JSON.
    public var name: String {
        switch self {
        case .queued: "queued"
        case .running: "running"
        case .retrying: "retrying"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .timedOut: "timed_out"
        case .cancelled: "cancelled"
        case .superseded: "superseded"
        }
    }

    /// How a call that brought this error ended.
    init(_ error: NetError) {
        switch error.kind {
        case .cancelled(.superseded), .duplicate: self = .superseded
        case .cancelled(let reason): self = .cancelled(reason)
        case .timedOut(let which): self = .timedOut(which)
        case .badRequest, .badParameters, .noNetwork, .rejected, .unsupported, .dns, .connect, .tls, .cut, .protocolViolation,
            .tooLarge, .redirect, .transport, .status, .decode, .business, .validation, .noData, .noMoreData, .paginationLoop,
            .foreignHost, .file, .work, .cacheMiss, .authentication:
            self = .failed
        }
    }
}

/// What a row stands for. The raw value is the word in JSON.
public enum TaskKind: String, Sendable, Hashable, CaseIterable {
    /// One call.
    case call
    /// Several tasks that started together; its members name it as their parent.
    case group
    /// Tasks that follow each other; each step names it as its parent.
    case chain
    /// Work of a group that is no HTTP call.
    case work
    /// A call that asks anew, in the background, for what another was given from the cache; see ``TaskInfo/origin``.
    case refresh
}

/// What does not change in a task's life; shared by all copies of its row.
public final class TaskInfo: Sendable {
    /// What the row stands for.
    public let kind: TaskKind
    /// The group or chain that it belongs to.
    public let parent: TaskID?
    /// ``RequestPlan/id``.
    public let endpoint: String
    /// What a person calls it.
    public let title: String
    /// The request's method; `GET` for what sends nothing itself.
    public let method: HTTPMethod
    /// Its place among those that wait for a slot.
    public let priority: CallPriority
    /// What it is for, in the program's words.
    public let tag: CallTag?
    /// The scope that it ends with.
    public let scope: ScopeID?
    /// How long after its opening it ends, wherever it is then; `nil`: it has as long as it takes.
    public let deadline: Duration?
    /// Of a ``TaskKind/refresh``: the task that was given what is stored.
    public let origin: TaskID?

    /// By default a call of normal priority that belongs to nothing and has as long as it takes.
    public init(
        kind: TaskKind = .call, parent: TaskID? = nil, endpoint: String, title: String, method: HTTPMethod,
        priority: CallPriority = .normal, tag: CallTag? = nil, scope: ScopeID? = nil, deadline: Duration? = nil,
        origin: TaskID? = nil
    ) {
        self.kind = kind
        self.parent = parent
        self.endpoint = endpoint
        self.title = title
        self.method = method
        self.priority = priority
        self.tag = tag
        self.scope = scope
        self.deadline = deadline
        self.origin = origin
    }

    /// What sends nothing itself has no endpoint, and a method that asks for nothing to change.
    convenience init(kind: TaskKind, parent: TaskID?, title: String) {
        self.init(kind: kind, parent: parent, endpoint: "", title: title, method: .get)
    }

    convenience init(
        _ plan: RequestPlan, kind: TaskKind = .call, parent: TaskID? = nil, scope: ScopeID? = nil, deadline: Duration? = nil,
        origin: TaskID? = nil
    ) {
        self.init(
            kind: kind, parent: parent, endpoint: plan.id, title: plan.shownTitle, method: plan.method,
            priority: plan.policies.priority ?? .normal, tag: plan.policies.tag, scope: scope, deadline: deadline,
            origin: origin)
    }
}

/// What a group or chain knows of its members.
public struct MemberCounts: Sendable, Hashable {
    /// How many there are, or will be as far as is known.
    public var total: Int
    /// How many have ended, in whatever way.
    public var ended = 0
    /// Of those that have ended, how many did not succeed.
    public var failed = 0
    /// Of those that did not succeed, how many were cancelled.
    public var cancelled = 0
    /// Of those that were cancelled, how many were never sent, for one before them had failed.
    public var skipped = 0

    /// None of so many has ended.
    public init(total: Int) { self.total = total }

    func adding(total: Int = 0, ended: Int = 0, failed: Int = 0, cancelled: Int = 0, skipped: Int = 0) -> MemberCounts {
        var counts = self
        counts.total += total
        counts.ended += ended
        counts.failed += failed
        counts.cancelled += cancelled
        counts.skipped += skipped
        return counts
    }
}

/// What a task that will be tried again waits for.
public struct RetryNotice: Sendable, Hashable {
    /// When the next attempt starts, on the client's clock.
    public var due: Duration
    /// The number of the next attempt, from 2.
    public var attempt: Int
    /// How many attempts there may be in all.
    public var limit: Int
    /// Why: what the last attempt brought, in words.
    public var reason: String

    /// When, which and why.
    public init(due: Duration, attempt: Int, limit: Int, reason: String) {
        self.due = due
        self.attempt = attempt
        self.limit = limit
        self.reason = reason
    }
}

/// One request and its answer within a task: an attempt has one for each redirect it followed.
public struct ExchangeRecord: Sendable, Hashable {
    private let launch: Launch
    /// Number of the attempt that it belongs to, from 1.
    public var attempt: Int { launch.attempt }
    /// The name of the service that was asked; empty for an absolute URL.
    public var service: String { launch.service }
    /// As the transport was given it.
    public var request: WireRequest { launch.request }
    /// When it started, since the client did.
    public var startedAt: Duration { launch.startedAt }
    /// `nil` when no answer came.
    public var head: ResponseHead?
    /// Why no whole answer came; `nil` when one did.
    public var failure: TransferFailure?
    /// What was measured of it.
    public var metrics: TransferMetrics
    /// When its phases began, as the transport told.
    public internal(set) var phases = PhaseTimes()

    /// An exchange that has ended, of whose phases nothing is known.
    public init(
        attempt: Int, service: String, request: WireRequest, head: ResponseHead?, failure: TransferFailure?,
        metrics: TransferMetrics,
        startedAt: Duration
    ) {
        launch = Launch(attempt: attempt, service: service, request: request, startedAt: startedAt)
        self.head = head
        self.failure = failure
        self.metrics = metrics
    }

    init(_ launch: Launch, head: ResponseHead?, _ end: TransferEnd, phases: PhaseTimes) {
        self.launch = launch
        self.head = head
        failure = end.failure
        metrics = end.metrics
        self.phases = phases
    }

    /// Its request may not be sent twice, began to go out, and nothing says whether it arrived.
    public var isPerhapsReceived: Bool {
        guard head == nil, let failure, !request.isRepeatable, phases.hasConnected else { return false }
        switch failure.kind {
        case .cut, .transport, .cancelled, .timedOut(.idle), .timedOut(.total), .timedOut(.deadline): return true
        default: return false
        }
    }

    /// About how many bytes it holds in memory.
    var weight: Int {
        512 + request.url.path.utf8.count + (request.url.query?.utf8.count ?? 0) + request.body.count
            + request.headers.weight + (head.map { $0.headers.weight } ?? 0)
    }
}

/// A task at one moment. Times count from the client's start.
public struct TaskRow: Sendable, Identifiable {
    private struct Facts: Sendable {
        let id: TaskID
        let info: TaskInfo
        var state: TaskState
        var openedAt: Duration
        var startedAt: Duration?
        var endedAt: Duration?
        var attempt: Int = 0
        var service: String = ""
        var status: Int?
        var bytesSent: Int64 = 0
        var bytesReceived: Int64 = 0
        var reason: String = ""
        var errorKind: String?
        var isPerhapsReceived: Bool = false
        var joined: TaskID?
        var decisions: [DecisionRecord] = []
        var excerpt: [UInt8] = []
        var source = AnswerSource.network
        var retry: RetryNotice?
        var members: MemberCounts?
        var exchanges: [ExchangeRecord] = []
        var flight: Flight?
        var hedge: Launch?
        var traceWeight: Int = 0
        var isTraceDropped: Bool = false
    }

    /// One element. An array, because its copies share it until one changes: a row goes along with every event.
    private var shared: [Facts]
    private var facts: Facts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// A row that was just opened; for tests of what shows rows.
    public init(id: TaskID, info: TaskInfo, state: TaskState = .queued, openedAt: Duration) {
        shared = [Facts(id: id, info: info, state: state, openedAt: openedAt)]
    }

    public var id: TaskID { facts.id }
    /// What does not change in its life.
    public var info: TaskInfo { facts.info }
    /// Where it stands.
    public internal(set) var state: TaskState {
        get { facts.state }
        set { facts.state = newValue }
    }
    /// When it was made.
    public internal(set) var openedAt: Duration {
        get { facts.openedAt }
        set { facts.openedAt = newValue }
    }
    /// When the first attempt got its slot.
    public internal(set) var startedAt: Duration? {
        get { facts.startedAt }
        set { facts.startedAt = newValue }
    }
    /// When it ended; `nil` until then.
    public internal(set) var endedAt: Duration? {
        get { facts.endedAt }
        set { facts.endedAt = newValue }
    }
    /// Number of the attempt, from 1; 0 before the first.
    public internal(set) var attempt: Int {
        get { facts.attempt }
        set { facts.attempt = newValue }
    }
    /// The name of the service of the newest attempt; empty for an absolute URL.
    public internal(set) var service: String {
        get { facts.service }
        set { facts.service = newValue }
    }
    /// The answer's status, once its head arrived.
    public internal(set) var status: Int? {
        get { facts.status }
        set { facts.status = newValue }
    }
    /// Bytes that went out in all its exchanges: head and body of those that have ended, the body of the one in the air.
    public internal(set) var bytesSent: Int64 {
        get { facts.bytesSent }
        set { facts.bytesSent = newValue }
    }
    /// Bytes that came in all its exchanges, as on the wire: head and body of those that have ended, the body of the one in the
    /// air.
    public internal(set) var bytesReceived: Int64 {
        get { facts.bytesReceived }
        set { facts.bytesReceived = newValue }
    }
    /// Why it failed, timed out or was cancelled; empty otherwise.
    public internal(set) var reason: String {
        get { facts.reason }
        set { facts.reason = newValue }
    }
    /// ``NetError/Kind/name`` of a task that ended without a usable answer.
    public internal(set) var errorKind: String? {
        get { facts.errorKind }
        set { facts.errorKind = newValue }
    }
    /// It ended without a response to a request that may not be sent twice, and nobody knows whether the server got that: `cut`, timed out or
    /// cancelled after it began to go out. Whoever sends it again should look at the server first.
    public internal(set) var isPerhapsReceived: Bool {
        get { facts.isPerhapsReceived }
        set { facts.isPerhapsReceived = newValue }
    }
    /// ``errorKind`` for people: `cut, perhaps received`.
    public var outcomeWords: String? { errorKind.map { isPerhapsReceived ? "\($0), \(NetError.perhapsReceived)" : $0 } }
    /// The task whose work it waits for instead of doing its own: a call that was joined (``DuplicatePolicy/join``). What it tells of its way
    /// is that work's.
    public internal(set) var joined: TaskID? {
        get { facts.joined }
        set { facts.joined = newValue }
    }
    /// What was decided about it and why, oldest first; the newest ``DecisionRecord/limit``.
    public internal(set) var decisions: [DecisionRecord] {
        get { facts.decisions }
        _modify { yield &facts.decisions }
    }
    /// The beginning of the answer's body, where ``ClientBehaviour/excerptBytes`` asks for it.
    public internal(set) var excerpt: [UInt8] {
        get { facts.excerpt }
        set { facts.excerpt = newValue }
    }
    /// Where its answer came from, once it has one.
    public internal(set) var source: AnswerSource {
        get { facts.source }
        set { facts.source = newValue }
    }
    /// While ``TaskState/retrying``: when and why it goes on.
    public internal(set) var retry: RetryNotice? {
        get { facts.retry }
        set { facts.retry = newValue }
    }
    /// Of a group or chain.
    public internal(set) var members: MemberCounts? {
        get { facts.members }
        set { facts.members = newValue }
    }
    /// Every finished exchange, oldest first; the copy that lost a race stands before the one that won.
    public internal(set) var exchanges: [ExchangeRecord] {
        get { facts.exchanges }
        _modify { yield &facts.exchanges }
    }
    /// The exchange in the air, or the one that was when the task was ended.
    public internal(set) var flight: Flight? {
        get { facts.flight }
        _modify { yield &facts.flight }
    }
    /// The second copy of the request, while it is in the air, or when it was as the task was ended.
    public internal(set) var hedge: Launch? {
        get { facts.hedge }
        set { facts.hedge = newValue }
    }
    /// The requests that have gone out, the one in the air last.
    public var requests: [WireRequest] { exchanges.map(\.request) + (flight.map { [$0.launch.request] } ?? []) }
    /// About how many bytes ``exchanges`` hold in memory.
    public internal(set) var traceWeight: Int {
        get { facts.traceWeight }
        set { facts.traceWeight = newValue }
    }
    /// ``dropTrace()`` has been here.
    public private(set) var isTraceDropped: Bool {
        get { facts.isTraceDropped }
        set { facts.isTraceDropped = newValue }
    }

    /// The row of a call that joins the work of this one.
    func joining(as id: TaskID, _ info: TaskInfo, to work: TaskID, at now: Duration) -> TaskRow {
        var row = TaskRow(id: id, info: info, state: state, openedAt: now)
        row.joined = work
        row.startedAt = startedAt.map { _ in now }
        row.attempt = attempt
        row.service = service
        row.status = status
        row.bytesSent = bytesSent
        row.bytesReceived = bytesReceived
        row.retry = retry
        row.exchanges = exchanges
        row.excerpt = excerpt
        row.flight = flight
        row.hedge = hedge
        row.traceWeight = traceWeight
        return row
    }

    /// ``errorKind`` of a task whose answer came and is not what its sender expected.
    public static let unexpected = "unexpected"

    /// The row of a call whose sender has judged the answer itself: failed for that reason, or succeeded where only the status spoke
    /// against it. What ended without an answer stays as it is.
    /// - Parameter problem: what of the answer is not as expected; `nil` when it is good.
    public func judged(_ problem: String?) -> TaskRow {
        guard state == .succeeded || (state == .failed && errorKind == "status") else { return self }
        var row = self
        row.state = problem == nil ? .succeeded : .failed
        row.errorKind = problem.map { _ in Self.unexpected }
        row.reason = problem ?? ""
        return row
    }

    /// Lets go of what only a trace needs, to make room for those of newer tasks.
    public mutating func dropTrace() {
        exchanges = []
        excerpt = []
        flight = nil
        hedge = nil
        traceWeight = 0
        isTraceDropped = true
    }

    /// Adds a decision; the oldest goes when there are too many.
    mutating func note(_ record: DecisionRecord) {
        if decisions.count == DecisionRecord.limit { decisions.removeFirst() }
        decisions.append(record)
    }

    /// How many bytes of body the newest answer announced, as they are on the wire (RFC 9110 §8.6); `nil` when it did not say.
    public var bytesExpected: Int64? { flight?.head?.headers["Content-Length"].flatMap { Int64($0) } }

    /// How long the task has been, or was, alive.
    public func age(at now: Duration) -> Duration { (endedAt ?? now) - openedAt }
}
