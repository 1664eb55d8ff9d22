// Summarizes many runs of one case in a few numbers.

import NetLayer

/// Median and maximum.
struct Spread: Sendable {
    let median: Double
    let largest: Double

    /// `nil` for no values.
    init?(_ values: [Double]) {
        guard let largest = values.max() else { return nil }
        self.largest = largest
        median = Spread.part(0.5, of: values.sorted())
    }

    /// The value that this fraction of all values does not exceed.
    static func part(_ part: Double, of sorted: [Double]) -> Double {
        sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }
}

struct Summary: Sendable {
    let lost: Spread?
    let timeToSwitch: Spread?
    let timeToFailback: Spread?
    /// From the end of the breaker's open time.
    let failbackAfterOpen: Spread?
    let amplification: Spread?
    let p99: Spread?
    let worst: Spread?
    let probes: Spread?
    let switches: Spread?
    let outageSwitches: Spread?
    let departures: Double
    /// Percentages of the runs.
    let missed: Double
    let stayed: Double

    init(_ runs: [RunRecord]) {
        func spread(_ value: (RunRecord) -> Double?) -> Spread? { Spread(runs.compactMap(value)) }
        lost = spread { Double($0.lost) }
        timeToSwitch = spread { $0.isMissed ? nil : $0.timeToSwitch?.seconds }
        timeToFailback = spread { $0.timeToFailback?.seconds }
        failbackAfterOpen = spread { run in run.timeToFailback.map { ($0 - run.openLeft).seconds } }
        amplification = spread(\.amplification)
        let sorted = runs.map { $0.latencies.sorted().map(\.seconds) }.filter { !$0.isEmpty }
        p99 = Spread(sorted.map { Spread.part(0.99, of: $0) })
        worst = Spread(sorted.compactMap(\.last))
        probes = spread { Double($0.probes) }
        switches = spread { Double($0.switches) }
        outageSwitches = spread { Double($0.outageSwitches) }
        departures = Double(runs.reduce(0) { $0 + $1.departures })
        missed = 100 * Double(runs.count(where: \.isMissed)) / Double(max(1, runs.count))
        stayed = 100 * Double(runs.count { !$0.isMissed && $0.timeToFailback == nil }) / Double(max(1, runs.count))
    }
}
