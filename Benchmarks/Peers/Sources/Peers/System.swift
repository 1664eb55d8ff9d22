// What the comparison needs of the system: child processes, loopback ports, and facts about this process.

import Foundation
import Glibc

enum Child {
    /// Starts a program that is found by its name.
    static func start(_ command: [String], output: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        let arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        let variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { variables.forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, command[0], &actions, nil, arguments, variables)
        try PeerError.check(code == 0, "\(command[0]) cannot be started: \(String(cString: strerror(code)))")
        return pid
    }

    /// Runs a program to its end.
    /// - Returns: its standard output.
    /// - Throws: ``PeerError`` unless it ends with success.
    static func output(of command: [String]) throws -> String {
        let pipe = Pipe()
        let pid = try start(command, output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let status = wait(pid)
        try PeerError.check(status == 0, "\(command.dropFirst().joined(separator: " ")) ended with status \(status)")
        return text
    }

    static func end(_ pid: pid_t) {
        kill(pid, SIGTERM)
        wait(pid)
    }

    @discardableResult
    private static func wait(_ pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

enum Loopback {
    /// A port that was free a moment ago.
    static func freePort() throws -> UInt16 {
        try withSocket { socket in
            var address = Loopback.address(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let code = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) | getsockname(socket, $0, &length)
                }
            }
            try PeerError.check(code == 0, "there is no free loopback port")
            return UInt16(bigEndian: address.sin_port)
        }
    }

    static func isListening(_ port: UInt16) -> Bool {
        let code = try? withSocket { socket in
            let address = Loopback.address(port)
            return withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        return code == 0
    }

    private static func withSocket<T>(_ body: (Int32) throws -> T) throws -> T {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try PeerError.check(socket >= 0, "there is no socket")
        defer { close(socket) }
        return try body(socket)
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return address
    }
}

/// Facts about this process.
enum ProcessFacts {
    /// User and system time so far, in microseconds.
    static func cpu() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func microseconds(_ time: timeval) -> Double { Double(time.tv_sec) * 1e6 + Double(time.tv_usec) }
        return microseconds(usage.ru_utime) + microseconds(usage.ru_stime)
    }

    /// The peak of its resident memory, in MB (a million bytes).
    static func peakMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap({ Double($0) }) else {
            throw PeerError("the system does not say how much memory the process has")
        }
        return kilobytes * 1_024 / 1e6
    }

    /// How many files it has open. Every socket is one; a library may have a few others.
    static func openFiles() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }

    /// How many sockets it has open. With many of them this costs some milliseconds, ``openFiles()`` a tenth
    /// of that.
    static func sockets() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            // A socket that was closed since the listing has no target.
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("socket:") ?? false
        }
    }

    /// Waits until a number satisfies the condition, at most 20 s.
    ///
    /// Looks every 20 ms, because a look costs CPU time that counts for the library.
    static func wait(for count: () throws -> Int, until isReached: (Int) -> Bool) async throws {
        for _ in 0..<1_000 {
            if isReached(try count()) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw PeerError("the number of open files or sockets stays at \(try count())")
    }

    /// Allows as many open files as the system permits.
    static func raiseOpenFileLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
