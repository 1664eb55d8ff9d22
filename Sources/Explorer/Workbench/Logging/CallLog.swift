// The log of a client's calls: NetLayer's lines, each with its time and process, at the end of a private
// file.

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
    /// The secrets of this run, for its whole life: a response may repeat those of another request.
    private let secrets = Mutex(KnownSecrets())

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

    /// The number of bytes of a response body that the client must retain for the log: more than the log
    /// shows, because only a whole secret is found.
    var excerptBytes: Int { choice.level == .info ? 0 : 2 * LogSink.bodyLimit }

    /// Masks these secrets in all lines from now on, in any spelling.
    public func learn(_ secrets: Set<Secret>) {
        self.secrets.withLock { $0.learn(secrets.lazy.map { $0.reveal() }) }
    }

    /// Writes the events of a client from now on.
    func follow(_ client: NetClient) {
        let sink = LogSink(choice.level.extent, where: choice.level.includes) { [weak self] in self?.write([$0]) }
        let (stream, changes) = (client.events(), client.network.changes())
        state.withLock { state in
            state.streams.append(stream)
            state.tasks.append(Task { [weak self] in for await batch in stream { self?.write(batch, by: sink) } })
            state.listeners.append(Task { for await change in changes { sink.write(change) } })
        }
    }

    private func write(_ batch: EventBatch, by sink: LogSink) {
        guard case .events(let events) = batch else { return sink.write(batch) }
        for event in events {
            let lines = secrets.withLock { known -> [String] in
                known.learn(event)
                // The secrets of this event stay known until its lines are made.
                defer { known.forgetOldest() }
                return sink.lines(event, hiding: known)
            }
            if !lines.isEmpty { write(lines) }
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

    /// Writes lines that belong together, so that no other process writes between them.
    private func write(_ lines: [String]) {
        let start = "\(Self.time(now())) \(Self.process)"
        let code = file.append(lines.map { "\(start) \($0)\n" }.joined())
        guard code != 0 else { return }
        let isFirst = state.withLock { state in
            defer { state.isBroken = true }
            return !state.isBroken
        }
        let error = WriteError(choice.path, code: code)
        if isFirst { onProblem("The log is incomplete: \(error.path) cannot be written: \(error.message)") }
    }

    /// The number of this process: `[4711]`.
    private static let process = "[\(ProcessInfo.processInfo.processIdentifier)]"

    /// In UTC with milliseconds: `2026-11-26T11:50:03.123Z`.
    private static func time(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension KnownSecrets {
    /// Learns the secrets of the requests that the task has sent and of the responses that it got. Only some
    /// events bring new ones.
    fileprivate mutating func learn(_ event: NetEvent) {
        switch event.kind {
        case .attempt, .redirected, .ended: break
        case .queued, .phase, .progress, .retry, .member, .decided: return
        }
        let row = event.row
        learn(row)
        guard !row.excerpt.isEmpty else { return }
        learn(ResponseSecrets(in: row.excerpt, names: row.requests.last?.secretFields ?? []).values)
    }
}
