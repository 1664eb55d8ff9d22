// When an exchange entered which phase, in a few plain bytes: rows are copied with every event, so this must cost nothing.

/// The moments at which the phases of one exchange began, since its start, to ten microseconds; what lies beyond half a day is clamped.
public struct PhaseTimes: Sendable, Hashable {
    private static let unit = Duration.microseconds(10)
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
        let (seconds, attoseconds) = time.components
        let tick = max(0, seconds.multipliedReportingOverflow(by: 100_000).partialValue + attoseconds / 10_000_000_000_000)
        ticks[phase.order] = seconds > 40_000 ? Self.never - 1 : UInt32(clamping: min(tick, Int64(Self.never - 1)))
    }
}
