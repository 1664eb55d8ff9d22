// The time of a task as seven small bars: queue, lookup, connect, TLS, send, wait, receive.

import NetLayer
import Workbench

enum PhaseSpark {
    /// The bars from the left, for help.
    static var legend: [(name: String, meaning: String)] {
        var lines = [(name: "1 queue", meaning: "Waiting for a free slot.")]
        for (index, phase) in Phase.allCases.enumerated() {
            lines.append((name: "\(index + 2) \(name(of: phase))", meaning: meaning(of: phase)))
        }
        lines.append((name: "", meaning: "The height of a bar is its share of the time; a blank part took none."))
        return lines
    }

    private static func name(of phase: Phase) -> String {
        switch phase {
        case .resolving: "lookup"
        case .connecting: "connect"
        case .tls: "TLS"
        case .sending: "send"
        case .waiting: "wait"
        case .receiving: "receive"
        }
    }

    private static func meaning(of phase: Phase) -> String {
        switch phase {
        case .resolving: "Looking up the address of the host."
        case .connecting: "Opening the connection."
        case .tls: "Agreeing on encryption."
        case .sending: "Sending the request."
        case .waiting: "Waiting for the first byte of the response."
        case .receiving: "Receiving the response."
        }
    }

    /// A bar for each phase, its height the share of the time; a blank for a phase that the task skipped.
    static func text(_ row: TaskRow, at now: Duration) -> String {
        // A group has no phases: its members have them. A step that was never sent did not even wait.
        guard !row.info.kind.hasMembers, row.state != .cancelled(.skipped) else { return "" }
        let spent = spent(row, at: now)
        let all = spent.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
        let text = spent.map { time in
            guard let time else { return " " }
            let share = all > .zero ? time / all : 0
            return SparkBar.at(Int((share * Double(SparkBar.heights)).rounded(.up)) - 1)
        }
        return text.joined()
    }

    /// Time in the queue, then in each phase, over all exchanges; `nil` for a phase that no exchange reached.
    static func spent(_ row: TaskRow, at now: Duration) -> [Duration?] {
        let end = row.endedAt ?? now
        let queued = (row.startedAt ?? end) - row.openedAt
        var spent: [Duration?] = [queued > .zero ? queued : nil] + Phase.allCases.map { _ in nil }
        for exchange in row.exchanges { add(exchange.timeline, until: exchange.metrics.total, &spent) }
        if let flight = row.flight { add(flight.phases.entered, until: end - flight.launch.startedAt, &spent) }
        return spent
    }

    private static func add(_ entered: [(phase: Phase, at: Duration)], until end: Duration, _ spent: inout [Duration?]) {
        for (index, (phase, start)) in entered.enumerated() {
            let next = index + 1 < entered.count ? entered[index + 1].at : end
            let place = 1 + (Phase.allCases.firstIndex(of: phase) ?? 0)
            spent[place] = (spent[place] ?? .zero) + max(.zero, next - start)
        }
    }
}
