// The duration of the bench and the size of its subjects: one value for all measures.

struct Effort: Sendable {
    enum Size: Sendable {
        /// The sizes that the figures state.
        case whole
        /// The smallest sizes that the code of a figure allows: there is a number, but it is meaningless.
        case smoke
    }

    var size = Size.whole
    /// How often A and B alternate.
    var rounds: Rounds
    /// The same for the network measures.
    var pairs: Rounds
    /// How long the idle program is observed.
    var rest: Duration
    /// How long the program is left alone before that.
    var calm: Duration = .seconds(6)
    /// GETs in one turn.
    var requests: Int
    /// Frames in one turn.
    var frames: Int
    /// The time after which a measure counts as hung; `nil` waits without end.
    var bound: Duration?
    /// The duration of a fault in the live failover, and the time to recover from it.
    var fault: Duration
    var recovery: Duration

    static let full = Effort(
        rounds: Rounds(count: 7), pairs: Rounds(count: 5), rest: .seconds(10), requests: 20_000, frames: 60,
        fault: .seconds(60), recovery: .seconds(75))
    static let quick = Effort(
        rounds: Rounds(count: 3), pairs: Rounds(count: 2), rest: .seconds(3), requests: 5_000, frames: 30,
        fault: .seconds(15), recovery: .seconds(30))
    static let smoke = Effort(
        size: .smoke, rounds: Rounds(count: 1, warmUps: 0), pairs: Rounds(count: 1, warmUps: 0), rest: .milliseconds(200),
        calm: .milliseconds(200), requests: 200, frames: 3, bound: .seconds(60), fault: .seconds(15), recovery: .seconds(30))

    /// Chooses a measure's size: for the figure, or for a smoke run.
    func choose<Value>(_ whole: Value, smoke: Value) -> Value {
        switch size {
        case .whole: whole
        case .smoke: smoke
        }
    }
}
