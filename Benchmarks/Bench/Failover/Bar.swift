// The requirements for the default policy: each bar with its measured value and its limit.

import NetLayer

struct Bar: Sendable {
    let about: String
    let value: Double
    let limit: Double
    let unit: String

    var isMissed: Bool { !(value <= limit) }

    /// Medians of the default policy.
    static func all(_ results: Simulation.Results) -> [Bar] {
        let standard = Contender.standard.name
        func death(_ fault: Fault, _ care: RetryMode = .once) -> Summary? {
            results.deaths[Simulation.Case(contender: standard, fault: fault, care: care)]
        }
        let deaths = Fault.allCases.filter { $0 != .slow }
        var bars: [Bar] = []
        func add(_ about: String, _ value: Double?, _ limit: Double, _ unit: String = "") {
            bars.append(Bar(about: about, value: value ?? .infinity, limit: limit, unit: unit))
        }
        for fault in deaths {
            let name = fault.rawValue
            let isHole = fault.timeout == fault.answer.latency
            let wait = fault.timeout.seconds
            add("\(name): runs without a switch", death(fault)?.missed, 0, "%")
            add("\(name): lost, sent once", death(fault)?.lost?.median, isHole ? 5 * wait + 6 : 6)
            add("\(name): lost, with redispatch", death(fault, .redispatch)?.lost?.median, 6)
            add("\(name): lost, with retry", death(fault, .retry)?.lost?.median, 0)
            add("\(name): time to switch", death(fault, .redispatch)?.timeToSwitch?.median, isHole ? wait + 1 : 1.5, "s")
            add("\(name): runs without a way back", death(fault, .redispatch)?.stayed, 0, "%")
            add("\(name): fail back after the open time", death(fault, .redispatch)?.failbackAfterOpen?.median, 5, "s")
            add("\(name): attempts a request in the outage", death(fault, .retry)?.amplification?.median, 1.2)
        }
        add("false switches an hour at 2 % noise", results.noise[standard]?[0.02], 0)
        for care in RetryMode.allCases {
            add("blamed for a lost network, \(care.rawValue)", results.networkLoss[standard]?[care]?.switches?.largest, 0)
            add("switches, on and off for 2 minutes, \(care.rawValue)", results.flaps[standard]?[care]?.outageSwitches?.median, 3)
        }
        return bars
    }
}
