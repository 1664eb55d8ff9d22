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
        _ = try await a()
        _ = try await b()
        var best = (a: Double.infinity, b: Double.infinity)
        for _ in 0..<rounds {
            best.a = min(best.a, try await a())
            best.b = min(best.b, try await b())
        }
        return best
    }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
