// Starts another program. Foundation.Process is not used: it waits forever for a program that leaves a daemon
// behind, as clipboard programs do.

import Foundation

package enum Spawning {
    /// The standard input of a program.
    package enum Input {
        case ours, nothing
        /// An open file, or the end of a pipe.
        case end(Int32)
    }

    package enum Place {
        /// A process group of its own, in the session of this program.
        case group
        /// A session of its own, without the terminal.
        case session
    }

    /// `POSIX_SPAWN_SETSID`, which the headers define only for GNU programs.
    private static let setSession = 0x80

    /// Starts a program with default signal handling, and without other descriptors of this process.
    /// - Parameters:
    ///   - words: the program's path and its arguments.
    ///   - input: its standard input.
    ///   - output: its standard output, and `errors` its standard error; `nil`
    ///     inherits those of this process.
    ///   - isQuiet: discards output that `output` and `errors` do not receive.
    /// - Returns: its process id, or the error number.
    package static func start(
        _ words: [String], environment: [String: String], input: Input, output: Int32? = nil, errors: Int32? = nil,
        isQuiet: Bool, in place: Place
    ) -> Result<pid_t, ErrorNumber> {
        closeOnStart()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        switch input {
        case .ours: break
        case .nothing: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        case .end(let end): posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        }
        for (end, own) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            if let end {
                posix_spawn_file_actions_adddup2(&actions, end, own)
            } else if isQuiet {
                posix_spawn_file_actions_addopen(&actions, own, "/dev/null", O_WRONLY, 0)
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
        let own = place == .group ? Int(POSIX_SPAWN_SETPGROUP) : setSession
        posix_spawnattr_setflags(&attributes, Int16(Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | own))

        let arguments = words.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (arguments + settings).forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, words[0], &actions, &attributes, arguments, settings)
        return code == 0 ? .success(process) : .failure(ErrorNumber(code: code))
    }

    /// A pipe that no other program inherits. From now on, writing to a pipe without a
    /// reader is an error, not a signal.
    package static func makePipe() -> Result<(output: Int32, input: Int32), ErrorNumber> {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return .failure(ErrorNumber(code: errno)) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return .success((ends[0], ends[1]))
    }

    /// If another program inherited a connection, it would stay open as long as that program
    /// runs, even after a cancellation.
    private static func closeOnStart() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for number in names.compactMap({ Int32($0) }) where number > STDERR_FILENO { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    }
}

/// `errno` as an error.
package struct ErrorNumber: Error, Hashable {
    package let code: Int32
    package var text: String { String(cString: strerror(code)) }
}
