// The Timing tab: a waterfall of every exchange, phase by phase.

import Canvas
import NetLayer

enum TimingLines {
    static func lines(_ model: Model, width: Int) -> [StyledLine] {
        guard let task = model.result.task, let row = model.tasks.row(task) else { return [] }
        guard !row.exchanges.isEmpty else { return [StyledLine("There is no response yet", .muted)] }
        var lines: [StyledLine] = []
        if let started = row.startedAt, started - row.openedAt > .milliseconds(1) {
            lines.append(pair("in the queue", Quantity.duration(started - row.openedAt)))
        }
        for exchange in row.exchanges {
            if !lines.isEmpty { lines.append(.empty) }
            lines += Self.lines(exchange, width: width)
        }
        return lines
    }

    private static func lines(_ exchange: ExchangeRecord, width: Int) -> [StyledLine] {
        let metrics = exchange.metrics
        let status = exchange.head.map { "\($0.status)" } ?? exchange.failure?.kind.name ?? ""
        let style = exchange.head.map { Style.status($0.status) } ?? .error
        var lines = [StyledLine([("\(exchange.request.method) \(exchange.request.url)  ", .text), (status, style)])]
        let phases = PhaseSpan.spans(metrics)
        let barWidth = max(4, min(60, width - 22))
        for phase in phases { lines.append(line(phase, total: metrics.total, barWidth: barWidth)) }
        lines.append(pair("total", Quantity.duration(metrics.total)))
        lines.append(pair("sent", Quantity.bytes(metrics.bytesSent)))
        lines.append(pair("received", Quantity.bytes(metrics.bytesReceived)))
        if let version = metrics.version ?? exchange.head?.version { lines.append(pair("protocol", version)) }
        if let address = metrics.remoteAddress {
            lines.append(pair("peer", address + (metrics.reusedConnection ? " (connection reused)" : "")))
        }
        if let coding = metrics.undecodedCoding {
            lines.append(pair("coding", "\(coding), not decoded: the body is shown as it came"))
        }
        return lines
    }

    private static func pair(_ label: String, _ value: String) -> StyledLine {
        StyledLine([(TextWidth.pad(label, 13), .muted), (value, .text)])
    }

    private static func line(_ phase: PhaseSpan, total: Duration, barWidth: Int) -> StyledLine {
        let scale = total > .zero ? Double(barWidth) / (total / .nanoseconds(1)) : 0
        let start = min(barWidth - 1, Int((phase.start / .nanoseconds(1)) * scale))
        let length = max(1, min(barWidth - start, Int(((phase.end - phase.start) / .nanoseconds(1)) * scale + 0.5)))
        return StyledLine([
            (TextWidth.pad(phase.name, 13), .muted), (TextWidth.pad(Quantity.duration(phase.end - phase.start), 8), .text),
            (String(repeating: " ", count: start), .text), (String(repeating: "█", count: length), .accent),
        ])
    }
}

/// One phase of an exchange on its time line.
struct PhaseSpan: Hashable {
    var name: String
    var start: Duration
    var end: Duration

    /// The phases that were reached, in order, without gaps.
    static func spans(_ metrics: TransferMetrics) -> [PhaseSpan] {
        let marks: [(String, Duration?)] = [
            ("lookup", metrics.resolved), ("connect", metrics.connected), ("TLS", metrics.secured),
            ("send", metrics.sendingBegan),
            ("wait", metrics.firstByte), ("receive", metrics.total),
        ]
        var spans: [PhaseSpan] = []
        var start = Duration.zero
        for case (let name, let end?) in marks where end > start || (name == "receive" && metrics.firstByte != nil) {
            spans.append(PhaseSpan(name: name, start: start, end: end))
            start = end
        }
        return spans
    }
}
