// Runs a shell line and reads its output, within limits: for commands that print secrets. It blocks the
// calling thread, so never call it on the screen's thread.

import Foundation

enum CommandOutput {
    struct Failure: Error {
        /// A clause: `printed nothing`.
        var message: String
    }

    /// Runs the line without input, in a session of its own, so that it cannot prompt on the terminal.
    /// - Throws: ``Failure`` if it fails, prints nothing or too much, or takes too long; then its
    ///   whole process group is killed.
    static func capture(
        _ line: String, in folder: String, environment: [String: String], limit: Int, within patience: Duration
    ) throws(Failure) -> [UInt8] {
        let child: Subprocess
        do throws(ErrorNumber) {
            child = try Subprocess.start(
                ["/bin/sh", "-c", "cd -- \"$1\" && eval \"$2\"", "sh", folder, line], environment: environment,
                input: .nothing, output: .pipe, errors: .nothing, in: .session
            ).get()
        } catch {
            throw Failure(message: "cannot be started: \(error.text)")
        }
        defer { close(child.output) }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        let output = readOutput(child.output, limit: limit) { Int((deadline - clock.now) / .milliseconds(1)) }
        // The output is over the limit or out of time: kill the other processes that the line started too.
        if output == nil || (output?.count ?? 0) > limit { child.signal(SIGKILL, toGroup: true) }
        // A process that closed its output but keeps running is killed at the deadline.
        let end = child.wait(killingAt: deadline)
        guard let output else { throw Failure(message: "took longer than \(patience.components.seconds) s") }
        guard output.count <= limit else { throw Failure(message: "printed more than \(limit >> 10) KiB") }
        switch end {
        case .exited(0): break
        case .exited(let code): throw Failure(message: "failed with code \(code)")
        case .signalled(let number): throw Failure(message: "was killed by signal \(number)")
        }
        guard !output.isEmpty else { throw Failure(message: "printed nothing") }
        return output
    }

    /// Reads to the end, or slightly beyond the limit; `nil` after the deadline.
    private static func readOutput(_ descriptor: Int32, limit: Int, rest: () -> Int) -> [UInt8]? {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while output.count <= limit {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let found = poll(&wait, 1, Int32(clamping: max(0, rest())))
            if found < 0, errno == EINTR { continue }
            guard found > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return output }
            output += buffer[..<count]
        }
        return output
    }
}
