// When an exchange entered which phase, in a few plain bytes. Every event copies its
// row, so copying must be cheap.

/// When the phases of one exchange began, since its start, in units of ten microseconds. Times
/// beyond eleven hours are clamped.
public struct PhaseTimes: Sendable, Hashable {
    private static let unit = Duration.microseconds(10)
    private static let longest = Duration.seconds(40_000)
    private static let never = UInt32.max
    /// Two vectors of four, because a vector of eight needs 32-byte alignment, which slows down allocation.
    private var early = SIMD4<UInt32>(repeating: never)
    private var late = SIMD4<UInt32>(repeating: never)

    private func storedTick(_ phase: Phase) -> UInt32 { phase.order < 4 ? early[phase.order] : late[phase.order - 4] }

    /// No phase has begun.
    public init() {}

    /// These phases began at these times.
    package init(_ began: [Phase: Duration]) { for (phase, time) in began { enter(phase, at: time) } }

    /// When the phase began; `nil` when it was not reached.
    public subscript(phase: Phase) -> Duration? {
        let tick = storedTick(phase)
        return tick == Self.never ? nil : Self.unit * Int(tick)
    }

    /// The phases that began, in order.
    public var entered: [(phase: Phase, at: Duration)] {
        Phase.allCases.compactMap { phase in self[phase].map { (phase, $0) } }
    }

    /// The exchange had a connection, or the transport reported no phase at all.
    var hasConnected: Bool {
        late != SIMD4(repeating: Self.never) || early == SIMD4(repeating: Self.never) || self[.sending] != nil
    }

    /// Only the first call for a phase counts.
    mutating func enter(_ phase: Phase, at time: Duration) {
        guard storedTick(phase) == Self.never else { return }
        let (seconds, attoseconds) = max(.zero, min(time, Self.longest)).components
        let tick = UInt32(seconds * 100_000 + attoseconds / 10_000_000_000_000)
        if phase.order < 4 { early[phase.order] = tick } else { late[phase.order - 4] = tick }
    }
}
