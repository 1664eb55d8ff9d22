// What happens in a turn: epoll tells libcurl which sockets are ready, libcurl tells which sockets to watch
// and when to call it again.

import CCurl
import Glibc

/// Runs every transfer of a ``CurlTransport``. Only ``CurlThread`` uses it, one turn at a time.
final class CurlLoop {
    /// What follows a turn.
    enum Next {
        case sleep
        /// Another turn is due at once.
        case turn
        /// The loop was told to stop.
        case over
    }

    private let mailbox: CurlMailbox
    private let wakeup: CurlWakeup
    private var multi: UnsafeMutableRawPointer
    let epoll: Int32
    private let timer: CurlTimer
    private var isStopped = false
    private let clock = CurlClock()
    /// When libcurl must be called though no socket is ready.
    private var curlDeadline = UInt64.max
    /// When the next transfer may exceed a limit that the loop watches: of silence, or of the whole exchange.
    private var limitDeadline = UInt64.max
    /// When the unused connections are closed.
    private var idleConnectionDeadline = UInt64.max
    private let keepAlive: UInt64
    private var running: [UInt64: CurlHandle] = [:]
    /// Exchanges that wait for another exchange to open a connection.
    private var openings = CurlOpenings()
    /// Transfers that are over, but whose observer has not taken the rest of the body yet.
    private var draining: [UInt64: (exchange: CurlExchange, end: TransferEnd)] = [:]
    /// The origins whose servers must still get the reset of a stream.
    private var unflushed: Set<String> = []
    /// Easy handles that can be used again.
    private var pool: [CurlHandle] = []
    private var batch: [CurlMailbox.Command] = []

    private static let pooledHandles = 256
    /// CURL_SOCKET_TIMEOUT, a macro that Swift does not import.
    private static let timeout: curl_socket_t = -1
    /// The precision of these limits in nanoseconds: it bounds how often the loop
    /// examines thousands of transfers.
    private static let limitGranularity: UInt64 = 10_000_000

