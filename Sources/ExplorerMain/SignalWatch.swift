// Signals as events. A handler is there from the first moment, so none is lost between deciding to listen and listening.

import ArgumentParser
import Dispatch
import Glibc
import Synchronization

/// Tells of signals on a queue until it is released. One at a time in a program.
final class SignalWatch {
    private let source: any DispatchSourceRead

    init(_ signals: [Int32], queue: DispatchQueue, _ action: @escaping @Sendable (Int32) -> Void) {
        let pipe = SignalPipe.shared
        source = DispatchSource.makeReadSource(fileDescriptor: pipe.output, queue: queue)
        signals.forEach(Self.listen)
        source.setEventHandler { pipe.read().forEach(action) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Installs the handler, again for a signal that had its default for a while.
    static func listen(to number: Int32) { signal(number) { SignalPipe.shared.note($0) } }
}

/// The pipe from the handler, which may do nothing but write, to the queue.
private struct SignalPipe {
    /// Made before the first handler is installed; the handler only reads it.
    static let shared = SignalPipe()

    let output: Int32
    private let input: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        // Without descriptors no signal is noted, and nothing else of the program would work either.
        _ = Glibc.pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (output, input) = (ends[0], ends[1])
    }

    /// Async-signal-safe: one write, and `errno` as it was.
    func note(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(input, &byte, 1)
        errno = before
    }

    func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(output, &bytes, bytes.count)
        return count > 0 ? bytes[..<count].map(Int32.init) : []
    }
}

/// Ctrl-C, SIGTERM and SIGHUP while a command without a screen runs: remembers that one came, and acts. A second one ends the program at
/// once, whatever it waits for: somebody who reads our output may be slow. Not a second SIGHUP: the shell and the terminal that go send
/// one each.
final class Interrupts {
    private final class State: Sendable {
        let raised = Atomic(false)
        /// `nil` while nothing is under way that would have to be cancelled.
        let action: Mutex<(@Sendable () -> Void)?>

        init(_ action: (@Sendable () -> Void)?) { self.action = Mutex(action) }
    }

    private let state: State
    private let watch: SignalWatch

    /// - Parameter action: what the first signal does; without one it says that the command was cancelled and ends the program.
    init(_ action: (@Sendable () -> Void)? = nil) {
        let state = State(action)
        self.state = state
        // Under `nohup` it stays ignored.
        let signals = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
        watch = SignalWatch(signals, queue: .global()) { number in
            guard !state.raised.exchange(true, ordering: .relaxed) else {
                if number != SIGHUP { _exit(ExitCode.cancelled.rawValue) }
                return
            }
            let action = state.action.withLock { action in
                // Under the lock, so that nothing starts meanwhile and is left half done.
                if action == nil {
                    Complaint.write("explorer: cancelled")
                    _exit(ExitCode.cancelled.rawValue)
                }
                return action
            }
            action?()
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var current = sigaction()
        guard sigaction(number, nil, &current) == 0 else { return false }
        // SIG_IGN is 1, which is no function that Swift could compare.
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Whether a signal came.
    var seen: Bool { state.raised.load(ordering: .relaxed) }

    /// Starts what a signal, or an output that nobody takes, cancels from now on. No signal is lost in between: one that came before has
    /// ended the program.
    func start<Work: Sendable>(_ start: () -> Work, cancel: @escaping @Sendable (Work) -> Void) -> Work {
        state.action.withLock { action in
            // What is started may write before it can be cancelled: a lost output must not end the program in between.
            Output.whenLost {}
            let work = start()
            action = { cancel(work) }
            Output.whenLost { cancel(work) }
            return work
        }
    }
}

extension Task where Success == ExitCode, Failure == any Error {
    /// Waits for the command's work and for what is printed of it, and throws its exit code unless all is well.
    func end(_ printer: EventPrinter?, _ history: CommandHistory) async throws {
        let result = await result
        await printer?.finish()
        await history.finish()
        // It was cancelled because of that.
        try Output.check()
        let code = try result.get()
        if code == .cancelled { Complaint.write("explorer: cancelled") }
        guard code == .success else { throw code }
    }
}
