// All runs of the simulation, one per core at a time; the same seed gives the same figures on every machine.

import NetLayer

struct Simulation: Sendable {
    /// The number of random seeds, and the first of them.
    var seeds = 200
    var seed: UInt64 = 1
    /// Virtual hours of noise.
    var hours = 10

    struct Case: Hashable, Sendable {
        let contender: String
        let fault: Fault
        let care: RetryMode
    }

    struct Results: Sendable {
        var deaths: [Case: Summary] = [:]
        /// Departures from a healthy service per hour, by contender and noise.
        var noise: [String: [Double: Double]] = [:]
        /// By contender and care.
        var flaps: [String: [RetryMode: Summary]] = [:]
        var networkLoss: [String: [RetryMode: Summary]] = [:]
    }

    static let noises = [0.005, 0.01, 0.02, 0.05]

    func results() async -> Results {
        var results = Results()
        for contender in Contender.all {
            for care in RetryMode.allCases {
                for fault in Fault.allCases {
                    let key = Case(contender: contender.name, fault: fault, care: care)
                    results.deaths[key] = Summary(await runs(contender, care, .death(fault)))
                }
                results.flaps[contender.name, default: [:]][care] = Summary(await runs(contender, care, .flapping))
                results.networkLoss[contender.name, default: [:]][care] = Summary(await runs(contender, care, .networkLoss))
            }
            for noise in Self.noises {
                let runs = await runs(contender, .redispatch, .noise(noise, hours: 1), count: hours)
                results.noise[contender.name, default: [:]][noise] = Summary(runs).departures / Double(hours)
            }
        }
        return results
    }

    private func runs(_ contender: Contender, _ care: RetryMode, _ script: Script, count: Int? = nil) async -> [RunRecord] {
        await withTaskGroup(of: RunRecord.self) { group in
            for number in 0..<UInt64(count ?? seeds) {
                group.addTask { FailoverRun.run(contender, care, script, seed: seed &+ number) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
