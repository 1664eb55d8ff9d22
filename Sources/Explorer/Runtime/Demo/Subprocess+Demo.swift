// A service of the demo as a child process, with its standard output in a pipe. Only the child has the other
// end, so the pipe hangs up when the child has ended.

import Foundation
import Workspace

extension Subprocess {
    /// The lines before `last`; `nil` when the output ends, or ten seconds pass, without it.
    func firstLines(until last: String) -> [String]? {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&wait, 1, 10_000) > 0 else { return nil }
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { return nil }
            text += buffer[..<count]
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            if let end = lines.dropLast().firstIndex(of: last) { return Array(lines[..<end]) }
        }
    }

    /// Kills the service if it still runs, reaps it and closes its output.
    func killService() {
        signal(SIGKILL)
        reap()
        close(output)
    }
}
