// Pipes bytes through a shell command: writes and reads at once, within limits, until the
// command ends or is aborted.

import Foundation
import Synchronization
import Workspace

/// One run. It has a session of its own: it cannot use the terminal, and all of its
/// processes can be ended together.
final class PipeProgram: Sendable {
    enum Ending: Sendable, Equatable {
        case ended(Subprocess.End)
        case notStarted(Int32)
        /// It was aborted.
        case cancelled
    }

    struct Outcome: Sendable {
        var ending: Ending
        var output: [UInt8] = []
        var errors: [UInt8] = []
        /// The output exceeded the limit.
        var isCut = false
    }

    /// The limit of stored standard error, in bytes.
    private static let mostErrors = 8 << 10
    /// How long processes of the shell may hold its output open, and how long a program may
    /// take to end after a signal.
    private static let grace = Duration.milliseconds(300)

    private struct State {
        var isCancelled = false
        /// The shell, while it runs.
        var child: Subprocess?
    }

    private let state = Mutex(State())

    /// Aborts the run. The program gets the signal at once, also when this process ends right after.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.child?.signal(SIGTERM, toGroup: true)
        }
    }

    /// Blocks until the command has ended: call it on a separate thread.
    /// - Parameters:
    ///   - limit: the limit of stored output, in bytes; the program is ended when there is more.
    ///   - progress: receives the number of bytes so far.
    func run(
        _ line: String, input: [UInt8], limit: Int, environment: [String: String], progress: (Int) -> Void = { _ in }
    ) -> Outcome {
        let child: Subprocess
        do throws(ErrorNumber) {
            child = try Subprocess.start(
                ["/bin/sh", "-c", line, "sh"], environment: environment, input: .pipe, output: .pipe, errors: .pipe, in: .session
            ).get()
        } catch {
            return Outcome(ending: .notStarted(error.code))
        }
        state.withLock { $0.child = child }
        defer { state.withLock { $0.child = nil } }
        var flow = Flow(child: child, input: child.input, output: child.output, errors: child.errors, limit: limit)
        return flow.run(input, mayGoOn: { state.withLock { !$0.isCancelled } }, progress: progress)
    }

    /// The program's three pipes.
    private struct Flow {
        let child: Subprocess
        var input: Int32
        var output: Int32
        var errors: Int32
        let limit: Int

        mutating func run(_ text: [UInt8], mayGoOn: () -> Bool, progress: (Int) -> Void) -> Outcome {
            for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            var outcome = Outcome(ending: .cancelled)
            var (done, told): (Int, ContinuousClock.Instant) = (0, .now)
            // The end of the grace time, once the shell has ended.
            var last: ContinuousClock.Instant?
            if text.isEmpty { Self.shut(&input) }
            while output >= 0 || errors >= 0 || last == nil {
                if !mayGoOn() {
                    end()
                    return outcome
                }
                if let last {
                    if ContinuousClock.now > last { break }
                } else if child.poll() != nil {
                    last = .now + PipeProgram.grace
                }
                wait(isWriting: input >= 0)
                if input >= 0 { write(text, &done) }
                Self.read(&output, into: &outcome.output, limit: limit + 1)
                Self.read(&errors, into: &outcome.errors, limit: PipeProgram.mostErrors)
                if outcome.output.count > limit {
                    outcome.isCut = true
                    outcome.output.removeLast(outcome.output.count - limit)
                    break
                }
                if ContinuousClock.now - told > .milliseconds(100) {
                    told = .now
                    progress(outcome.output.count)
                }
            }
            if last == nil { end() } else { shutAll() }
            outcome.ending = .ended(child.wait().ofShellCommand)
            return outcome
        }

        /// Waits until a pipe is ready, for a short time only: the program may have ended, or was aborted.
        private func wait(isWriting: Bool) {
            var ends = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
            ]
            poll(&ends, nfds_t(isWriting ? 3 : 2), 20)
        }

        /// A program that stops reading has enough input.
        private mutating func write(_ text: [UInt8], _ done: inout Int) {
            let count = text.withUnsafeBytes {
                Glibc.write(input, $0.baseAddress?.advanced(by: done), min(1 << 16, text.count - done))
            }
            if count > 0 { done += count }
            if done == text.count || (count < 0 && errno != EAGAIN && errno != EINTR) { Self.shut(&input) }
        }

        /// Reads all available bytes; bytes beyond the limit are dropped.
        private static func read(_ end: inout Int32, into bytes: inout [UInt8], limit: Int) {
            guard end >= 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while bytes.count <= limit {
                let count = Glibc.read(end, &buffer, buffer.count)
                if count > 0 {
                    bytes += buffer.prefix(min(count, max(0, limit - bytes.count)))
                    if bytes.count >= limit { return }
                } else {
                    if count == 0 || (errno != EAGAIN && errno != EINTR) { Self.shut(&end) }
                    return
                }
            }
        }

        private static func shut(_ end: inout Int32) {
            if end >= 0 { _ = Glibc.close(end) }
            end = -1
        }

        private mutating func shutAll() {
            Self.shut(&input)
            Self.shut(&output)
            Self.shut(&errors)
        }

        /// The pipes close after the first signal: the program ends by that, and not by a pipe without a
        /// reader.
        private mutating func end() { child.end(within: PipeProgram.grace) { shutAll() } }
    }
}
