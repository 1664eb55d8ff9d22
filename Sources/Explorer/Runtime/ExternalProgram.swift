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
        case exited(Int32)
        case killed(Int32)
        case notStarted(Int32)
    }

    private let terminal: Int32?
    private let environment: [String: String]
    private let stop: @Sendable () -> Void
    private let running = Mutex(Running())

    private struct Running {
        /// The process group of the program that runs.
        var group: pid_t?
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
        let group = running.withLock { running in
            running.isEnding = true
            return running.group
        }
        guard let group else { return }
        kill(-group, SIGTERM)
        kill(-group, SIGCONT)
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Self.grace)) { [self] in
            running.withLock { if $0.group == group { kill(-group, SIGKILL) } }
        }
    }

    private func runHere(_ line: String, _ arguments: [String], _ feed: (@Sendable (Int32) -> Void)?) -> Ending {
        // Without it, taking the terminal back from the background would stop this program.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        defer { giveTerminal(to: getpgrp()) }

        var pipe: (output: Int32, input: Int32)?
        if feed != nil {
            switch Spawning.makePipe() {
            case .success(let ends): pipe = ends
            case .failure(let error): return .notStarted(error.code)
            }
        }
        // The program starts stopped, and continues when it has the terminal: it receives every
        // key from the first one on.
        let line = terminal == nil ? line : "kill -STOP $$\n" + line
        let start: Result<pid_t, ErrorNumber>? = running.withLock { running in
            guard !running.isEnding else { return nil }
            let start = Spawning.start(
                ["/bin/sh", "-c", line, "sh"] + arguments, environment: environment,
                input: (pipe?.output ?? terminal).map { .end($0) } ?? .ours,
                isQuiet: false,
                in: .group)
            running.group = try? start.get()
            return start
        }
        if let pipe {
            close(pipe.output)
            Thread.detachNewThread {
                if case .success? = start { feed?(pipe.input) }
                close(pipe.input)
            }
        }
        switch start {
        case .success(let program)?: return wait(for: program)
        case .failure(let error)?: return .notStarted(error.code)
        case nil: return .killed(SIGTERM)
        }
    }

    private func giveTerminal(to group: pid_t) { if let terminal { tcsetpgrp(terminal, group) } }

    private func wait(for program: pid_t) -> Ending {
        while true {
            // waitid peeks, and the lock covers the reaping: the process number stays valid while another
            // thread may send it a signal.
            var news = siginfo_t()
            guard waitid(P_PID, id_t(program), &news, WEXITED | WSTOPPED | WNOWAIT) == 0 || errno == EINTR else {
                return .killed(0)
            }
            var status: Int32 = 0
            let hasEnded = running.withLock { running in
                guard waitpid(program, &status, WUNTRACED | WNOHANG) == program else { return false }
                let hasEnded = status & 0xFF != 0x7F
                if hasEnded { running.group = nil }
                return hasEnded
            }
            if hasEnded {
                if running.withLock({ $0.isEnding }) { endRest(of: program) }
                return Self.ending(status)
            }
            if status & 0xFF == 0x7F { stopped(program, by: status >> 8 & 0xFF) }
        }
    }

    /// The shell has ended; its processes get the rest of the time, and no more.
    private func endRest(of group: pid_t) {
        for _ in 0..<Self.grace / 10 where kill(-group, 0) == 0 { usleep(10_000) }
        kill(-group, SIGKILL)
    }

    /// The program was stopped by a key: this program stops too, and both continue together. A program that
    /// has stopped itself to get the terminal gets it.
    private func stopped(_ program: pid_t, by signal: Int32) {
        if terminal != nil, signal == SIGTSTP {
            giveTerminal(to: getpgrp())
            stop()
        }
        giveTerminal(to: program)
        kill(-program, SIGCONT)
    }

    /// A shell reports a signal as a code above 128.
    private static func ending(_ status: Int32) -> Ending {
        if status & 0x7F != 0 { return .killed(status & 0x7F) }
        let code = status >> 8 & 0xFF
        return code > 128 && code <= 128 + 64 ? .killed(code - 128) : .exited(code)
    }
}
