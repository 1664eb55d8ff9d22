// The report of a measured run as lines. Commands and the screen show the same ones.

import NetLayer

package enum MeasuredReport {
    package enum Line: Sendable, Hashable {
        case fact(label: String, text: String)
        /// A row of the histogram.
        case bar(label: String, bar: String, count: Int)
        /// How to read the figures.
        case note(String)
        /// What spoils the figures.
        case warning(String)
    }

    /// The columns of a label.
    package static let labelWidth = 14
    /// The columns of the label of a bar.
    package static let barLabelWidth = 22
    private static let countWidth = 8
    private static let barWidths = 4...40
    /// A start that is later than this, in microseconds, changes the figures.
    private static let late = 10_000

    /// - Parameters:
    ///   - width: of a line; a note may be longer.
    ///   - estimatesOmission: adds an estimate of the requests that a run without a rate leaves out. It costs
    ///     more than a frame may.
    package static func lines(_ run: MeasuredRun, width: Int, estimatesOmission: Bool = false) -> [Line] {
        var lines = counts(run)
        guard !run.latency.isEmpty else { return lines + notes(run) }
        lines += facts("latency", run.latency, width)
        if run.isAtRate {
            lines += facts("service time", run.serviceTime, width)
        } else if estimatesOmission {
            let median = run.latency.value(atPercentile: 50)
            lines += facts("corrected", run.latency.corrected(expectedInterval: median), width)
        }
        lines += bars(run.latency, width: width) + spark(run.timeline) + notes(run)
        if !run.isAtRate, estimatesOmission {
            lines.append(.note("Corrected: an estimate with these requests, as if one had been due each median of the time."))
        }
        return lines
    }

    /// `p50 12.3 ms  p90 13.0 ms  p99 201 ms  p99.9 204 ms  max 1.02 s`, in as many lines as the width needs.
    private static func percentiles(_ times: LatencyHistogram, width: Int) -> [String] {
        let parts = percents.map { "\($0.name) \(LatencyText.text(times.value(atPercentile: $0.percent)))" }
        return (parts + ["max \(LatencyText.text(times.max))"]).reduce(into: []) { lines, part in
            let longer = lines.last.map { "\($0)  \(part)" }
            if let longer, longer.count <= width - labelWidth {
                lines[lines.count - 1] = longer
            } else {
                lines.append(part)
            }
        }
    }

    /// The percentiles of a report, ascending.
    package static let percents: [(name: String, percent: Double)] = [
        ("p50", 50), ("p90", 90), ("p99", 99), ("p99.9", 99.9),
    ]

    /// The comparison of two runs that took turns: the second with the first.
    package static func comparison(
        _ first: (name: String, run: MeasuredRun), _ second: (name: String, run: MeasuredRun)
    ) -> [Line] {
        guard let ratio = MedianRatio(first.run.latency, second.run.latency) else {
            return [.note("A comparison needs \(MedianRatio.enough) responses of each.")]
        }
        let interval = "\(LatencyText.ratio(ratio.low)) to \(LatencyText.ratio(ratio.high))"
        let verdict =
            ratio.isEqual
            ? "no difference shown" : ratio.ratio > 1 ? "\(second.name) is slower" : "\(second.name) is faster"
        return [
            .fact(label: "ratio", text: "\(LatencyText.ratio(ratio.ratio)): \(verdict)"),
            .fact(label: "interval", text: "\(interval) (\(MedianRatio.confidence) % confidence)"),
            .note(
                "The ratio is the median of \(second.name) divided by that of \(first.name), with its confidence interval "
                    + "(\(MedianRatio.method))."),
        ]
    }

    // MARK: Parts

    private static func counts(_ run: MeasuredRun) -> [Line] {
        var requests = "\(run.requests)"
        if let rate = run.perSecond {
            requests += " in \(LatencyText.text(MemberEnd.microseconds(run.elapsed))), \(LatencyText.rate(rate))/s"
        }
        if run.cancelled > 0 { requests += ", \(run.cancelled) cancelled" }
        var lines = [Line.fact(label: "requests", text: requests)]
        let statuses = run.statuses.sorted { $0.key < $1.key }.map { "\($0.key) ×\($0.value)" }
        if !statuses.isEmpty { lines.append(.fact(label: "statuses", text: statuses.joined(separator: ", "))) }
        let failures = run.failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) ×\($0.value)" }
        if !failures.isEmpty { lines.append(.fact(label: "failures", text: failures.joined(separator: ", "))) }
        if run.bytes > 0 { lines.append(.fact(label: "received", text: "\(run.bytes) bytes")) }
        if run.isAtRate, run.requests > 0 {
            lines.append(.fact(label: "latest start", text: "\(LatencyText.text(run.latestStart)) after its time"))
        }
        return lines
    }

    private static func bars(_ times: LatencyHistogram, width: Int) -> [Line] {
        let rows = HistogramRow.rows(of: times)
        let most = rows.map(\.count).max() ?? 1
        let room = min(max(width - barLabelWidth - countWidth, barWidths.lowerBound), barWidths.upperBound)
        return rows.map { row in
            .bar(
                label: "\(LatencyText.text(row.from)) to \(LatencyText.text(row.to))",
                bar: SparkBar.right(Double(row.count) / Double(most), width: room), count: row.count)
        }
    }

    /// The percentiles of a run that is one of two.
    package static func latency(_ times: LatencyHistogram, width: Int) -> [Line] { facts("latency", times, width) }

    private static func facts(_ label: String, _ times: LatencyHistogram, _ width: Int) -> [Line] {
        percentiles(times, width: width).enumerated().map { .fact(label: $0 == 0 ? label : "", text: $1) }
    }

    private static func spark(_ timeline: LatencyTimeline) -> [Line] {
        let most = max(1, timeline.spans.map(\.slowest).max() ?? 1)
        let bars = timeline.spans.map { span in
            guard span.count > 0 else { return " " }
            return SparkBar.at((span.slowest * SparkBar.heights + most - 1) / most - 1)
        }
        let step = LatencyText.text(MemberEnd.microseconds(timeline.step))
        return [
            .fact(label: "over time", text: bars.joined()),
            .fact(label: "", text: "slowest of each \(step), up to \(LatencyText.text(most))"),
        ]
    }

    private static func notes(_ run: MeasuredRun) -> [Line] {
        var notes: [Line] = []
        if run.isAtRate {
            notes.append(
                .note(
                    "Latency counts from the time at which a request was due: a stalled server counts for all requests "
                        + "that it delays (no coordinated omission). Service time counts from the start of the request."))
        } else {
            notes.append(
                .note(
                    "A request starts when another one has ended: a stalled server delays requests that the percentiles "
                        + "then lack (coordinated omission). Give a rate to count them."))
        }
        if run.warmUps > 0 { notes.append(.note("Requests of the warm-up, which do not count: \(run.warmUps).")) }
        if run.latestStart > late {
            notes.append(
                .warning(
                    "Requests started up to \(LatencyText.text(run.latestStart)) after their time: this computer is too slow "
                        + "for the rate, or too many requests ran at once."))
        }
        return notes
    }
}
