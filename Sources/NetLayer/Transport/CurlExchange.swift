// One exchange as the callbacks see it: its phase, the received data, and the limit that it exceeds.
// Does not use libcurl.

/// The state of one exchange. Exists on the I/O thread, from the start of the transfer to its end.
final class CurlExchange {
    let id: UInt64
    let observer: any TransferObserver
    /// The limit of silence in nanoseconds.
    let idleLimit: UInt64?
    let request: WireRequest
    /// Provides the body to the read callback; libcurl does not read a small body through it.
    private lazy var reader: BodyReader = {
        switch request.body {
        case .none: BodyReader(BodySource([]))
        case .bytes(let bytes): BodyReader(BodySource([.bytes(bytes)]))
        case .stream(let source): BodyReader(source)
        case .sequence: BodyReader(BodySource([]))
        }
    }()
    /// Provides a body that is made while it is sent, in place of ``reader``.
    private let feed: BodyFeed?
    /// Called from any thread when the feed has more for a transfer that found nothing.
    private let wake: @Sendable () -> Void
    /// The body has nothing to send now: libcurl sends nothing until ``fed()``.
    private(set) var isStarving = false
    let started: UInt64
    /// How long the exchange was held back before libcurl got it.
    private(set) var waited = Duration.zero
    /// Why we ended the transfer ourselves; takes precedence over libcurl's error.
    private(set) var failure: TransferFailure?
    private(set) var phase: Phase?
    var isHeadDelivered: Bool { isDelivered || challenge != nil }
    private var isDelivered = false
    /// A 401 that libcurl may handle itself, with its parser state. The observer gets the head only when
    /// no other response follows.
    private var challenge: (head: ResponseHead, parser: HeadParser)?
    /// The observer was busy: nothing is read until it resumes the transfer.
    private(set) var isPaused = false
    /// libcurl was told to read nothing more, and must be told to go on.
    private(set) var isHeldBack = false
    /// The request began to go out, and nothing has been received since.
    private var isOut = false
    /// The request has gone out, as far as is known, and nothing has come back.
    var isUnanswered: Bool { isOut && headerBytes == 0 }
    /// libcurl was about to repeat the request on its own, because a reused connection ended without a byte.
    var isStale: Bool { failure?.isStale == true }
    /// libcurl was about to repeat the request although a response was received: that response is complete.
    private(set) var isWhole = false
    /// Decodes the body, and holds at most one piece of it for a busy observer. libcurl's own decoders take a stream that
    /// was cut for a whole one, and hold back without a bound what a paused transfer has decoded.
    private var decoder: ContentDecoder?
    /// The body is a part of a coded one (RFC 9110 §15.3.7): it ends anywhere.
    private var isPartial = false
    /// The coding that the body still has: it is not known, or too many are named.
    private var unknownCoding: String?

    /// Whether content codings are decoded, and asked for: the request does not name its own.
    let decodes: Bool
    /// The size of the request's body in bytes.
    private(set) var bodySize: Int
    private let clock: CurlClock
    /// The bytes of a body that is made while it is sent.
    private var uploaded = 0
    private var isTouched = false
    private var hasEnded = false
    private var parser = HeadParser()
    private var headerBytes = 0
    /// The body's bytes as they came, before decoding.
    private var bodyBytes = 0
    /// How many bytes had come when libcurl was last told to go on; 0 where it goes on by itself.
    private var continuedAt = 0
    private var delivered = 0
    private var lastActivity: UInt64
    /// Before this time the observer gets no progress report.
    private var nextReport: UInt64
    private var seen = (sent: Int64(0), received: Int64(0))
    private var reported = (sent: Int64(0), received: Int64(0))

    /// At most ten reports of progress a second.
    private static let reportInterval: UInt64 = 100_000_000

    /// - Parameter wake: called from any thread when the body of a starving transfer has more to send.
    init(_ order: CurlOrder, clock: CurlClock, wake: @escaping @Sendable () -> Void = {}) {
        id = order.id
        observer = order.observer
        request = order.request
        self.clock = clock
        idleLimit = request.timeouts.idle.map(\.clampedNanoseconds)
        bodySize = request.body.length ?? .max
        feed = request.body.sequence?.takeFeed()
        self.wake = wake
        decodes = request.headers.first("Accept-Encoding") == nil
        started = CurlClock.readMonotonicTime()
        lastActivity = started
        nextReport = started + Self.reportInterval
    }

    /// The exchange was held back until `now`.
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

    /// Called before each lookup and each connection.
    func mayConnect(_ phase: Phase) -> Bool {
        guard mayGoOut() else { return false }
        enter(phase)
        return true
    }

    /// Called before the request is sent. The request is sent only once: libcurl would silently repeat it,
    /// with any method, when a reused connection ends without a response. The reply to the server's challenge
    /// (401) is another request.
    func maySend() -> Bool {
        guard mayGoOut() else { return false }
        isOut = true
        enter(.sending)
        return true
    }

