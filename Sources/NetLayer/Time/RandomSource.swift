// The engine's randomness: injected, so that a test can repeat it.

import Synchronization

/// The source of jitter and random names. One source may be used from any thread.
public struct RandomSource: Sendable {
    /// Uniformly distributed over all values.
    public let next: @Sendable () -> UInt64

    /// Calls this closure for each number, possibly from any thread.
    public init(_ next: @escaping @Sendable () -> UInt64) { self.next = next }

    /// The system's generator.
    public static var system: RandomSource {
        RandomSource {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
    }

    /// The same numbers for the same seed.
    public static func seeded(_ seed: UInt64) -> RandomSource {
        let state = SeededState(seed)
        return RandomSource { state.next() }
    }

    /// A random part of `span`, uniform in 0 ..< 1 of it: full jitter.
    public func fraction(of span: Duration) -> Duration {
        // 53 bits fill a Double's significand.
        span * (Double(next() >> 11) / Double(1 << 53))
    }
}

private final class SeededState: Sendable {
    private let numbers: Mutex<SeededNumbers>

    init(_ seed: UInt64) { numbers = Mutex(SeededNumbers(seed: seed)) }

    func next() -> UInt64 { numbers.withLock { $0.next() } }
}

/// SplitMix64 (Steele, Lea and Flood, 2014) as a value: a pure state machine uses it and can be replayed.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Uniform in 0 ..< 1.
    package mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
