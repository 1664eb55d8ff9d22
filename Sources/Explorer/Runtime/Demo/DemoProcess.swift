// A child process with a pipe from its standard output.

import Foundation
import Glibc
import Workspace

/// One child, with its standard output in a pipe.
struct DemoProcess {
    let pid: pid_t
    /// The reading end of its standard output. Only the child has the other end, so the pipe hangs up
    /// when the child has ended.
    let output: Int32

    /// `nil` when the program cannot be started.
    static func spawn(_ program: String, _ arguments: [String]) -> DemoProcess? {
        // Another child that starts at the same time would keep the pipe open; only
        // one thread starts children.
        guard case .success(let pipe) = Spawning.makePipe() else { return nil }
        defer { close(pipe.input) }
        let process = Spawning.start(
            [program] + arguments, environment: ProcessInfo.processInfo.environment, input: .nothing, output: pipe.input,
            isQuiet: false, in: .group)
        guard case .success(let pid) = process else {
            close(pipe.output)
            return nil
        }
        return DemoProcess(pid: pid, output: pipe.output)
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

    /// Waits for a child that has ended or is about to end, and releases its resources.
    func reap() {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        close(output)
    }
}
