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
    /// Later requests fail the same way. When an observer calls it, it does not wait. May be called any
    /// number of times, from any thread.
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

    /// Without an I/O thread the transport reports from a task of its own.
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
