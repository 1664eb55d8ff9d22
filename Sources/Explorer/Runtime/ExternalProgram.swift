// A program that has the terminal for a while: an editor, a pager. It is a foreground job of its own, so that
// Ctrl-C and Ctrl-Z reach it and not this program.

import Foundation
import Synchronization
import Workspace

/// Runs one program at a time, to its end.
///
/// started ─► foreground ─► ended
///               │  ▲
///   Ctrl-Z  ────▼──┘ `fg`: we stop as well, so that the shell gets the terminal
public final class ExternalProgram: Sendable {
    /// How a program ended.
    enum Ending: Sendable, Equatable {
        case ended(Subprocess.End)
        case notStarted(Int32)
    }

    private let terminal: Int32?
    private let environment: [String: String]
    private let stop: @Sendable () -> Void
    private let running = Mutex(Running())

    private struct Running {
        /// The program that runs.
        var child: Subprocess?
        /// Programs were asked to end: no other program starts any more.
        var isEnding = false
    }

    /// How long a program may take to end after a signal, in milliseconds.
    private static let grace = 1_000

    /// - Parameters:
    ///   - terminal: the controlling terminal; `nil` leaves job control out.
    ///   - stop: stops this process until the shell continues it.
    public init(terminal: Int32?, environment: [String: String], stop: @escaping @Sendable () -> Void) {
        self.terminal = terminal.flatMap { tcgetpgrp($0) >= 0 ? $0 : nil }
        self.environment = environment
        self.stop = stop
    }

    /// Runs a shell command to its end, on a separate thread.
    /// - Parameters:
    ///   - arguments: `$1` … of the command.
    ///   - feed: writes to the program's standard input; without it, standard input is the terminal.
    func run(_ line: String, _ arguments: [String] = [], feed: (@Sendable (Int32) -> Void)? = nil) async -> Ending {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in continuation.resume(returning: runHere(line, arguments, feed)) }
        }
    }

    /// Ends the running program, if there is one: first with a signal that it can handle. No
    /// other starts afterwards.
    public func end() {
        let child = running.withLock { running in
            running.isEnding = true
            return running.child
        }
        guard let child else { return }
        child.askToEnd()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.grace)) {
            child.signal(SIGKILL, toGroup: true)
        }
    }

    private func runHere(_ line: String, _ arguments: [String], _ feed: (@Sendable (Int32) -> Void)?) -> Ending {
        // Without it, taking the terminal back from the background would stop this program.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        defer { giveTerminal(to: getpgrp()) }

        // The program starts stopped, and continues when it has the terminal: it receives every
        // key from the first one on.
        let line = terminal == nil ? line : "kill -STOP $$\n" + line
        let input: Subprocess.Stream = feed != nil ? .pipe : terminal.map { Subprocess.Stream.file($0) } ?? .inherited
        let start: Result<Subprocess, ErrorNumber>? = running.withLock { running in
            guard !running.isEnding else { return nil }
            let start = Subprocess.start(
                ["/bin/sh", "-c", line, "sh"] + arguments, environment: environment, input: input, output: .inherited,
                errors: .inherited, in: .group)
            running.child = try? start.get()
            return start
        }
        switch start {
        case .success(let child)?:
            if let feed {
                Thread.detachNewThread { [input = child.input] in
                    feed(input)
                    close(input)
                }
            }
            return wait(for: child)
        case .failure(let error)?: return .notStarted(error.code)
        case nil: return .ended(.signalled(SIGTERM))
        }
    }

    private func giveTerminal(to group: pid_t) { if let terminal { tcsetpgrp(terminal, group) } }

    private func wait(for child: Subprocess) -> Ending {
        let end = child.wait { signal in letContinue(child, stoppedBy: signal) }
        let isEnding = running.withLock { running in
            running.child = nil
            return running.isEnding
        }
        // The shell has ended; its processes get the rest of the time, and no more.
        if isEnding { child.endRest(within: .milliseconds(Self.grace)) }
        return .ended(end.ofShellCommand)
    }

    /// The program was stopped by a key: this program stops too, and both continue together. A program that
    /// has stopped itself to get the terminal gets it.
    private func letContinue(_ child: Subprocess, stoppedBy signal: Int32) {
        if terminal != nil, signal == SIGTSTP {
            giveTerminal(to: getpgrp())
            stop()
        }
        giveTerminal(to: child.id)
        child.signal(SIGCONT, toGroup: true)
    }
}
