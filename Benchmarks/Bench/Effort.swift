// How long the bench takes, and how large the things are that it measures: one value, handed to every measure.

struct Effort: Sendable {
    enum Size: Sendable {
        /// As the figures say.
        case whole
        /// As small as the code of a figure allows: the number means nothing, but there is one.
        case smoke
    }

    var size = Size.whole
    /// How often A and B take turns.
    var rounds: Rounds
    /// The same for the measures of the network.
    var pairs: Rounds
    /// How long the resting program is watched.
    var rest: Duration
    /// How long that program is left alone before.
    var calm: Duration = .seconds(6)
    /// GETs in one turn.
    var requests: Int
    /// Frames in one turn.
    var frames: Int
    /// After this time one measure counts as hung; `nil` waits without end.
    var bound: Duration?
    /// How long a service of the live failover is broken, and how long everybody has to come back to it.
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

    /// A size of a measure: of the figure, and of a smoke run.
    func choose<Value>(_ whole: Value, smoke: Value) -> Value {
        switch size {
        case .whole: whole
        case .smoke: smoke
        }
    }
}
