// One exchange as the callbacks see it: which phase it is in, what has come, and which limit it breaks. No libcurl in here.

/// The state of one exchange. Lives on the I/O thread, from the start of the transfer to its end.
final class CurlExchange {
    let id: UInt64
    let observer: any TransferObserver
    /// The limit of silence in nanoseconds.
    let idleLimit: UInt64?
    let request: WireRequest
    /// Gives the body to the read callback; a small one is never asked for.
    private lazy var reader: BodyReader = {
        switch request.body {
        case .none: BodyReader(BodySource([]))
        case .bytes(let bytes): BodyReader(BodySource([.bytes(bytes)]))
        case .stream(let source): BodyReader(source)
        }
    }()
    let started: UInt64
    /// How long it was held back before libcurl had it.
    private(set) var waited = Duration.zero
    /// Why we ended the transfer ourselves; it wins over what libcurl makes of it.
    private(set) var failure: TransferFailure?
    private(set) var phase: Phase?
    var isHeadDelivered: Bool { isDelivered || challenge != nil }
    private var isDelivered = false
    /// A 401 that libcurl may answer itself, with what was read of it: who waits hears of it only when that was all.
    private var challenge: (head: ResponseHead, parser: HeadParser)?
    /// The observer was busy: nothing is read until it asks again.
    private(set) var isPaused = false
    /// The request began to go out, and nothing has come back since.
    private var isOut = false
    /// libcurl was about to send the request again by itself, because a connection that was there already ended without a byte.
    var isStale: Bool { failure?.isStale == true }
    /// libcurl was about to send the request again although it was answered: the response that is here is the whole one.
    private(set) var isWhole = false
    /// What came out of a decoder while the observer was busy. libcurl itself holds back 64 MB of it and then gives the transfer up.
    private let backlog = Backlog()
    private var isHolding = false

    /// Whether libcurl unpacks a content coding, so that bytes on the wire and bytes delivered differ.
    let decodes: Bool
    private var isCoded = false
    /// Bytes of the request's body.
    let bodySize: Int
    private let clock: CurlClock
    private var isTouched = false
    private var hasEnded = false
    private var parser = HeadParser()
    private var headerBytes = 0
    private var delivered = 0
    private var lastActivity: UInt64
    /// Before this time the observer hears of no progress.
    private var nextReport: UInt64
    private var seen = (sent: Int64(0), received: Int64(0))
    private var reported = (sent: Int64(0), received: Int64(0))

    /// At most ten reports of progress a second.
    private static let reportInterval: UInt64 = 100_000_000

    init(_ order: CurlOrder, clock: CurlClock) {
        id = order.id
        observer = order.observer
        request = order.request
        self.clock = clock
        idleLimit = request.timeouts.idle.map(\.clampedNanoseconds)
        bodySize = request.body.count
        decodes = request.headers.first("Accept-Encoding") == nil
        started = CurlClock.read()
        lastActivity = started
        nextReport = started + Self.reportInterval
    }

    /// It was held back until now.
    func heldBack(until now: UInt64) {
        lastActivity = now
        waited = .nanoseconds(Int64(clamping: now > started ? now - started : 0))
    }

    // MARK: phases

    func enter(_ next: Phase) {
        guard phase != next else { return }
        phase = next
        lastActivity = clock.now
        touch()
        observer.transferEntered(next)
    }

    /// Asked before each lookup and each connection.
    func mayConnect(_ phase: Phase) -> Bool {
        guard mayGoOut() else { return false }
        enter(phase)
        return true
    }

    /// Asked before the request goes out. It goes out once: libcurl would send it again by itself when a connection that it has kept ends
    /// without a response, whatever the method, and tell nobody. An answer to the server's challenge (401) is another request.
    func maySend() -> Bool {
        guard mayGoOut() else { return false }
        isOut = true
        enter(.sending)
        return true
    }

    private func mayGoOut() -> Bool {
        if isDelivered {
            // It would go out again without `Expect` after a 417, which the caller is to see.
            isWhole = true
            return false
        }
        guard isOut else { return true }
        failure = TransferFailure(.cut, "the server closed the kept-alive connection without a response", isStale: true)
        return false
    }

    private var limits: ResponseLimits { request.limits }

    /// The observer is to hear that this is all for now, once at the end of the loop's turn.
    private func touch() {
        guard !isTouched else { return }
        isTouched = true
        clock.touched.append(self)
    }

    /// The end of the turn; after the exchange's own end there is nothing to say.
    func settle() {
        isTouched = false
        if !hasEnded { observer.transferSettled() }
    }

    func finish(_ end: TransferEnd) {
        _ = deliverChallenge()
        hasEnded = true
        observer.transferFinished(end)
    }

    var hasConnection: Bool { phase.map { $0 >= .sending } ?? false }

    // MARK: what goes out

    /// The next bytes of the body; `nil` gives the transfer up, because they cannot be had.
    func upload(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do throws(TransferFailure) {
            return try reader.read(into: buffer)
        } catch {
            failure = error
            return nil
        }
    }

    /// The body is asked for again from that byte on.
    func rewind(to offset: Int) { reader.seek(to: offset) }

    // MARK: what arrives; `false` gives the transfer up

