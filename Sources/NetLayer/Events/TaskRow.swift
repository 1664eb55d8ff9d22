// One row of the table of live tasks: all facts about a task at one moment, as a value.

/// The state of a task. Screen, events and JSON share this list of states.
///
///     queued ──► running(resolving…receiving) ──► succeeded │ failed │ timedOut
///        ▲            │
///        └─ retrying ◄┘        from any state that has not ended: cancelled │ superseded
///
/// A task ends exactly once.
public enum TaskState: Sendable, Hashable {
    /// Waiting for a slot.
    case queued
    /// Its exchange is in that phase. A group, a chain, and work without a request are in ``Phase/waiting``.
    case running(Phase)
    /// Waiting for a retry.
    case retrying
    /// Ended with a usable response.
    case succeeded
    /// Ended without a usable response; ``TaskRow/reason`` says why.
    case failed
    /// Ended because it exceeded that limit.
    case timedOut(NetError.Timeout)
    /// Cancelled, for that reason.
    case cancelled(CancelReason)
    /// Ended by the duplicate policy.
    case superseded

    /// The task has ended, and does not change any more.
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

    /// The state of a call that ended with this error.
    init(_ error: NetError) {
        switch error.kind {
        case .cancelled(.superseded), .duplicate: self = .superseded
        case .cancelled(let reason): self = .cancelled(reason)
        case .timedOut(let which): self = .timedOut(which)
        case .badRequest, .badParameters, .noNetwork, .rejected, .notAllowed, .unsupported, .dns, .connect, .tls, .cut,
            .protocolViolation, .tooLarge, .redirect, .redirectRefused, .transport, .status, .decode, .business, .validation,
            .noData, .noMoreData, .paginationLoop, .foreignHost, .file, .work, .cacheMiss, .authentication:
            self = .failed
        }
    }
}

/// The member counts of a group or chain.
public struct MemberCounts: Sendable, Hashable {
    /// The number of members, including known future ones.
    public var total: Int
    /// Members that have ended, in any state.
    public var ended = 0
    /// Ended members that did not succeed.
    public var failed = 0
    /// Failed members that were cancelled.
    public var cancelled = 0
    /// Cancelled members that were never sent, because an earlier member had failed.
    public var skipped = 0

    /// Counts for `total` members, none of which has ended.
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

/// The retry that a task waits for.
public struct RetryNotice: Sendable, Hashable {
    /// When the next attempt starts, on the client's clock.
    public var due: Duration
    /// The number of the next attempt, from 2.
    public var attempt: Int
    /// The limit of attempts in all.
    public var limit: Int
    /// The reason: the outcome of the last attempt, in words.
    public var reason: String

    /// Creates a notice.
    public init(due: Duration, attempt: Int, limit: Int, reason: String) {
        self.due = due
        self.attempt = attempt
        self.limit = limit
        self.reason = reason
    }
}

/// One request and its response within a task. An attempt has one record for each redirect that it followed.
public struct ExchangeRecord: Sendable, Hashable {
    private let launch: Launch
    /// The number of its attempt, from 1.
    public var attempt: Int { launch.attempt }
    /// The name of the service; empty for an absolute URL.
    public var service: String { launch.service }
    /// The request as the transport received it.
    public var request: WireRequest { launch.request }
    /// When it started, since the client's start.
    public var startedAt: Duration { launch.startedAt }
    /// The response head; `nil` without a response.
    public var head: ResponseHead?
    /// Why no complete response arrived; `nil` when one did.
    public var failure: TransferFailure?
    /// The measurements of the transport.
    public var metrics: TransferMetrics
    /// When its phases began, as the transport reported.
    public package(set) var phases = PhaseTimes()

    /// An ended exchange without known phases.
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

    /// Its request must not be sent twice, sending began, and no response says what became of it: none came, or
    /// none that can be read.
    public var isPerhapsReceived: Bool {
        guard head == nil, let failure, !request.isRepeatable, phases.hasConnected else { return false }
        switch failure.kind {
        case .cut, .transport, .cancelled, .timedOut(.idle), .timedOut(.total), .timedOut(.deadline): return true
        // The bytes that came say nothing: a server that has done its work may write them too.
        case .protocolViolation, .tooLarge(.headers): return true
        default: return false
        }
    }

