// When an exchange entered which phase, in a few plain bytes: rows are copied with every event, so this must cost nothing.

/// The moments at which the phases of one exchange began, since its start, to ten microseconds; what lies beyond eleven hours is clamped.
public struct PhaseTimes: Sendable, Hashable {
    private static let unit = Duration.microseconds(10)
    private static let longest = Duration.seconds(40_000)
    private static let never = UInt32.max
    private var ticks = SIMD8<UInt32>(repeating: never)

    public init() {}

    /// When the phase began; `nil` when it was not reached.
    public subscript(phase: Phase) -> Duration? {
        let tick = ticks[phase.order]
        return tick == Self.never ? nil : Self.unit * Int(tick)
    }

    /// The phases that began, in order.
    public var entered: [(phase: Phase, at: Duration)] {
        Phase.allCases.compactMap { phase in self[phase].map { (phase, $0) } }
    }

    /// Only the first time counts.
    mutating func enter(_ phase: Phase, at time: Duration) {
        guard ticks[phase.order] == Self.never else { return }
        let (seconds, attoseconds) = max(.zero, min(time, Self.longest)).components
        ticks[phase.order] = UInt32(seconds * 100_000 + attoseconds / 10_000_000_000_000)
    }
}