    private func mayGoOut() -> Bool {
        if isDelivered {
            // After a 417, libcurl would repeat the request without `Expect`; the caller is to get the 417.
            isWhole = true
            return false
        }
        guard isOut else { return true }
        failure = TransferFailure(.cut, "the server closed the kept-alive connection without a response", isStale: true)
        return false
    }

    /// Whether libcurl goes on with the response by itself: the head came at once.
    var continuesAlone: Bool { continuedAt == 0 && isHeadDelivered }

    /// Whether more of the response has come since this was last asked.
    var hasMore: Bool {
        defer { continuedAt = headerBytes + bodyBytes }
        return headerBytes + bodyBytes > continuedAt
    }

    private var limits: ResponseLimits { request.limits }

    /// Schedules `transferSettled` for the end of the loop's iteration, once.
    private func touch() {
        guard !isTouched else { return }
        isTouched = true
        clock.touched.append(self)
    }

    /// Called at the end of the iteration; after the exchange's own end the observer gets no call.
    func settle() {
        isTouched = false
        if !hasEnded { observer.transferSettled() }
    }

    func finish(_ end: TransferEnd) {
        _ = deliverChallenge()
        hasEnded = true
        feed?.stop()
        observer.transferFinished(end)
    }

    var hasConnection: Bool { phase.map { $0 >= .sending } ?? false }

    /// The exchange may share its connection: it has one, and it may speak HTTP/2.
    var isOnConnection: Bool { hasConnection && request.maySpeakHTTP2 }

    /// When the whole exchange exceeds its limit. libcurl would end it too, but not tell an HTTP/2 server.
    private var totalDeadline: UInt64? {
        guard request.maySpeakHTTP2, let total = request.timeouts.total else { return nil }
        return started + total.clampedNanoseconds
    }

    /// When the next limit runs out that is watched here.
    var nextDeadline: UInt64? {
        guard let idleDeadline else { return totalDeadline }
        return min(idleDeadline, totalDeadline ?? .max)
    }

    /// The failure of the limit that has run out.
    var timeout: TransferFailure {
        guard let totalDeadline, totalDeadline <= clock.now, let total = request.timeouts.total else { return idleFailure }
        return TransferFailure(.timedOut(.total), "the exchange took longer than \(total)")
    }

    // MARK: Sending

    /// What there is of the body for libcurl.
    enum UploadStep {
        /// The number of bytes that were read; 0 at the end.
        case bytes(Int)
        /// Nothing now: libcurl sends nothing until ``fed()``.
        case starve
        /// The body cannot be read: ends the transfer.
        case abort
    }

    /// The next bytes of the body.
    func upload(into buffer: UnsafeMutableRawBufferPointer) -> UploadStep {
        do throws(TransferFailure) {
            guard let feed else { return .bytes(try reader.read(into: buffer)) }
            guard let count = try feed.read(into: buffer, wake: wake) else {
                isStarving = true
                return .starve
            }
            uploaded += count
            if count == 0 { bodySize = uploaded }
            return .bytes(count)
        } catch {
            failure = error
            return .abort
        }
    }

    /// The body may have more to send.
    func fed() {
        isStarving = false
        lastActivity = clock.now
    }

    /// libcurl reads the body again from that byte on.
    /// - Returns: whether that is possible.
    func rewind(to offset: Int) -> Bool {
        guard feed == nil else { return offset == 0 && uploaded == 0 }
        reader.seek(to: offset)
        return true
    }

    // MARK: Receiving; `false` aborts the transfer

    func received(headerLine line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = clock.now
        headerBytes += line.count
        guard headerBytes <= limits.headers else {
            return recordFailure(.tooLarge(.headers), "the header fields exceed the limit of \(limits.headers) bytes")
        }
        // A field after the head is a trailer field: it is not part of the head, and no caller uses it.
        guard !isDelivered else { return true }
        switch parser.parseLine(line) {
        case .needsMore: break
        case .statusLine(let isInterim):
            if request.maySpeakHTTP2 { clock.inHead.append(self) }
            // The request got a response.
            challenge = nil
            isOut = false
            if !isInterim {
                if phase == .sending { enter(.waiting) }
                enter(.receiving)
            }
        // A trailer field of the challenge.
        case .invalid where challenge != nil: break
        case .invalid: return recordFailure(.protocolViolation, "the response does not begin with an HTTP status line")
        case .complete(let head):
            guard head.status == 401, request.connection.authentication?.answersChallenges == true else { return deliver(head) }
            challenge = (head, parser)
            parser = HeadParser()
        }
        return true
    }

    /// No other response followed the challenge, so the 401 is the final response.
    private func deliverChallenge() -> Bool {
        guard let (head, parser) = challenge else { return true }
        challenge = nil
        self.parser = parser
        return deliver(head)
    }

    private func deliver(_ head: ResponseHead) -> Bool {
        // RFC 9112 §6.3: these responses have no body, whatever length they announce.
        let isBodiless = request.method == .head || head.status == 204 || head.status == 304
        if !isBodiless, let fault = parser.framingFault { return recordFailure(.protocolViolation, fault) }
        isDelivered = true
        isPartial = head.status == 206
        if !isBodiless { prepareDecoder(for: head) }
        touch()
        observer.transferReceived(head: head)
        if let length = parser.announcedLength, length > limits.body, !isBodiless {
            return recordFailure(.tooLarge(.body), "the response announces \(length) bytes, the limit is \(limits.body)")
        }
        return true
    }

