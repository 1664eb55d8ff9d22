// The thread that reads lines from a socket's clients or from an open descriptor, and its end.

import Glibc
import Synchronization

/// Runs until it is stopped, or until no further input is possible.
final class DirectiveThread: Sendable {
    /// Closing this descriptor ends the thread.
    private let stopDescriptor: Int32
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - listener: accepts clients; -1 accepts none. It is closed with the thread.
    ///   - voice: a descriptor to read from at once, without replies. It is closed at its end of
    ///     file, or with the thread.
    ///   - answer: returns the reply to a line; called on the thread.
    init(listener: Int32 = -1, voice: Int32? = nil, answer: @escaping @Sendable (DirectiveLine) -> String) throws(FileProblem) {
        var leash: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &leash) == 0 else {
            let problem = FileProblem("cannot listen for directives")
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
        self.stopDescriptor = leash[0]
        thread = Mutex(created)
    }

    deinit { stop() }

    /// Waits for the thread's end, unless the thread itself calls it. May be called repeatedly: only the
    /// first call acts, and runs `last` before everything else.
    func stop(last: () -> Void = {}) {
        let running = thread.withLock { thread -> pthread_t? in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        last()
        close(stopDescriptor)
        if pthread_equal(running, pthread_self()) != 0 {
            pthread_detach(running)
        } else {
            pthread_join(running, nil)
        }
    }
}

/// The thread's main function: a C function cannot capture.
private func runDirectiveSocket(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<DirectiveSocketLoop>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