    func received(headerLine line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = clock.now
        headerBytes += line.count
        guard headerBytes <= limits.headers else {
            return fail(.tooLarge(.headers), "the header fields exceed the limit of \(limits.headers) bytes")
        }
        // What follows the head is a trailer field: no part of the head, and nobody asks for it.
        guard !isDelivered else { return true }
        switch parser.take(line) {
        case .needsMore: break
        case .statusLine(let isInterim):
            // It was answered.
            challenge = nil
            isOut = false
            if !isInterim {
                if phase == .sending { enter(.waiting) }
                enter(.receiving)
            }
        // A trailer field of the challenge.
        case .invalid where challenge != nil: break
        case .invalid: return fail(.protocolViolation, "the answer does not begin with an HTTP status line")
        case .complete(let head):
            guard head.status == 401, request.connection.authentication?.answersChallenges == true else { return deliver(head) }
            challenge = (head, parser)
            parser = HeadParser()
        }
        return true
    }

    /// Nothing answered the challenge: it is the answer.
    private func deliverChallenge() -> Bool {
        guard let (head, parser) = challenge else { return true }
        challenge = nil
        self.parser = parser
        return deliver(head)
    }

    private func deliver(_ head: ResponseHead) -> Bool {
        // RFC 9112 §6.3: these have no body, whatever they say of its length.
        let isBodiless = request.method == .head || head.status == 204 || head.status == 304
        if !isBodiless, let fault = parser.framingFault { return fail(.protocolViolation, fault) }
        isDelivered = true
        isCoded = decodes && parser.isCoded
        touch()
        observer.transferReceived(head: head)
        if let length = parser.announcedLength, length > limits.body, !isBodiless {
            return fail(.tooLarge(.body), "the answer announces \(length) bytes, the limit is \(limits.body)")
        }
        return true
    }

    /// What to do with a piece of body.
    enum Taking { case taken, pause, abort }

    func received(body: UnsafeRawBufferPointer) -> Taking {
        lastActivity = clock.now
        guard deliverChallenge() else { return .abort }
        if !isCoded, delivered + body.count > limits.body {
            _ = fail(.tooLarge(.body), "the body exceeds the limit of \(limits.body) bytes")
            return .abort
        }
        if delivered + body.count > limits.decodedBody {
            _ = fail(.tooLarge(.decodedBody), "the decoded body exceeds the limit of \(limits.decodedBody) bytes")
            return .abort
        }
        guard backlog.isEmpty else { return hold(body) }
        switch observer.transferReceived(body: body) {
        case .busy:
            isPaused = true
            return isCoded ? hold(body) : .pause
        case .accepted:
            delivered += body.count
            return .taken
        case .refused(let failure):
            _ = fail(failure.kind, failure.detail)
            return .abort
        }
    }

    /// Keeps what a decoder has made, and tells the loop to read nothing more: what one piece from the socket unpacks to is decoded in one go.
    private func hold(_ body: UnsafeRawBufferPointer) -> Taking {
        do throws(TransferFailure) { try backlog.append(body) } catch {
            failure = error
            return .abort
        }
        delivered += body.count
        if !isHolding {
            isHolding = true
            clock.holding.append(self)
        }
        return .taken
    }

    /// Offers the observer what was held back.
    func deliverBacklog() -> Backlog.Delivery {
        isHolding = false
        guard !backlog.isEmpty else { return .empty }
        lastActivity = clock.now
        return backlog.deliver { observer.transferReceived(body: $0) }
    }

    /// The transfer is over, and the observer has yet to take the rest of the body.
    var hasBacklog: Bool { !backlog.isEmpty }

    /// libcurl calls this very often: comparisons first, the observer at most ten times a second.
    func progressed(sent: Int64, received: Int64) -> Bool {
        if phase == .sending, sent >= bodySize { enter(.waiting) }
        guard seen != (sent, received) else { return true }
        seen = (sent, received)
        lastActivity = clock.now
        if received > limits.body {
            return fail(.tooLarge(.body), "the body exceeds the limit of \(limits.body) bytes on the wire")
        }
        reportProgress()
        return true
    }

    /// Tells what moved since the last report, now or, by the loop's alarm, when the time has come.
    func reportProgress() {
        guard seen != reported else { return }
        guard clock.now >= nextReport else {
            clock.reportDeadline = min(clock.reportDeadline, nextReport)
            return
        }
        nextReport = clock.now + Self.reportInterval
        reported = seen
        touch()
        observer.transferProgressed(sent: seen.sent, received: seen.received)
    }

    // MARK: time

    func resumed() {
        isPaused = false
        lastActivity = clock.now
    }

    /// When the silence has lasted too long. A transfer that waits for its observer is not silent.
    var idleDeadline: UInt64? { idleLimit.map { (isPaused ? clock.now : lastActivity) + $0 } }

    var idleFailure: TransferFailure {
        TransferFailure(.timedOut(.idle), "nothing moved for \(request.timeouts.idle.map { "\($0)" } ?? "")")
    }

    /// Which limit ran out when libcurl says only that one did.
    func expiredLimit(after elapsed: Duration) -> NetError.Timeout {
        if hasConnection { return .total }
        if let total = request.timeouts.total, elapsed >= total { return .total }
        return .connect
    }

    private func fail(_ kind: NetError.Kind, _ detail: String) -> Bool {
        failure = TransferFailure(kind, detail)
        return false
    }
}
