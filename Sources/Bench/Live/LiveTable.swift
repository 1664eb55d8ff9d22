// What the lanes lived through, as a table; and whether ours did what it must.

import Foundation

struct LiveTable {
    private struct Line {
        var phase: LivePhase
        var lane: String
        var sent: Int
        var lost: Int
        var p99: Double
        var worst: Double
        /// Seconds from the end of the fault to the first answer of the first service; `nil` when it did not come back.
        var back: Double?
    }

    private var lines: [Line] = []

    init(_ script: [LivePhase], _ lanes: [LiveLane]) {
        for phase in script {
            for lane in lanes {
                let minute = lane.samples(in: phase.from..<min(phase.from + .seconds(60), phase.until))
                let latencies = minute.filter { $0.service != nil }.map { $0.latency.seconds * 1_000 }.sorted()
                let after = lane.samples(in: phase.until..<phase.recoveredBy).sorted { $0.sentAt < $1.sentAt }
                let back = after.first { $0.service == LiveServices.name(0) }.map { ($0.sentAt - phase.until).seconds }
                lines.append(
                    Line(
                        phase: phase, lane: lane.name, sent: minute.count + after.count,
                        lost: (minute + after).count { $0.service == nil }, p99: Self.percentile(99, latencies),
                        worst: latencies.last ?? 0, back: back))
            }
        }
    }

    /// - Returns: whether ours lost nothing that could be answered, and was no slower than the better of the others by more than a fifth and 5 ms.
    func print() -> Bool {
        write("fault         through      sent   lost   p99 ms  worst ms  back s")
        for line in lines {
            write(
                Report.padded(line.phase.name, 14) + Report.padded(line.lane, 11) + right("\(line.sent)", 6)
                    + right("\(line.lost)", 7)
                    + right(number(line.p99), 9) + right(number(line.worst), 10) + right(line.back.map(number) ?? "-", 8))
        }
        var holds = true
        for (name, group) in Dictionary(grouping: lines.filter { !$0.phase.isHopeless }, by: \.phase.name).sorted(by: {
            $0.key < $1.key
        }) {
            guard let ours = group.first(where: { $0.lane == "NetLayer" }) else { continue }
            let others = group.filter { $0.lane != "NetLayer" }
            holds = judge("\(name): lost", Double(ours.lost), 0) && holds
            for (what, value) in [("p99", \Line.p99), ("worst", \Line.worst)] {
                guard let better = others.map({ $0[keyPath: value] }).min() else { continue }
                holds = judge("\(name): \(what) ms", ours[keyPath: value], better * 1.2 + 5) && holds
            }
        }
        return holds
    }

    private func judge(_ what: String, _ value: Double, _ limit: Double) -> Bool {
        let holds = value <= limit
        write("\(holds ? "ok  " : "FAIL") \(what) \(number(value)), at most \(number(limit))")
        return holds
    }

    private static func percentile(_ percent: Int, _ sorted: [Double]) -> Double {
        sorted.isEmpty ? 0 : sorted[max(0, (sorted.count * percent + 99) / 100 - 1)]
    }

    private func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
    private func write(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
