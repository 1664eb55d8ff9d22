// `--events`: one JSON object a line on standard error for every task event.

import Foundation
import NetLayer

struct EventPrinter {
    private let task: Task<Void, Never>
    private let stream: EventStream

    init(_ client: NetClient) {
        let stream = client.events()
        self.stream = stream
        task = Task.detached {
            for await batch in stream {
                switch batch {
                // The stream begins before the first request, so a snapshot has nothing to add unless events were left out.
                case .snapshot(let snapshot): snapshot.ended.forEach { Self.write($0, "ended", snapshot.seq, snapshot.time) }
                case .events(let events): events.forEach { Self.write($0.row, $0.kind.rawValue, $0.seq, $0.time, $0.decision) }
                }
            }
        }
    }

    /// Waits until everything that has happened is printed.
    func finish() async {
        stream.finish()
        await task.value
    }

    private static func write(
        _ row: TaskRow, _ event: String, _ seq: UInt64, _ time: Duration, _ decision: Decision? = nil
    ) {
        var members: [(String, JSONText.Value)] = [
            ("seq", .number(String(seq))), ("t", .number(thousandths(time / .milliseconds(1)))), ("event", .string(event)),
            ("task", .number(row.id.description)),
        ]
        if let group = row.info.parent { members.append(("group", .number(group.description))) }
        if row.info.kind != .call {
            // What sends nothing itself has no endpoint, but a title.
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
        if let retry = row.retry {
            let wait = max(.zero, retry.due - time) / .milliseconds(1)
            members.append(
                (
                    "retry",
                    .object([
                        ("attempt", .number(String(retry.attempt))), ("limit", .number(String(retry.limit))),
                        ("in_ms", .number(tenths(wait))), ("reason", .string(retry.reason)),
                    ])
                ))
        }
        if let decision { members.append(("decision", .string(decision.description))) }
        if let kind = row.errorKind { members.append(("error", .string(kind))) }
        if !row.reason.isEmpty { members.append(("reason", .string(row.reason))) }
        members.append(("bytes", .number(String(row.bytesReceived))))
        if let ended = row.endedAt { members.append(("ms", .number(tenths((ended - row.openedAt) / .milliseconds(1))))) }
        Complaint.write(JSONText.object(members))
    }

    private static func tenths(_ value: Double) -> String { "\(Int(value * 10) / 10).\(Int(value * 10) % 10)" }
    private static func thousandths(_ milliseconds: Double) -> String {
        let whole = Int(milliseconds)
        return "\(whole / 1_000).\(String(whole % 1_000 + 1_000).dropFirst())"
    }
}
