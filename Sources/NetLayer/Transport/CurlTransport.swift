// The real transport: libcurl's multi interface on one I/O thread of its own. This file is its public
// interface.
//
//   start, cancel, resume ──► CurlMailbox ──► CurlThread (epoll) ──► CurlLoop ──► libcurl
//     ──► CurlHandle's callbacks ──► CurlExchange ──► observer

import CCurl
import Glibc
import Synchronization

/// Sends requests with libcurl. All transfers share one I/O thread, one connection pool and one DNS cache.
///
/// The thread starts with the first request. It ends with ``shutdown()`` or when the transport is released;
/// transfers that are still in flight then end as `.cancelled(.quit)`.
public final class CurlTransport: Transport {
    private enum Thread {
        case notStarted
        case running(pthread_t, CurlThread)
        case over
    }

    private let mailbox = CurlMailbox()
    private let keepAlive: Duration
    private let thread = Mutex(Thread.notStarted)

    /// Ignores SIGPIPE for the whole process, unless the program handles it itself: a peer that closes while
    /// libcurl writes must not end the program. Only this code does so; a child process that needs the
    /// default must restore it.
    /// - Parameter keepAlive: how long unused connections stay open after the last exchange has ended.
    public init(keepAlive: Duration = .seconds(60)) {
        self.keepAlive = keepAlive
        Self.ignoreBrokenPipes
    }

    deinit { shutdown() }

    public func start(_ request: WireRequest, observer: any TransferObserver) -> any Transfer {
        let transfer = CurlTransfer(id: mailbox.newID(), mailbox: mailbox)
        let failure = launchIfNeeded()
        if let failure {
            report(failure, to: observer)
        } else if !mailbox.post(.start(CurlOrder(id: transfer.id, request: request, observer: observer))) {
            report(Self.closed, to: observer)
        }
        return transfer
    }

    /// Ends every transfer (`.cancelled(.quit)`), closes every socket and waits for the I/O thread to end.
    /// Later requests fail the same way. When an observer calls it, it does not wait. May be called any number
    /// of times, from any thread.
    public func shutdown() {
        let running = thread.withLock { state -> (pthread_t, CurlThread)? in
            defer { state = .over }
            if case .running(let thread, let turns) = state { return (thread, turns) }
            return nil
        }
        guard let (running, turns) = running else { return }
        _ = mailbox.post(.stop)
        if pthread_equal(running, pthread_self()) != 0 || turns.isOnGuest {
            pthread_detach(running)
        } else {
            pthread_join(running, nil)
        }
    }

    /// Raises the soft limit of open files to the hard one, because every connection is a file; Debian's soft
    /// limit is 1,024. The program calls it once.
    /// - Returns: the limit in force afterwards, 0 when it cannot be read.
    @discardableResult
    public static func raiseOpenFileLimit() -> UInt {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return UInt(isRaised ? raised.rlim_cur : limit.rlim_cur)
    }

    private func launchIfNeeded() -> TransferFailure? {
        thread.withLock { state in
            switch state {
            case .running: return nil
            case .over: return Self.closed
            case .notStarted:
                guard let turns = CurlThread(mailbox: mailbox, keepAlive: keepAlive) else {
                    return TransferFailure(.connect, "the network loop cannot start: \(String(cString: strerror(errno)))")
                }
                var created = pthread_t()
                let context = Unmanaged.passRetained(turns)
                let code = pthread_create(&created, nil, runLoop, context.toOpaque())
                guard code == 0 else {
                    context.release()
                    return TransferFailure(.connect, "the network thread cannot start: \(String(cString: strerror(code)))")
                }
                state = .running(created, turns)
                return nil
            }
        }
    }

    /// Without an I/O thread the transport reports from a task, because `start` must not call an observer.
    private func report(_ failure: TransferFailure, to observer: any TransferObserver) {
        Task.detached { observer.transferFinished(TransferEnd(failure: failure)) }
    }

    private static let closed = TransferFailure(.cancelled(.quit), "the transport is shut down")

    private static let ignoreBrokenPipes: Void = {
        var current = sigaction()
        if sigaction(SIGPIPE, nil, &current) == 0, current.__sigaction_handler.sa_handler == nil { signal(SIGPIPE, SIG_IGN) }
    }()
}

/// The handle of one exchange. It retains neither the transport nor the observer.
struct CurlTransfer: Transfer {
    let id: UInt64
    let mailbox: CurlMailbox

    // A mailbox that refuses belongs to a transport that is shut down: the exchange has already ended.
    func cancel() { _ = mailbox.post(.cancel(id)) }
    func resume() { _ = mailbox.post(.resume(id)) }
}

private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    ccurl_name_thread("curl-transport")
    if let context { Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
<<<<<<< HEAD
=======

/// A transfer to start, with its observer. An object, because it is passed on several times.
final class CurlOrder: Sendable {
    let id: UInt64
    let request: WireRequest
    let observer: any TransferObserver

    init(id: UInt64, request: WireRequest, observer: any TransferObserver) {
        self.id = id
        self.request = request
        self.observer = observer
    }
}

/// The commands for a ``CurlLoop``, in the order in which they were posted.
final class CurlMailbox: Sendable {
    enum Command: Sendable {
        case start(CurlOrder)
        case cancel(UInt64)
        case resume(UInt64)
        /// The body of a request has more to send.
        case feed(UInt64)
        case stop
    }

    private struct State {
        var commands: [Command] = []
        /// The wakeup of the sleeping reader. Present only from the start of its sleep until it is woken, so
        /// it never outlives its loop.
        var sleeper: CurlWakeup?
        var isOpen = true
        var lastID: UInt64 = 0
    }

    private let state = Mutex(State())

    func newID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// - Returns: `false` when the mailbox is closed: no thread will read the command.
    func post(_ command: Command) -> Bool {
        let (isTaken, sleeper) = state.withLock { state -> (Bool, CurlWakeup?) in
            guard state.isOpen else { return (false, nil) }
            state.commands.append(command)
            return (true, state.sleeper.take())
        }
        // Not under the lock: the reader needs the lock as soon as it wakes.
        sleeper?.notifyReader()
        return isTaken
    }

    /// Exchanges the posted commands with an empty array, whose storage is used again.
    func drain(into batch: inout [Command]) {
        batch.removeAll(keepingCapacity: true)
        state.withLock { state in
            state.sleeper = nil
            if !state.commands.isEmpty { swap(&state.commands, &batch) }
        }
    }

    /// The reader is about to wait: the next post wakes it.
    /// - Returns: `false` when there are commands already.
    func prepareToSleep(until wakeup: CurlWakeup) -> Bool {
        state.withLock { state in
            state.sleeper = state.commands.isEmpty ? wakeup : nil
            return state.sleeper != nil
        }
    }

    /// Refuses commands from now on.
    /// - Returns: the unread commands.
    func close() -> [Command] {
        state.withLock { state in
            guard state.isOpen else { return [] }
            state.isOpen = false
            state.sleeper = nil
            defer { state.commands = [] }
            return state.commands
        }
    }
}
>>>>>>> api
