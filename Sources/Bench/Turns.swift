// Two things measured in turns, A B A B …, so that what disturbs the machine disturbs both.

enum Turns {
    /// The smallest of each side.
    ///
    /// Other programs only ever add to a measurement, so each side's smallest is the nearest to what it costs by itself. (The smallest
    /// ratio of a single pair would also reward a turn in which only the yardstick was disturbed.) The first turn of each side warms the caches and is
    /// not counted.
    static func smallest(
        of rounds: Int, _ a: () async throws -> Double, _ b: () async throws -> Double
    ) async throws -> (a: Double, b: Double) {
        let best = try await smallest(of: rounds) {
            Cost(cpu: try await a(), wall: 0)
        } _: {
            Cost(cpu: try await b(), wall: 0)
        }
        return (best.a.cpu, best.b.cpu)
    }

    /// The smallest of each side, of each kind of cost by itself.
    static func smallest(
        of rounds: Int, _ a: () async throws -> Cost, _ b: () async throws -> Cost
    ) async throws -> (a: Cost, b: Cost) {
        _ = try await a()
        _ = try await b()
        var best = (a: Cost.most, b: Cost.most)
        for _ in 0..<rounds {
            best.a = best.a.smaller(try await a())
            best.b = best.b.smaller(try await b())
        }
        return best
    }
}

/// What something took, in seconds.
struct Cost {
    var cpu: Double
    var wall: Double

    static let most = Cost(cpu: .infinity, wall: .infinity)

    func smaller(_ other: Cost) -> Cost { Cost(cpu: min(cpu, other.cpu), wall: min(wall, other.wall)) }

    /// What `body` takes: CPU of the whole process.
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
