// Runs programs for the bench, without a shell, and times them from start to end.

import Glibc

enum Child {
    /// The destination of a child's standard streams.
    enum Streams {
        case nowhere
        /// A terminal that belongs to the child, in a session of its own.
        case terminal(String)
    }

    /// POSIX_SPAWN_SETSID of spawn.h, which Swift does not import.
    private static let setSession: Int32 = 0x80

    /// Starts a program with default signal actions and an empty signal mask: signals that the bench ignores
    /// or blocks reach it.
    static func start(_ program: String, _ arguments: [String], streams: Streams = .nowhere, environment: [String: String]) throws
        -> pid_t
    {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        let path: String
        switch streams {
        case .nowhere: path = "/dev/null"
        case .terminal(let name):
            path = name
            // The leader of a new session gets the first terminal that it opens as its controlling terminal.
            flags |= setSession
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        for descriptor in 0...2 as ClosedRange<Int32> { posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDWR, 0) }
        let argv = ([program] + arguments).map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        return try Children.shared.start {
            var pid: pid_t = 0
            let code = posix_spawn(&pid, program, &actions, &attributes, argv, envp)
            guard code == 0 else {
                throw MeasurementError.broken("\(program) cannot be started: \(String(cString: strerror(code)))")
            }
            return pid
        }
    }

    /// Runs a program to its end and discards its output.
    /// - Returns: the seconds from before its start to after its end.
    /// - Throws: an error unless it ends with success.
    static func measureTime(
        _ program: String, _ arguments: [String], environment: [String: String] = Place.environment
    ) throws -> Double {
        let clock = ContinuousClock()
        let began = clock.now
        let pid = try start(program, arguments, environment: environment)
        let status = Self.wait(pid)
        let seconds = began.duration(to: clock.now).seconds
        guard status == 0 else {
            throw MeasurementError.broken("\(program) \(arguments.first ?? "") ended with status \(status)")
        }
        return seconds
    }

    /// Runs a program to its end.
    /// - Returns: its peak resident memory, in bytes. Not `ru_maxrss`: for a child that is at
    ///   least its parent's.
    static func peakMemory(
        _ program: String, _ arguments: [String], environment: [String: String] = Place.environment
    ) throws -> Double {
        let pid = try start(program, arguments, environment: environment)
        defer { Children.shared.forget(pid) }
        var peak = 0
        var status: Int32 = 0
        // The loop misses the last millisecond, in which the program only prints.
        while waitpid(pid, &status, WNOHANG) == 0 {
            peak = max(peak, ProcessFacts.text("/proc/\(pid)/status").flatMap { ProcessFacts.number("VmHWM", in: $0) } ?? 0)
            usleep(1_000)
        }
        guard status == 0 else {
            throw MeasurementError.broken("\(program) \(arguments.first ?? "") ended with status \(status)")
        }
        return Double(peak * 1_024)
    }

    /// Waits for the end; returns the status of `waitpid`.
    @discardableResult
    static func wait(_ pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        Children.shared.forget(pid)
        return status
    }

    /// Ends a program and waits for it.
    static func terminate(_ pid: pid_t, by signal: Int32 = SIGKILL) {
        kill(pid, signal)
        wait(pid)
    }
}