    /// `nil` when the system has no descriptor or memory left; `errno` says which.
    init?(mailbox: CurlMailbox, wakeup: CurlWakeup, keepAlive: Duration) {
        Self.initialiseLibrary
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        guard let timer = CurlTimer(), let multi = curl_multi_init() else {
            close(epoll)
            return nil
        }
        self.mailbox = mailbox
        self.wakeup = wakeup
        self.timer = timer
        self.multi = multi
        self.epoll = epoll
        self.keepAlive = keepAlive.clampedNanoseconds
        // Edge-triggered: each write and each expiry wakes the thread once, and the thread need not read.
        for descriptor in [wakeup.descriptor, timer.descriptor] {
            var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data(fd: descriptor))
            epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
        }
        setCallbacks()
    }

    /// Once in the process and before any transfer: a static let guarantees both.
    private static let initialiseLibrary: Void = { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()

    private func setCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, context)
        ccurl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, context)
        ccurl_multi_set_socket_callback(multi) { _, socket, what, context, known in
            context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue().watch(socket, what, isKnown: known != nil) }
            return 0
        }
        ccurl_multi_set_timer_callback(multi) { _, milliseconds, context in
            context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue().setTimer(milliseconds) }
            return 0
        }
    }

    deinit {
        pool = []
        curl_multi_cleanup(multi)
        close(epoll)
    }

    // MARK: the turn

    func beginTurn() { clock.updateTime() }

    /// Serves the posted commands, and all that is due.
    /// - Parameter thread: gives the turns; a caller may take the next one.
    func completeTurn(on thread: CurlThread) -> Next {
        guard !isStopped else { return .over }
        guard performCommands() else {
            isStopped = true
            return .over
        }
        callCurlIfDue()
        endFinished()
        endLate()
        startWaiting()
        readHeads()
        flushResets()
        reportProgress()
        closeIdleConnections()
        clock.settle()
        guard deadline > clock.now, mailbox.prepareToSleep(until: wakeup, turns: admitsGuest ? thread : nil) else { return .turn }
        timer.arm(deadline, at: clock.now)
        return .sleep
    }

    /// Beside a transfer, turns are taken on the I/O thread only: it wakes for the response, and a caller that
    /// has the turn then would make it wait.
    private var admitsGuest: Bool { running.isEmpty && draining.isEmpty && openings.isEmpty }

    /// A socket is ready: reads and writes as much as it can.
    /// - Parameter readiness: epoll's flags.
    func serve(_ socket: curl_socket_t, isReadyFor readiness: UInt32) {
        guard socket != wakeup.descriptor, socket != timer.descriptor else { return }
        var what: Int32 = 0
        if readiness & EPOLLIN.rawValue != 0 { what |= CURL_CSELECT_IN }
        if readiness & EPOLLOUT.rawValue != 0 { what |= CURL_CSELECT_OUT }
        if readiness & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { what |= CURL_CSELECT_ERR }
        var stillRunning: Int32 = 0
        curl_multi_socket_action(multi, socket, what, &stillRunning)
    }

    private func callCurlIfDue() {
        guard curlDeadline <= clock.now else { return }
        curlDeadline = .max
        var stillRunning: Int32 = 0
        curl_multi_socket_action(multi, Self.timeout, 0, &stillRunning)
    }

    /// When the next turn is due although no socket is ready and no command is posted.
    private var deadline: UInt64 {
        min(curlDeadline, limitDeadline, clock.reportDeadline, idleConnectionDeadline, openings.deadline)
    }

    // MARK: Calls from libcurl

    private func watch(_ socket: curl_socket_t, _ what: Int32, isKnown: Bool) {
        guard what != CURL_POLL_REMOVE else {
            epoll_ctl(epoll, EPOLL_CTL_DEL, socket, nil)
            return
        }
        var event = epoll_event(events: 0, data: epoll_data(fd: socket))
        if what & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        let result = epoll_ctl(epoll, isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event)
        // The system may reuse the descriptor for another socket, so that only epoll or
        // only libcurl knows it.
        if result != 0, errno == EEXIST || errno == ENOENT {
            epoll_ctl(epoll, isKnown ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event)
        }
        // Any pointer marks the socket as known; libcurl forgets it with the socket.
        if !isKnown { curl_multi_assign(multi, socket, UnsafeMutableRawPointer(multi)) }
    }

    private func setTimer(_ milliseconds: Int) {
        curlDeadline = milliseconds < 0 ? .max : clock.now + UInt64(milliseconds) * 1_000_000
    }

    // MARK: commands

    /// - Returns: `false` after the stop command.
    private func performCommands() -> Bool {
        mailbox.drain(into: &batch)
        for index in batch.indices {
            switch batch[index] {
            case .start(let order): start(order)
            case .cancel(let id):
                if let handle = running[id] { endTransfer(handle, failure: TransferFailure(.cancelled(.user))) }
                if draining[id] != nil { endDraining(id, failure: TransferFailure(.cancelled(.user))) }
                openings.remove(id)?.finish(TransferEnd(failure: TransferFailure(.cancelled(.user))))
            case .resume(let id):
                if let handle = running[id], let failure = handle.resume() { endTransfer(handle, failure: failure) }
                drain(id)
            case .feed(let id): if let handle = running[id], let failure = handle.feed() { endTransfer(handle, failure: failure) }
            case .stop:
                endUnread(batch[(index + 1)...])
                return false
            }
        }
        return true
    }

    private func start(_ order: CurlOrder) {
        let exchange =
            if order.request.body.sequence != nil {
                CurlExchange(order, clock: clock) { [mailbox, id = order.id] in _ = mailbox.post(.feed(id)) }
            } else {
                CurlExchange(order, clock: clock)
            }
        if openings.admits(exchange, at: clock.now) { start(exchange) }
    }

    /// Starts exchanges whose connection is open, or that have waited long enough for it.
    private func startWaiting() {
        guard !openings.isEmpty else { return }
        for exchange in openings.removeReady(at: clock.now, while: { running[$0]?.exchange?.hasConnection == false }) {
            exchange.heldBack(until: clock.now)
            start(exchange)
        }
    }

    private func start(_ exchange: CurlExchange) {
        guard let handle = pool.popLast() ?? CurlHandle() else {
            return exchange.finish(TransferEnd(failure: TransferFailure(.connect, "libcurl is out of memory")))
        }
        if let failure = handle.prepare(exchange) {
            handle.release()
            recycle(handle)
            return exchange.finish(TransferEnd(failure: failure))
        }
        if exchange.waited > .zero { handle.reduceLimits(by: exchange.waited) }
        running[exchange.id] = handle
        idleConnectionDeadline = .max
        let code = curl_multi_add_handle(multi, handle.easy)
        if code != CURLM_OK {
            endTransfer(handle, failure: TransferFailure(.connect, String(cString: curl_multi_strerror(code))))
        }
        if let deadline = exchange.nextDeadline { limitDeadline = min(limitDeadline, deadline) }
    }

    // MARK: ends

    private func endFinished() {
        var waiting: Int32 = 0
        while let message = curl_multi_info_read(multi, &waiting) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let context = ccurl_get_private(easy)
            else { continue }
            let code = message.pointee.data.result
            let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            endTransfer(handle, failure: handle.failure(for: code), isWaitingForObserver: true)
        }
    }

    /// Gives the rest of a body to its observer as far as the observer takes it; ends the exchange
    /// after the last byte.
    private func drain(_ id: UInt64) {
        guard let exchange = draining[id]?.exchange else { return }
        switch exchange.deliverBacklog() {
        case .busy: break
        case .empty: endDraining(id, failure: nil)
        case .failed(let failure): endDraining(id, failure: failure)
        }
    }

    /// - Parameter failure: why it ends before the observer has the whole body, if it does.
    private func endDraining(_ id: UInt64, failure: TransferFailure?) {
        guard let (exchange, end) = draining.removeValue(forKey: id) else { return }
        exchange.finish(TransferEnd(failure: failure ?? end.failure ?? exchange.failureAtEnd, metrics: end.metrics))
    }

    private func endLate() {
        guard limitDeadline <= clock.now else { return }
        limitDeadline = .max
        for handle in Array(running.values) {
            guard let exchange = handle.exchange, let deadline = exchange.nextDeadline else { continue }
            if deadline <= clock.now {
                endTransfer(handle, failure: exchange.timeout)
            } else {
                limitDeadline = min(limitDeadline, max(deadline, clock.now + Self.limitGranularity))
            }
        }
    }

    /// - Parameter isWaitingForObserver: the exchange ends when its observer has taken the held-back
    ///   bytes; else at once.
    private func endTransfer(_ handle: CurlHandle, failure: TransferFailure?, isWaitingForObserver: Bool = false) {
        guard let exchange = handle.exchange else { return }
        running[exchange.id] = nil
        if running.isEmpty {
            idleConnectionDeadline = clock.now + keepAlive
            // Nothing is left to report or to limit: the thread can sleep until then.
            clock.reportDeadline = .max
            limitDeadline = .max
        }
        if !isWaitingForObserver || failure != nil, exchange.isOnConnection {
            handle.closeWithTransfer()
            unflushed.insert(exchange.request.url.origin)
        }
        curl_multi_remove_handle(multi, handle.easy)
        let metrics = handle.metrics()
        handle.release()
        // libcurl counts the retries that we refused, and reports the sixth with an error of its own.
        if failure?.isStale != true { recycle(handle) }
        guard isWaitingForObserver, exchange.hasBacklog else {
            return exchange.finish(TransferEnd(failure: failure ?? exchange.failureAtEnd, metrics: metrics))
        }
        draining[exchange.id] = (exchange, TransferEnd(failure: failure, metrics: metrics))
    }

    private func recycle(_ handle: CurlHandle) {
        if CurlVersion.current.reusesHandles, pool.count < Self.pooledHandles { pool.append(handle) }
    }

    /// libcurl 7.88 reads a head in HTTP/2 by pieces of 16 KB and then waits for its socket, although it has read the whole
    /// response from there. The loop makes it continue until the response has ended, as long as something comes.
    private func readHeads() {
        guard !clock.inHead.isEmpty else { return }
        clock.inHead.removeAll { exchange in exchange.continuesAlone || running[exchange.id]?.exchange !== exchange }
        for exchange in clock.inHead where exchange.hasMore { running[exchange.id]?.flush() }
    }

    /// Where other transfers share the connection, libcurl sends the reset of a stream only with the next bytes for them.
    private func flushResets() {
        guard !unflushed.isEmpty else { return }
        for handle in running.values where handle.exchange.map({ unflushed.contains($0.request.url.origin) }) == true {
            handle.flush()
        }
        unflushed.removeAll(keepingCapacity: true)
    }

    private func reportProgress() {
        guard clock.reportDeadline <= clock.now else { return }
        clock.reportDeadline = .max
        for handle in running.values { handle.exchange?.reportProgress() }
    }

    /// libcurl closes an unused connection only when it needs its slot. So after a time without transfers a
    /// new multi handle replaces the old one.
    private func closeIdleConnections() {
        guard idleConnectionDeadline <= clock.now else { return }
        idleConnectionDeadline = .max
        guard running.isEmpty, let fresh = curl_multi_init() else { return }
        pool = []
        curl_multi_cleanup(multi)
        curlDeadline = .max
        multi = fresh
        setCallbacks()
    }

    /// The last turn.
    func endAll() {
        for handle in Array(running.values) { endTransfer(handle, failure: TransferFailure(.cancelled(.quit))) }
        for id in Array(draining.keys) { endDraining(id, failure: TransferFailure(.cancelled(.quit))) }
        for exchange in openings.removeReady(at: .max, while: { _ in false }) {
            exchange.finish(TransferEnd(failure: TransferFailure(.cancelled(.quit))))
        }
        endUnread(mailbox.close()[...])
        // Otherwise a clock and an exchange that was notified in this turn would retain each other for ever.
        clock.settle()
        clock.inHead = []
    }

    private func endUnread(_ commands: ArraySlice<CurlMailbox.Command>) {
        for case .start(let order) in commands {
            order.observer.transferFinished(TransferEnd(failure: TransferFailure(.cancelled(.quit))))
        }
    }
}