    /// The approximate memory use in bytes.
    var weight: Int {
        512 + request.url.path.utf8.count + (request.url.query?.utf8.count ?? 0) + request.body.count
            + request.headers.weight + (head.map { $0.headers.weight } ?? 0)
    }
}

/// The place of a request in a measured run.
package struct PacedPlace: Sendable, Hashable {
    /// When it should have started; `nil` in a run without a rate.
    package let due: Duration?
    /// Its times do not count.
    package let isWarmUp: Bool

    package init(due: Duration?, isWarmUp: Bool) {
        self.due = due
        self.isWarmUp = isWarmUp
    }
}

/// A task at one moment. Times count from the client's start.
public struct TaskRow: Sendable, Identifiable {
    private struct Facts: Sendable {
        let id: TaskID
        let info: TaskInfo
        var state: TaskState
        var openedAt: Duration
        var pacing: PacedPlace?
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
        var source = ResponseSource.network
        var retry: RetryNotice?
        var members: MemberCounts?
        var exchanges: [ExchangeRecord] = []
        var flight: Flight?
        var hedge: Launch?
        var traceWeight: Int = 0
        var isTraceDropped: Bool = false
    }

    private var shared: Shared<Facts>
    private var facts: Facts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// A row that was just opened; for tests of displays.
    public init(id: TaskID, info: TaskInfo, state: TaskState = .queued, openedAt: Duration) {
        shared = Shared(Facts(id: id, info: info, state: state, openedAt: openedAt))
    }

