// Measures two things alternately, A B A B …, so that a disturbance of the machine affects both.

/// The number of rounds of a measurement.
struct Rounds: Sendable {
    var count: Int
    /// Rounds before the counted ones: they fill caches.
    var warmUps = 1

    func atMost(_ most: Int) -> Rounds { Rounds(count: min(count, most), warmUps: warmUps) }

    /// Without warm-ups, for measurements that no cache changes.
    var cold: Rounds { Rounds(count: count, warmUps: 0) }
}

/// The results of one turn of each side.
struct Pair<Value> {
    var a: Value
    var b: Value
}

enum Turns {
    static func pairs<Value>(
        _ rounds: Rounds, _ a: () async throws -> Value, _ b: () async throws -> Value
    ) async throws -> [Pair<Value>] {
        var pairs: [Pair<Value>] = []
        for round in 0..<rounds.warmUps + rounds.count {
            let pair = Pair(a: try await a(), b: try await b())
            if round >= rounds.warmUps { pairs.append(pair) }
        }
        return pairs
    }

    /// One side alone, for limits that are not ratios.
    static func alone(_ rounds: Rounds, _ work: () async throws -> Double) async throws -> Series {
        var values: [Double] = []
        for round in 0..<rounds.warmUps + rounds.count {
            let value = try await work()
            if round >= rounds.warmUps { values.append(value) }
        }
        return Series(values)
    }
}

extension Array {
    /// A series with one number from each round.
    func series<Value>(_ number: (Pair<Value>) -> Double) -> Series where Element == Pair<Value> { Series(map(number)) }
}

extension [Pair<Double>] {
    var ratios: Series { series { $0.a / $0.b } }
}

extension [Pair<Cost>] {
    /// Ratios of the CPU time.
    var cpuRatios: Series { series { $0.a.cpu / $0.b.cpu } }
}

/// A cost in seconds.
struct Cost {
    var cpu: Double
    var wall: Double

    /// The cost of `body`, with the CPU time of the whole process.
    static func of(_ body: () async throws -> Void) async throws -> Cost {
        let clock = ContinuousClock()
        let (start, cpu) = (clock.now, ProcessFacts.ownCPU())
        try await body()
        return Cost(cpu: ProcessFacts.ownCPU() - cpu, wall: start.duration(to: clock.now).seconds)
    }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
