// docs/FAILOVER.md: the figures as readable Markdown tables.

import Foundation
import NetLayer

struct Sheet {
    let simulation: Simulation
    let results: Simulation.Results
    let bars: [Bar]

    func text(on date: Date) -> String {
        let day = date.formatted(.iso8601.year().month().day())
        return """
            # Failover, measured

            Written by `make bench-failover` on \(day): \(simulation.seeds) runs a figure from seed \(simulation.seed). The same seed gives the same figures on \
            every machine.

            A simulation in virtual time around the engine's own controller, classifier and retry budget: 3 services, 5 requests a second at random
            moments; 10 minutes healthy, then the first service dead for 2 minutes, then 3 minutes healthy. One client, independent noise, invented
            latencies: it ranks rules and finds their gaps, it does not predict production. Figures are medians, the largest in brackets; 's' are
            seconds. docs/decisions/failover.md says why the breaker is the default.

            ## Bars of the default policy

            \(table(["bar", "measured", "limit", ""], bars.map(row)))

            ## How to read the tables of faults

            - *lost*: requests issued while the service was dead that ended in an error. *sent once*: no further attempt (only a trial request of a broken
              service goes to a working one, as always); *redispatch*: a request that waits on a service that breaks leaves it (the default); *retry*: besides,
              a failed request goes to a service that it has not tried, at once, within the retry budget.
            - *no switch*: runs without one within a minute of the death. *switch s*: from the death to the first request on another service that follows from
              a switch. *back s*: from the recovery to the first request on the preferred service that is no trial. All three with redispatch.
            - *attempts a request*, and the latencies of successful requests of the first minute: with retry. *probes*: trials and health checks of the dead
              service in its 2 minutes.

            \(Fault.allCases.map(section).joined(separator: "\n\n"))

            ## False switches an hour

            No service is dead; this part of all responses is cut at random. \(simulation.hours) virtual hours each.

            \(table(["policy"] + Simulation.noises.map { "\(number($0 * 100)) %" }, Contender.all.map(noise)))

            ## A service that comes and goes, and a network that is gone

            Switches while the first service is dead for 10 s and healthy for 10 s, over 2 minutes; and switches while no service can be reached for a
            minute: there must be none.

            \(table(
                ["policy"] + RetryMode.allCases.map { "on and off, \($0.rawValue)" } + RetryMode.allCases.map { "no network, \($0.rawValue)" },
                Contender.all.map(calm)))

            """
    }

    private func row(_ bar: Bar) -> [String] {
        let unit = bar.unit.isEmpty ? "" : " \(bar.unit)"
        return [bar.about, number(bar.value) + unit, number(bar.limit) + unit, bar.isMissed ? "MISSED" : "ok"]
    }

    private func section(_ fault: Fault) -> String {
        let columns = [
            "policy", "lost, sent once", "redispatch", "retry", "no switch", "switch s", "back s", "attempts a request", "p99 s",
            "worst s",
            "probes",
        ]
        return """
            ## \(fault.rawValue.prefix(1).uppercased() + fault.rawValue.dropFirst())

            \(table(columns, Contender.all.map { death($0.name, fault) }))
            """
    }

    private func death(_ contender: String, _ fault: Fault) -> [String] {
        func summary(_ care: RetryMode) -> Summary? {
            results.deaths[Simulation.Case(contender: contender, fault: fault, care: care)]
        }
        guard let once = summary(.redispatch), let retry = summary(.retry) else { return [contender] }
        let back = once.missed == 100 ? "-" : once.stayed > 50 ? "never" : spread(once.timeToFailback)
        return [contender] + RetryMode.allCases.map { spread(summary($0)?.lost) } + [
            "\(number(once.missed)) %", spread(once.timeToSwitch), back, spread(retry.amplification), spread(retry.p99),
            spread(retry.worst), spread(once.probes),
        ]
    }

    private func noise(_ contender: Contender) -> [String] {
        [contender.name] + Simulation.noises.map { number(results.noise[contender.name]?[$0]) }
    }

    private func calm(_ contender: Contender) -> [String] {
        [contender.name] + RetryMode.allCases.map { spread(results.flaps[contender.name]?[$0]?.outageSwitches) }
            + RetryMode.allCases.map { spread(results.networkLoss[contender.name]?[$0]?.switches) }
    }

    private func spread(_ spread: Spread?) -> String {
        guard let spread else { return "-" }
        let (median, largest) = (number(spread.median), number(spread.largest))
        return median == largest ? median : "\(median) (\(largest))"
    }

    /// Two decimals where they are significant.
    private func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "-" }
        let digits = abs(value) < 10 ? 100.0 : 10.0
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    private func table(_ head: [String], _ rows: [[String]]) -> String {
        let widths = head.indices.map { column in ([head] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            "| "
                + cells.indices.map { cells[$0] + String(repeating: " ", count: widths[$0] - cells[$0].count) }.joined(
                    separator: " | ")
                + " |"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|"
        return ([line(head), rule] + rows.map(line)).joined(separator: "\n")
    }
}
