// Pipes bytes through a shell command: writes and reads at once, within limits, until the
// command ends or is aborted.

import Foundation
import Synchronization
import Workspace

/// One run. It has a session of its own: it cannot use the terminal, and all of its
/// processes can be ended together.
final class PipeProgram: Sendable {
    enum Ending: Sendable, Equatable {
        case exited(Int32)
        case killed(Int32)
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
        /// The process group, which cannot be reused while it is set.
        var group: pid_t?
    }

    private let state = Mutex(State())

    /// Aborts the run. The program gets the signal at once, also when this process ends right after.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let group = state.group { kill(-group, SIGTERM) }
        }
    }

    /// The status, once the program has ended.
    private func reap(_ program: pid_t) -> Int32? {
        state.withLock { state in
            var status: Int32 = 0
            guard waitpid(program, &status, WNOHANG) == program else { return nil }
            state.group = nil
            return status
        }
    }

    /// Blocks until the command has ended: call it on a separate thread.
    /// - Parameters:
    ///   - limit: the limit of stored output, in bytes; the program is ended when there is more.
    ///   - progress: receives the number of bytes so far.
    func run(
        _ line: String, input: [UInt8], limit: Int, environment: [String: String], progress: (Int) -> Void = { _ in }
    ) -> Outcome {
        guard case .success(let into) = Spawning.makePipe() else { return Outcome(ending: .notStarted(errno)) }
        guard case .success(let out) = Spawning.makePipe() else {
            close(into.output, into.input)
            return Outcome(ending: .notStarted(errno))
        }
        guard case .success(let errors) = Spawning.makePipe() else {
            close(into.output, into.input, out.output, out.input)
            return Outcome(ending: .notStarted(errno))
        }
        let start = Spawning.start(
            ["/bin/sh", "-c", line, "sh"], environment: environment, input: .end(into.output), output: out.input,
            errors: errors.input,
            isQuiet: false, in: .session)
        close(into.output, out.input, errors.input)
        guard case .success(let program) = start else {
            close(into.input, out.output, errors.output)
            if case .failure(let error) = start { return Outcome(ending: .notStarted(error.code)) }
            return Outcome(ending: .notStarted(0))
        }
        state.withLock { $0.group = program }
        var flow = Flow(
            program: program, input: into.input, output: out.output, errors: errors.output, limit: limit,
            reap: { [self] in reap(program) })
        return flow.run(input, mayGoOn: { state.withLock { !$0.isCancelled } }, progress: progress)
    }

    private func close(_ ends: Int32...) { ends.forEach { _ = Glibc.close($0) } }

    /// The program's three pipes.
    private struct Flow {
        let program: pid_t
        var input: Int32
        var output: Int32
        var errors: Int32
        let limit: Int
        let reap: () -> Int32?

        mutating func run(_ text: [UInt8], mayGoOn: () -> Bool, progress: (Int) -> Void) -> Outcome {
            for end in [input, output, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            var outcome = Outcome(ending: .cancelled)
            var (done, told): (Int, ContinuousClock.Instant) = (0, .now)
            var status: Int32?
            var last: ContinuousClock.Instant?
            if text.isEmpty { Self.shut(&input) }
            while output >= 0 || errors >= 0 || status == nil {
                if !mayGoOn() {
                    end(status)
                    outcome.ending = .cancelled
                    return outcome
                }
                if status == nil {
                    status = reap()
                    if status != nil { last = .now + PipeProgram.grace }
                } else if let last, ContinuousClock.now > last {
                    break
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
            if status == nil { status = end(nil) } else { shutAll() }
            outcome.ending = status.map(Self.ending) ?? .killed(SIGKILL)
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

        /// Ends all processes of its session: first with a signal that they can handle.
        /// - Parameter known: the status, when the shell itself has ended.
        /// - Returns: the status.
        @discardableResult
        private mutating func end(_ known: Int32?) -> Int32? {
            kill(-program, SIGTERM)
            kill(-program, SIGCONT)
            shutAll()
            let deadline = ContinuousClock.now + PipeProgram.grace
            var (status, isAsked) = (known ?? reap(), true)
            while status == nil {
                if isAsked, ContinuousClock.now > deadline {
                    kill(-program, SIGKILL)
                    isAsked = false
                }
                // All pipes are closed: this only waits.
                poll(nil, 0, 2)
                status = reap()
            }
            // Processes of the shell that ignore the signal.
            kill(-program, SIGKILL)
            return status
        }

        /// A shell reports a signal as a code above 128.
        private static func ending(_ status: Int32) -> PipeProgram.Ending {
            if status & 0x7F != 0 { return .killed(status & 0x7F) }
            let code = status >> 8 & 0xFF
            return code > 128 && code <= 128 + 64 ? .killed(code - 128) : .exited(code)
        }
    }
}
