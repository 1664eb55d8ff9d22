// `bench failover`: simulates, prints the sheet, and reports the missed bars of the default policy.

import Foundation

enum FailoverBench {
    /// - Returns: the exit status; 1 when a bar was missed.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let simulation = parse(arguments) else {
            Report.complain("Usage: bench failover [--seeds COUNT] [--seed FIRST]")
            return 64
        }
        let results = await simulation.results()
        let bars = Bar.all(results)
        FileHandle.standardOutput.write(
            Data(Sheet(simulation: simulation, results: results, bars: bars).text(on: Date()).utf8))
        for bar in bars where bar.isMissed { Report.complain("bench failover: \(bar.about): \(bar.value), at most \(bar.limit)") }
        return bars.contains(where: \.isMissed) ? 1 : 0
    }

    private static func parse(_ arguments: [String]) -> Simulation? {
        var simulation = Simulation()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
            switch argument {
            case "--seeds" where (1...100_000).contains(number): simulation.seeds = Int(number)
            case "--seed": simulation.seed = number
            default: return nil
            }
        }
        return simulation
    }
}
