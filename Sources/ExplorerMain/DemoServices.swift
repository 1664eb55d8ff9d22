// The demo's services as processes of their own: started on loopback, stopped at the end however it ends.
//
// Each child asks the kernel to be killed when the thread that made it ends, so that even a frozen one, which would not notice
// that its parent is gone, leaves with us. That thread must therefore live as long as the program: it waits for the children.

import ArgumentParser
import Explorer
import Foundation
import Glibc
import Synchronization

final class DemoServices: Sendable {
    static let count = 3

    /// Base URLs, in the order of preference.
    let urls: [String]
    /// Those that have not been reaped: a number that was may belong to a stranger.
    private let children: Mutex<[pid_t]>
    private let ended = Mutex<(over: Bool, action: (@Sendable () -> Void)?)>((false, nil))

    private init(urls: [String], children: [pid_t]) {
        self.urls = urls
        self.children = Mutex(children)
    }

    /// Starts the services and waits until each accepts.
    /// - Throws: an exit code, after saying on standard error what is wrong.
    static func start(basePort: Int) async throws -> DemoServices {
        guard let program = locate() else {
            Complaint.write(
                Failure(
                    title: "the demo's program explorer-demo was not found",
                    detail: "It stands beside explorer, or where EXPLORER_DEMO points.",
                    hint: "Build it with 'make build', or open a description: explorer openapi.json"))
            throw ExitCode(66)
        }
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { keep(program, basePort, continuation) }
        }
    }

    /// Ends the children at once; their keeper reaps them.
    func stop() { children.withLock { $0.forEach { kill($0, SIGKILL) } } }

    /// Runs `action` once all services have ended.
    func whenEnded(_ action: @escaping @Sendable () -> Void) {
        let over = ended.withLock { state in
            if !state.over { state.action = action }
            return state.over
        }
        if over { action() }
    }

    /// The keeper's life: starts the children, reports, then waits for their ends.
    private static func keep(_ program: String, _ basePort: Int, _ continuation: CheckedContinuation<DemoServices, any Error>) {
        var urls: [String] = []
        var children: [pid_t] = []
        for index in 0..<count {
            let port = basePort == 0 ? 0 : basePort + index
            let arguments = ["explorer-demo", "--port", String(port), "--name", "api-\(index + 1)", "--parent-death"]
            guard let child = ChildProcess.spawn(program, arguments), let url = child.firstLines(until: "ready")?.first else {
                children.forEach { kill($0, SIGKILL) }
                Complaint.write(
                    Failure(
                        title: "service \(index + 1) of the demo did not start", detail: "What it said stands above.", hint: ""))
                continuation.resume(throwing: ExitCode.failure)
                return
            }
            urls.append(url)
            children.append(child.pid)
        }
        let services = DemoServices(urls: urls, children: children)
        continuation.resume(returning: services)
        for child in children {
            // Waits without reaping first, so that the number is still its own while it is taken off the list.
            var ended = siginfo_t()
            while waitid(P_PID, id_t(child), &ended, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            services.children.withLock { children in
                var status: Int32 = 0
                waitpid(child, &status, 0)
                children.removeAll { $0 == child }
            }
        }
        let action = services.ended.withLock { state in
            state.over = true
            return state.action
        }
        action?()
    }

    private static func locate() -> String? {
        if let path = ProcessInfo.processInfo.environment["EXPLORER_DEMO"] { return access(path, X_OK) == 0 ? path : nil }
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
        let path = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/explorer-demo"
        return access(path, X_OK) == 0 ? path : nil
    }
}

/// One child, with its standard output in a pipe.
struct ChildProcess {
    let pid: pid_t
    private let output: Int32

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
        defer { close(output) }
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
}
