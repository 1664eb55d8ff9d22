// The results of the lanes as a table, and the requirements for NetLayer's lane. Pure.

import NetLayer

struct LiveTable: Sendable {
    /// The name of NetLayer's lane.
    static let ours = "NetLayer"

    private struct Line: Sendable {
        var phase: LivePhase
        var lane: String
        var sent: Int
        var lost: Int
        /// The second copies that were sent in addition.
        var copies: Int
        /// Milliseconds of successful requests; `nil` without one.
        var p99: Double?
        var worst: Double?
        /// Seconds from the end of the fault to the first response of any service, and of the first service;
        /// `nil` without one.
        var answer: Double?
        var back: Double?
    }

    private let script: [LivePhase]
    private let lines: [Line]

    init(_ script: [LivePhase], _ lanes: [(name: String, samples: [LiveLane.Sample])]) {
        self.script = script
        lines = script.flatMap { phase in lanes.map { Self.line(phase, $0.name, $0.samples) } }
    }

    private static func line(_ phase: LivePhase, _ lane: String, _ samples: [LiveLane.Sample]) -> Line {
        func sent(in span: Range<Duration>) -> [LiveLane.Sample] { samples.filter { span.contains($0.sentAt) } }
        let minute = sent(in: phase.from..<min(phase.from + .seconds(60), phase.until))
        let latencies = minute.filter { $0.service != nil }.map { $0.latency.seconds * 1_000 }.sorted()
        let after = sent(in: phase.until..<phase.recoveredBy).sorted { $0.sentAt < $1.sentAt }
        func first(_ isIt: (String) -> Bool) -> Double? {
            after.first { $0.service.map(isIt) ?? false }.map { ($0.sentAt - phase.until).seconds }
        }
        return Line(
            phase: phase, lane: lane, sent: minute.count + after.count, lost: (minute + after).count { $0.service == nil },
            copies: (minute + after).reduce(0) { $0 + $1.copies },
            p99: percentile(99, latencies), worst: latencies.last, answer: first { _ in true },
            back: first { $0 == LiveServices.name(0) })
    }

    // MARK: Requirements

    /// No request is lost while a service can respond. No latency exceeds the better proxy's by more than a
    /// fifth and 5 ms. After all services were gone, NetLayer recovers no later than the better proxy by more
    /// than a fifth and 5 s. A frozen service costs a small part of what it costs nginx. At most one request in
    /// ten is sent twice. Every phase ends on the first service.
    var bars: [Bar] {
        script.flatMap { phase -> [Bar] in
            let group = lines.filter { $0.phase.name == phase.name }
            guard let own = group.first(where: { $0.lane == Self.ours }) else { return [] }
            let others = group.filter { $0.lane != Self.ours }
            func better(_ value: (Line) -> Double?) -> Double? { others.compactMap(value).min() }
            func bar(_ what: String, _ value: Double?, _ limit: Double, _ unit: String = "") -> Bar {
                Bar(about: "\(phase.name): \(what)", value: value ?? .infinity, limit: limit, unit: unit)
            }
            let recovery = (phase.recoveredBy - phase.until).seconds
            let back = bar("back on \(LiveServices.name(0))", own.back, recovery, "s")
            guard !phase.isHopeless else {
                let limit = better(\.answer).map { min(recovery, $0 * 1.2 + 5) } ?? recovery
                return [bar("answers again", own.answer, limit, "s"), back]
            }
            var times = [("p99", better(\.p99), own.p99), ("worst", better(\.worst), own.worst)].compactMap {
                what, theirs, value in
                theirs.map { bar(what, value, $0 * 1.2 + 5, "ms") }
            }
            if let share = phase.shareOfNginx {
                let nginx = others.first { $0.lane == LiveProxy.Kind.nginx.rawValue }?.p99
                times.append(bar("p99, part of nginx's", own.p99, share * (nginx ?? 0), "ms"))
            }
            // If no proxy gets a response at all, the proxies are broken.
            let silence = times.isEmpty ? [bar("nobody to compare with", nil, 0)] : []
            let copies = bar("extra requests", Double(own.copies) / Double(max(1, own.sent)) * 100, 10, "%")
            return [bar("lost", Double(own.lost), 0)] + times + silence + [copies, back]
        }
    }

    // MARK: Text

    var text: String {
        let head = "fault         through      sent   lost  extra   p99 ms  worst ms  answer s  back s"
        let rows = lines.map { line in
            let times = [(line.p99, 9), (line.worst, 10), (line.answer, 10), (line.back, 8)]
            return Report.padded(line.phase.name, 14) + Report.padded(line.lane, 11) + padLeft("\(line.sent)", 6)
                + padLeft("\(line.lost)", 7) + padLeft("\(line.copies)", 7)
                + times.map { padLeft($0.map(number) ?? "-", $1) }.joined()
        }
        let verdicts = bars.map { bar in
            "\(bar.isMissed ? "FAIL" : "ok  ") \(bar.about) \(number(bar.value)) \(bar.unit), at most \(number(bar.limit)) \(bar.unit)"
                .replacing(" ,", with: ",")
        }
        return ([head] + rows + verdicts).map { "\($0)\n" }.joined()
    }

    private static func percentile(_ percent: Int, _ sorted: [Double]) -> Double? {
        sorted.isEmpty ? nil : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }

    private func number(_ value: Double) -> String { value.isFinite ? "\((value * 10).rounded() / 10)" : "never" }
    private func padLeft(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
