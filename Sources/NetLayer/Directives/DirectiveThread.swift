// The thread that hears what is said by a socket's callers, or by one who is there already, and its end.

import Glibc
import Synchronization

/// Runs until it is stopped, or until nobody can say anything more.
final class DirectiveThread: Sendable {
    /// Closing it ends the thread.
    private let leash: Int32
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - listener: lets callers in; -1 lets in nobody. It is closed with the thread.
    ///   - voice: who is there from the beginning, and is not answered. It is closed when it ends, or with the thread.
    ///   - answer: what is said to a line; called by the thread.
    init(listener: Int32 = -1, voice: Int32? = nil, answer: @escaping @Sendable (DirectiveLine) -> String) throws(FileProblem) {
        var leash: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &leash) == 0 else {
            let problem = FileProblem("nobody can be listened to")
            if listener >= 0 { close(listener) }
            if let voice { close(voice) }
            throw problem
        }
        var created = pthread_t()
        let context = Unmanaged.passRetained(DirectiveSocketLoop(listener, leash[1], voice: voice, answer: answer))
        let code = pthread_create(&created, nil, runDirectiveSocket, context.toOpaque())
        guard code == 0 else {
            context.release()
            close(leash[0])
            throw FileProblem("the thread that listens for directives cannot start", code)
        }
        self.leash = leash[0]
        thread = Mutex(created)
    }

    deinit { stop() }

    /// Waits for the thread's end, unless it is called by it. Any number of calls: only the first does anything, `last` before all else.
    func stop(last: () -> Void = {}) {
        let running = thread.withLock { thread -> pthread_t? in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        last()
        close(leash)
        if pthread_equal(running, pthread_self()) != 0 {
            pthread_detach(running)
        } else {
            pthread_join(running, nil)
        }
    }
}

/// The thread's body: a C function cannot capture.
private func runDirectiveSocket(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<DirectiveSocketLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
