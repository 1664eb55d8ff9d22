// Owns a program that this process has started, from its start to its reaping. Foundation.Process is not
// used: it waits forever for a program that leaves a daemon behind, as clipboard programs do.

import Foundation
import Synchronization

/// A child process, the leader of a process group. Several threads may use it.
///
/// started ─► ended, a zombie ─► reaped, by ``reap()`` or when the last reference to this object goes
///
/// A zombie keeps its process number, so a signal cannot reach another process that got the number.
package final class Subprocess: Sendable {
    package enum End: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)

        /// The end of the command that a shell ran: a shell reports a signal as a code above 128.
        package var ofShellCommand: End {
            guard case .exited(let code) = self, code > 128, code <= 128 + 64 else { return self }
            return .signalled(code - 128)
        }
    }

    /// The number of the process and of its group.
    package let id: pid_t
    /// This process's ends of the pipes; -1 for a stream without a pipe. The caller closes them.
    package let input, output, errors: Int32
    /// The end, once the child has been reaped: another process may have its number then.
    private let reaped = Mutex<End?>(nil)

    private init(id: pid_t, ends: [Int32]) {
        self.id = id
        (input, output, errors) = (ends[0], ends[1], ends[2])
    }

    deinit {
        guard reaped.withLock({ $0 == nil }), waitpid(id, nil, WNOHANG) == 0 else { return }
        // It still runs, and may do so. It is reaped when it ends.
        DispatchQueue.global().async { [id] in while waitpid(id, nil, 0) < 0, errno == EINTR {} }
    }

    // MARK: Its start

    /// What a program has as a standard stream.
    package enum Stream: Sendable {
        case inherited, nothing, pipe
        case file(Int32)
    }

    package enum Place: Sendable {
        /// A process group of its own, in the session of this program.
        case group
        /// A session of its own, without the terminal.
        case session
    }

    /// `POSIX_SPAWN_SETSID`, which the headers define only for GNU programs.
    private static let setSession = 0x80

    /// Starts a program with default signal handling, and without other descriptors of this process.
    /// - Parameter words: the program's path and its arguments.
    package static func start(
        _ words: [String], environment: [String: String], input: Stream, output: Stream, errors: Stream, in place: Place
    ) -> Result<Subprocess, ErrorNumber> {
        closeOnStart()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var ours: [Int32] = [-1, -1, -1]
        var closing: [Int32] = []
        defer { for end in closing { close(end) } }
        for (number, stream) in [input, output, errors].enumerated() {
            let own = Int32(number)
            switch stream {
            case .inherited: break
            case .nothing:
                posix_spawn_file_actions_addopen(&actions, own, "/dev/null", own == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
            case .file(let file): posix_spawn_file_actions_adddup2(&actions, file, own)
            case .pipe:
                // From now on, writing to a pipe without a reader is an error, not a signal.
                Glibc.signal(SIGPIPE, SIG_IGN)
                var ends: [Int32] = [-1, -1]
                guard Glibc.pipe(&ends) == 0 else { return .failure(ErrorNumber(code: errno)) }
                for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
                closing += ends
                if own != STDIN_FILENO { ends.reverse() }
                posix_spawn_file_actions_adddup2(&actions, ends[0], own)
                ours[number] = ends[1]
            }
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        let leader = place == .group ? Int(POSIX_SPAWN_SETPGROUP) : setSession
        posix_spawnattr_setflags(&attributes, Int16(Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | leader))

        let arguments = words.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, &attributes, arguments, settings)
        guard code == 0 else { return .failure(ErrorNumber(code: code)) }
        closing.removeAll { ours.contains($0) }
        return .success(Subprocess(id: process, ends: ours))
    }

    /// If another program inherited a connection, it would stay open as long as that program
    /// runs, even after a cancellation.
    private static func closeOnStart() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for number in names.compactMap({ Int32($0) }) where number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }

    // MARK: Its end

    /// The end; `nil` while the child runs.
    package func poll() -> End? { ended(WNOHANG) }

    /// Blocks until the child has ended. `.signalled(0)` if other code of this process has reaped it.
    @discardableResult
    package func wait() -> End { ended(0) ?? .signalled(0) }

    /// Blocks until the child has ended. At the deadline its whole group is killed.
    package func wait(killingAt deadline: ContinuousClock.Instant) -> End {
        while ContinuousClock.now < deadline {
            if let end = poll() { return end }
            usleep(2_000)
        }
        if poll() == nil { signal(SIGKILL, toGroup: true) }
        return wait()
    }

    /// Blocks until the child has ended.
    /// - Parameter whenStopped: receives each signal that stops the child.
    package func wait(whenStopped: (Int32) -> Void) -> End {
        while let change = news(WEXITED | WSTOPPED | WNOWAIT), Int(change.si_code) == Int(CLD_STOPPED) {
            // Takes the report of the stop, so that it comes once, but no end: that would reap the child.
            if let stop = news(WSTOPPED | WNOHANG) { whenStopped(stop._sifields._sigchld.si_status) }
        }
        return wait()
    }

    private func ended(_ options: Int32) -> End? {
        if let end = reaped.withLock({ $0 }) { return end }
        guard let news = news(WEXITED | WNOWAIT | options) else { return reaped.withLock { $0 } }
        let value = news._sifields._sigchld.si_status
        return Int(news.si_code) == Int(CLD_EXITED) ? .exited(value) : .signalled(value)
    }

    private func news(_ options: Int32) -> siginfo_t? {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, options) != 0 {
            guard errno == EINTR else {
                // Other code of this process has reaped it, or SIGCHLD is ignored: the number is free.
                reaped.withLock { $0 = $0 ?? .signalled(0) }
                return nil
            }
        }
        // With WNOHANG, the number 0 says that there is no news.
        return info.si_signo == SIGCHLD ? info : nil
    }

    // MARK: Signals

    /// Sends a signal to the child or to all processes of its group, unless the child has been reaped.
    /// - Returns: `false` for a child that has been reaped: nothing was sent.
    @discardableResult
    package func signal(_ number: Int32, toGroup: Bool = false) -> Bool {
        reaped.withLock { end in
            guard end == nil else { return false }
            kill(toGroup ? -id : id, number)
            return true
        }
    }

    /// Sends all processes of the group a signal that they can handle. Stopped ones continue, so that they
    /// do.
    package func askToEnd() {
        signal(SIGTERM, toGroup: true)
        signal(SIGCONT, toGroup: true)
    }

    /// Ends all processes of the group: asks them, and kills those that are left when the child has ended or
    /// time is up.
    /// - Parameter then: runs after the request, before the wait.
    @discardableResult
    package func end(within grace: Duration, then: () -> Void = {}) -> End {
        askToEnd()
        then()
        let end = wait(killingAt: .now + grace)
        signal(SIGKILL, toGroup: true)
        return end
    }

    /// Blocks until the child has ended, and reaps it: from now on no signal is sent.
    package func reap() {
        let end = wait()
        reaped.withLock { known in
            guard known == nil else { return }
            waitpid(id, nil, 0)
            known = end
        }
    }

    /// Reaps a child that has ended. Gives the other processes of its group time to end too, and kills them
    /// afterwards.
    package func endRest(within grace: Duration) {
        // A zombie would count as a member of the group.
        reap()
        let deadline = ContinuousClock.now + grace
        // No new process gets the number of a group that has members.
        while kill(-id, 0) == 0 {
            if ContinuousClock.now > deadline {
                kill(-id, SIGKILL)
                return
            }
            usleep(10_000)
        }
    }
}

/// `errno` as an error.
package struct ErrorNumber: Error, Hashable {
    package let code: Int32
    package var text: String { String(cString: strerror(code)) }
}