    /// The result for a piece of body.
    enum BodyDisposition { case taken, pause, abort }

    func received(body: UnsafeRawBufferPointer) -> BodyDisposition {
        let disposition = take(body)
        if case .taken = disposition { bodyBytes += body.count }
        if case .pause = disposition { isHeldBack = true }
        return disposition
    }

    private func take(_ body: UnsafeRawBufferPointer) -> BodyDisposition {
        lastActivity = clock.now
        guard deliverChallenge() else { return .abort }
        guard let decoder else { return disposition(of: offer(body)) }
        // libcurl offers the piece again.
        guard decoder.isEmpty else { return .pause }
        decoder.put(body)
        switch decoder.deliver(offer) {
        case .empty, .busy: return .taken
        case .failed(let failure):
            self.failure = failure
            return .abort
        }
    }

    /// Offers the observer bytes as it gets them.
    private func offer(_ body: UnsafeRawBufferPointer) -> BodyVerdict {
        if decoder == nil, delivered + body.count > limits.body {
            return .refused(TransferFailure(.tooLarge(.body), "the body exceeds the limit of \(limits.body) bytes"))
        }
        if delivered + body.count > limits.decodedBody {
            return .refused(
                TransferFailure(.tooLarge(.decodedBody), "the decoded body exceeds the limit of \(limits.decodedBody) bytes"))
        }
        let verdict = observer.transferReceived(body: body)
        switch verdict {
        case .accepted: delivered += body.count
        case .busy: isPaused = true
        case .refused: break
        }
        return verdict
    }

    private func disposition(of verdict: BodyVerdict) -> BodyDisposition {
        switch verdict {
        case .accepted: return .taken
        case .busy: return .pause
        case .refused(let failure):
            self.failure = failure
            return .abort
        }
    }

    /// Prepares for a body in the codings that the head names: of the content, and behind them of the transfer
    /// (RFC 9112 §6.1), where libcurl undoes `chunked` alone. A body in an unknown one is given as it comes.
    private func prepareDecoder(for head: ResponseHead) {
        func values(_ name: String) -> [String] {
            head.headers.fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value.revealed)
        }
        var names = decodes && parser.isCoded ? values("Content-Encoding") : []
        if parser.isTransferCoded { names += values("Transfer-Encoding") }
        guard !names.isEmpty else { return }
        switch ContentCoding.read(names) {
        case .success(let codings): decoder = ContentDecoder(codings)
        case .failure(let unknown): unknownCoding = unknown.name
        }
    }

    /// The coding that the body still has; `nil` when it is decoded.
    var undecodedCoding: String? { unknownCoding ?? decoder.flatMap { $0.isPlain ? $0.names : nil } }

    /// Offers the observer the held-back bytes.
    func deliverBacklog() -> ContentDecoder.Delivery {
        guard let decoder else { return .empty }
        lastActivity = clock.now
        return decoder.deliver(offer)
    }

    /// The transfer is over, but the observer, which was busy, has not taken the rest of the body yet.
    var hasBacklog: Bool { isPaused && decoder?.isEmpty == false }

    /// Why a body that came to its end, and was taken, is not whole.
    var failureAtEnd: TransferFailure? { isPartial ? nil : decoder?.failureAtEnd }

    /// libcurl calls this very often: comparisons first, the observer at most ten times a second.
    func progressed(sent: Int64, received: Int64) -> Bool {
        if phase == .sending, sent >= bodySize { enter(.waiting) }
        guard seen != (sent, received) else { return true }
        seen = (sent, received)
        lastActivity = clock.now
        if received > limits.body {
            return recordFailure(.tooLarge(.body), "the body exceeds the limit of \(limits.body) bytes on the wire")
        }
        reportProgress()
        return true
    }

    /// Reports the change since the last report, now or, by the loop's deadline, when the interval is over.
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
        (isPaused, isHeldBack) = (false, false)
        lastActivity = clock.now
    }

    /// When the silence exceeds the limit. A transfer that waits for its observer, or for the sequence of its
    /// body, does not count as silent.
    private var idleDeadline: UInt64? { idleLimit.map { (isPaused || isStarving ? clock.now : lastActivity) + $0 } }

    private var idleFailure: TransferFailure {
        TransferFailure(.timedOut(.idle), "no data for \(request.timeouts.idle.map { "\($0)" } ?? "")")
    }

    /// The limit that ran out, when libcurl only reports a timeout.
    func expiredLimit(after elapsed: Duration) -> NetError.Timeout {
        if hasConnection { return .total }
        if let total = request.timeouts.total, elapsed >= total { return .total }
        return .connect
    }

    private func recordFailure(_ kind: NetError.Kind, _ detail: String) -> Bool {
        failure = TransferFailure(kind, detail)
        return false
    }
}
