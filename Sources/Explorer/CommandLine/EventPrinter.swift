// `--events`: one JSON object a line on standard error for every task event.

import NetLayer
import Workbench

struct EventPrinter {
    private let task: Task<Void, Never>
    private let stream: EventStream
    private let decisions: [Task<Void, Never>]

    /// - Parameter pools: the pools whose decisions are printed too.
    init(_ client: NetClient, _ pools: [ServicePool]) {
        let stream = client.events()
        self.stream = stream
        decisions = pools.filter { $0.failover != nil }.map { pool in
            let events = pool.failover?.events()
            return Task {
                guard let events else { return }
                for await event in events where !event.kind.isRoutine {
                    StandardError.write(JSONText.object(FailoverLines.members(event, of: pool)))
                }
            }
        }
        task = Task {
            var report = EventReport()
            for await batch in stream { report.receive(batch).forEach(Self.write) }
        }
    }

    /// Waits until all events so far are printed.
    func finish() async {
        stream.finish()
        await task.value
        // The streams still deliver the decisions that they hold.
        decisions.forEach { $0.cancel() }
        for decision in decisions { await decision.value }
    }

    private static func write(_ line: EventReport.Line) {
        let row = line.row
        var members: [(String, JSONText.Value)] = [
            ("seq", .number(String(line.seq))), ("t", .number(thousandths(line.time / .milliseconds(1)))),
            ("event", .string(line.kind.rawValue)), ("task", .number(row.id.description)),
        ]
        if let group = row.info.parent { members.append(("group", .number(group.description))) }
        if row.info.kind != .call {
            // A row that sends nothing itself has no endpoint, but a title.
            members += [("kind", .string(row.info.kind.rawValue)), ("title", .string(row.info.title))]
        } else {
            members.append(("endpoint", .string(row.info.endpoint)))
        }
        members.append(("state", .string(row.state.name)))
        if case .running(let phase) = row.state { members.append(("phase", .string(phase.rawValue))) }
        if let status = row.status { members.append(("status", .number(String(status)))) }
        if row.attempt > 0 { members.append(("attempts", .number(String(row.attempt)))) }
        if !row.service.isEmpty { members.append(("service", .string(row.service))) }
        if let counts = row.members {
            let parts = [("ended", counts.ended), ("total", counts.total), ("failed", counts.failed)]
            members.append(("members", .object(parts.map { ($0.0, .number(String($0.1))) })))
        }
        if row.state == .retrying, let retry = row.retry {
            let wait = max(.zero, retry.due - line.time) / .milliseconds(1)
            members.append(
                (
                    "retry",
                    .object([
                        ("attempt", .number(String(retry.attempt))), ("limit", .number(String(retry.limit))),
                        ("in_ms", .number(tenths(wait))), ("reason", .string(retry.reason)),
                    ])
                ))
        }
        if let decision = line.decision { members.append(("decision", .string(decision.description))) }
        if let kind = row.errorKind { members.append(("error", .string(kind))) }
        if row.isPerhapsReceived { members.append(("perhaps_received", .bool(true))) }
        if !row.reason.isEmpty { members.append(("reason", .string(row.reason))) }
        members.append(("bytes", .number(String(row.bytesReceived))))
        if let ended = row.endedAt { members.append(("ms", .number(tenths((ended - row.openedAt) / .milliseconds(1))))) }
        StandardError.write(JSONText.object(members))
    }

    static func tenths(_ value: Double) -> String { "\(Int(value * 10) / 10).\(Int(value * 10) % 10)" }
    static func thousandths(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds)
        return "\(whole / 1_000).\(String(whole % 1_000 + 1_000).dropFirst())"
    }
}