    public var id: TaskID { facts.id }
    /// The facts that do not change during its life.
    public var info: TaskInfo { facts.info }
    /// The state of the task.
    public internal(set) var state: TaskState {
        get { facts.state }
        set { facts.state = newValue }
    }
    /// When the row was made.
    public internal(set) var openedAt: Duration {
        get { facts.openedAt }
        set { facts.openedAt = newValue }
    }
    /// The place of a member of a measured run in that run; `nil` for any other task.
    package internal(set) var pacing: PacedPlace? {
        get { facts.pacing }
        set { facts.pacing = newValue }
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
    /// The number of the newest attempt, from 1; 0 before the first. Once the task has a response: of the
    /// attempt that brought it, so after a race it may be less than the number of attempts.
    public internal(set) var attempt: Int {
        get { facts.attempt }
        set { facts.attempt = newValue }
    }
    /// The name of the service of the newest attempt; empty for an absolute URL.
    public internal(set) var service: String {
        get { facts.service }
        set { facts.service = newValue }
    }
    /// The response's status, once its head has arrived.
    public internal(set) var status: Int? {
        get { facts.status }
        set { facts.status = newValue }
    }
    /// Bytes sent in all its exchanges: head and body of ended ones, only the body of the one in flight.
    public internal(set) var bytesSent: Int64 {
        get { facts.bytesSent }
        set { facts.bytesSent = newValue }
    }
    /// Bytes received in all its exchanges, as on the wire: head and body of ended ones, only the
    /// body of the one in flight.
    public internal(set) var bytesReceived: Int64 {
        get { facts.bytesReceived }
        set { facts.bytesReceived = newValue }
    }
    /// Why it failed, timed out or was cancelled; empty otherwise.
    public internal(set) var reason: String {
        get { facts.reason }
        set { facts.reason = newValue }
    }
    /// ``NetError/Kind/name`` of a task that ended without a usable response.
    public internal(set) var errorKind: String? {
        get { facts.errorKind }
        set { facts.errorKind = newValue }
    }
    /// The task ended without a response that can be read, its request must not be sent twice, and it is unknown
    /// whether the server received it: `cut`, timed out or cancelled after sending began, or answered by what is not
    /// HTTP. Check the server before you send the request again.
    public internal(set) var isPerhapsReceived: Bool {
        get { facts.isPerhapsReceived }
        set { facts.isPerhapsReceived = newValue }
    }
    /// ``errorKind`` for people: `cut, perhaps received`.
    public var outcomeWords: String? { errorKind.map { isPerhapsReceived ? "\($0), \(NetError.perhapsReceived)" : $0 } }
    /// The task whose work a joined call waits for, instead of doing its own (``DuplicatePolicy/join``). The
    /// progress in this row is the progress of that work.
    public internal(set) var joined: TaskID? {
        get { facts.joined }
        set { facts.joined = newValue }
    }
    /// The decisions about the task with their reasons, the oldest first; the newest
    /// ``DecisionRecord/limit`` of them.
    public internal(set) var decisions: [DecisionRecord] {
        get { facts.decisions }
        _modify { yield &facts.decisions }
    }
    /// The beginning of the response body, if ``ClientBehaviour/excerptBytes`` asks for it.
    public internal(set) var excerpt: [UInt8] {
        get { facts.excerpt }
        set { facts.excerpt = newValue }
    }
    /// The source of its response, once it has one.
    public internal(set) var source: ResponseSource {
        get { facts.source }
        set { facts.source = newValue }
    }
    /// During ``TaskState/retrying``: when and why it continues.
    public internal(set) var retry: RetryNotice? {
        get { facts.retry }
        set { facts.retry = newValue }
    }
    /// The members of a group or chain.
    public internal(set) var members: MemberCounts? {
        get { facts.members }
        set { facts.members = newValue }
    }
    /// All ended exchanges, the oldest first. The copy that lost a race precedes the copy that won it.
    public internal(set) var exchanges: [ExchangeRecord] {
        get { facts.exchanges }
        _modify { yield &facts.exchanges }
    }
    /// The exchange in flight, or the exchange that was in flight when the task was ended.
    public internal(set) var flight: Flight? {
        get { facts.flight }
        _modify { yield &facts.flight }
    }
    /// The second copy of the request while it is in flight, or if it was in flight when the task was ended.
    public internal(set) var hedge: Launch? {
        get { facts.hedge }
        set { facts.hedge = newValue }
    }
    /// The requests that were sent, the one in flight last.
    public var requests: [WireRequest] { exchanges.map(\.request) + (flight.map { [$0.launch.request] } ?? []) }
    /// The approximate memory use of ``exchanges`` in bytes.
    public internal(set) var traceWeight: Int {
        get { facts.traceWeight }
        set { facts.traceWeight = newValue }
    }
    /// ``dropTrace()`` has removed the trace.
    public private(set) var isTraceDropped: Bool {
        get { facts.isTraceDropped }
        set { facts.isTraceDropped = newValue }
    }

    /// The row of a call that joins this task's work.
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

    /// ``errorKind`` of a task whose response arrived but does not meet the expectations of its sender.
    public static let unexpected = "unexpected"

    /// The row of a call whose sender has judged the response itself. It failed for that reason, or it
    /// succeeded although its status means failure. A task that ended without a response does not change.
    /// - Parameter problem: the unmet expectation; `nil` when the response is good.
    public func judged(_ problem: String?) -> TaskRow {
        guard state == .succeeded || (state == .failed && errorKind == "status") else { return self }
        var row = self
        row.state = problem == nil ? .succeeded : .failed
        row.errorKind = problem.map { _ in Self.unexpected }
        row.reason = problem ?? ""
        return row
    }

    /// Removes the data that only a trace needs, to make room for the traces of newer tasks.
    public mutating func dropTrace() {
        exchanges = []
        excerpt = []
        flight = nil
        hedge = nil
        traceWeight = 0
        isTraceDropped = true
    }

    /// Adds a decision, and drops the oldest one when the row is full.
    mutating func record(_ record: DecisionRecord) {
        if decisions.count == DecisionRecord.limit { decisions.removeFirst() }
        decisions.append(record)
    }

    /// The announced number of body bytes of the newest response, as on the wire (RFC 9110 §8.6);
    /// `nil` without a valid announcement.
    public var bytesExpected: Int64? { flight?.head?.contentLength }

    /// How long the task has lived, or did live.
    public func age(at now: Duration) -> Duration { (endedAt ?? now) - openedAt }
}
