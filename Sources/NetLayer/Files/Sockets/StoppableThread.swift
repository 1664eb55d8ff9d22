// A thread that waits for descriptors, and its end: closing one of two connected sockets makes the other
// readable.

import Glibc
import Synchronization

/// The work of a ``StoppableThread``.
protocol ThreadLoop: AnyObject {
    /// Runs on the thread. Returns soon after the descriptor `stop` has become readable.
    func run(until stop: Int32)
}

/// Runs a loop until it is stopped or released, or until the loop returns.
final class StoppableThread: Sendable {
    /// Closing this descriptor ends the loop.
    private let stopDescriptor: Int32
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - loop: used on the thread alone. It is released when it returns, or when the thread cannot start.
    ///   - purpose: ends the message "cannot listen for …".
    init(_ loop: sending any ThreadLoop, listeningFor purpose: String) throws(FileProblem) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw FileProblem("cannot listen for \(purpose)")
        }
        var created = pthread_t()
        let work = Unmanaged.passRetained(ThreadWork(loop, stop: ends[1]))
        let code = pthread_create(&created, nil, runThread, work.toOpaque())
        guard code == 0 else {
            work.release()
            close(ends[0])
            throw FileProblem("cannot listen for \(purpose)", code)
        }
        stopDescriptor = ends[0]
        thread = Mutex(created)
    }

    deinit { stop() }

    /// Ends the thread. May be called repeatedly: only the first call acts.
    /// - Parameters:
    ///   - waits: returns when the thread has ended, unless the thread itself calls.
    ///   - first: runs before everything else.
    func stop(waits: Bool = true, first: () -> Void = {}) {
        let running = thread.withLock { thread -> pthread_t? in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        first()
        close(stopDescriptor)
        if !waits || pthread_equal(running, pthread_self()) != 0 {
            pthread_detach(running)
        } else {
            pthread_join(running, nil)
        }
    }
}

/// The loop and the descriptor that ends it; the thread's own.
private final class ThreadWork {
    private let loop: any ThreadLoop
    private let stop: Int32

    init(_ loop: any ThreadLoop, stop: Int32) { (self.loop, self.stop) = (loop, stop) }

    deinit { close(stop) }

    func run() { loop.run(until: stop) }
}

/// The thread's main function: a C function cannot capture.
private func runThread(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<ThreadWork>.fromOpaque(work).takeRetainedValue().run() }
    return nil
}
