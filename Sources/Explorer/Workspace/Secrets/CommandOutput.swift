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
        let process: pid_t
        let ends: (output: Int32, input: Int32)
        do throws(ErrorNumber) {
            ends = try Spawning.makePipe().get()
        } catch {
            throw Failure(message: "cannot be started: \(error.text)")
        }
        defer { close(ends.output) }
        let start = Spawning.start(
            ["/bin/sh", "-c", "cd -- \"$1\" && eval \"$2\"", "sh", folder, line], environment: environment,
            input: .nothing, output: ends.input, isQuiet: true, in: .session)
        close(ends.input)
        do throws(ErrorNumber) {
            process = try start.get()
        } catch {
            throw Failure(message: "cannot be started: \(error.text)")
        }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        let output = readOutput(ends.output, limit: limit) { Int((deadline - clock.now) / .milliseconds(1)) }
        // The output is over the limit or out of time: kill the other processes that the line started too.
        if output == nil || (output?.count ?? 0) > limit { kill(-process, SIGKILL) }
        let status = waitForExit(process) { clock.now < deadline }
        guard let output else { throw Failure(message: "took longer than \(patience.components.seconds) s") }
        guard output.count <= limit else { throw Failure(message: "printed more than \(limit >> 10) KiB") }
        guard status & 0x7f == 0 else { throw Failure(message: "was killed by signal \(status & 0x7f)") }
        guard status == 0 else { throw Failure(message: "failed with code \(status >> 8 & 0xff)") }
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

    /// Waits for the process and returns its status. A process that closed its output but keeps
    /// running is killed at the deadline.
    private static func waitForExit(_ process: pid_t, _ mayGoOn: () -> Bool) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            guard ended == 0 || errno == EINTR else { return 0 }
            if !mayGoOn() { kill(-process, SIGKILL) }
            usleep(2_000)
        }
    }
}
