// The log of a client's calls: NetLayer's lines, each with its time, at the end of a private file.

import Foundation
import NetLayer
import Synchronization
import Workspace

/// The log of the clients that follow it, in one file.
public final class CallLog: Sendable {
    private let choice: LogChoice
    private let file: AppendedFile
    private let now: @Sendable () -> Date
    private let onProblem: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var streams: [EventStream] = []
        var tasks: [Task<Void, Never>] = []
        /// Changes of the network. Their streams end with the client only.
        var listeners: [Task<Void, Never>] = []
        /// A write has failed; the user knows.
        var isBroken = false
    }

    /// Opens the file; it grows if it exists.
    /// - Parameters:
    ///   - now: the time of a line.
    ///   - onProblem: called once when a line cannot be written; later lines are lost too.
    /// - Throws: why the file cannot be opened. Exit code 74.
    public init(
        _ choice: LogChoice, now: @escaping @Sendable () -> Date = { Date() },
        onProblem: @escaping @Sendable (String) -> Void
    ) throws(Refusal) {
        do throws(WriteError) {
            file = try AppendedFile(choice.path)
        } catch {
            throw Refusal(
                Failure(
                    title: "The log cannot be opened", detail: "\(error.path): \(error.message)",
                    hint: error.hint.isEmpty ? "Name another file with --log." : error.hint), exitCode: ExitStatus.cannotWrite)
        }
        (self.choice, self.now, self.onProblem) = (choice, now, onProblem)
    }

    /// The number of bytes of a response body that the client must retain for the log.
    var excerptBytes: Int { choice.level == .info ? 0 : LogSink.bodyLimit }

    /// Writes the events of a client from now on.
    func follow(_ client: NetClient) {
        let sink = LogSink(choice.level.extent, where: choice.level.includes) { [weak self] in self?.write($0) }
        let (stream, changes) = (client.events(), client.network.changes())
        state.withLock { state in
            state.streams.append(stream)
            state.tasks.append(Task { await sink.follow(stream) })
            state.listeners.append(Task { for await change in changes { sink.write(change) } })
        }
    }

    /// Waits until all events so far are written.
    public func finish() async {
        let (streams, tasks, listeners) = state.withLock { ($0.streams, $0.tasks, $0.listeners) }
        streams.forEach { $0.finish() }
        for task in tasks { await task.value }
        listeners.forEach { $0.cancel() }
        for listener in listeners { await listener.value }
    }

    private func write(_ line: String) {
        let code = file.append("\(Self.time(now())) \(line)\n")
        guard code != 0 else { return }
        let isFirst = state.withLock { state in
            defer { state.isBroken = true }
            return !state.isBroken
        }
        let error = WriteError(choice.path, code: code)
        if isFirst { onProblem("The log is incomplete: \(error.path) cannot be written: \(error.message)") }
    }

    /// In UTC with milliseconds: `2026-11-26T11:50:03.123Z`.
    private static func time(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
