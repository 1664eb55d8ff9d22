// A program that runs beside ours, with a pipe from its standard output.

import Foundation
import Glibc

/// One child, with its standard output in a pipe.
struct ChildProcess {
    let pid: pid_t
    /// The reading end of its standard output. Nobody else has the other end, so it hangs up when the child has ended.
    let output: Int32

    /// `nil` when it cannot be started.
    static func spawn(_ program: String, _ arguments: [String]) -> ChildProcess? {
        var pipe: [Int32] = [0, 0]
        guard Glibc.pipe(&pipe) == 0 else { return nil }
        // Another child made at this very moment would keep the pipe open; children are made by one thread only.
        pipe.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
        defer { close(pipe[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Our own handling of signals is not theirs; their own process group keeps the terminal's Ctrl-C away from them.
        var all = sigset_t()
        var none = sigset_t()
        sigfillset(&all)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var argv = arguments.map { strdup($0) } + [nil]
        defer { argv.forEach { free($0) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, program, &actions, &attributes, &argv, environ) == 0 else {
            close(pipe[0])
            return nil
        }
        return ChildProcess(pid: pid, output: pipe[0])
    }

    /// The lines before `last`; `nil` when the output ends, or ten seconds pass, without it.
    func firstLines(until last: String) -> [String]? {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 10_000) > 0 else { return nil }
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return nil }
            text += buffer[..<count]
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            if let end = lines.dropLast().firstIndex(of: last) { return Array(lines[..<end]) }
        }
    }

    /// Waits for the end of a child that has ended or is about to, and lets go of everything of it.
    func reap() {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        close(output)
    }
}
