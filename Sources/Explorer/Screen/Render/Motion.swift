// How much the screen moves by itself: how often times change, and whether bars of running tasks do.

import NetLayer

/// The user's choice. Some users become ill from small movements, or cannot read beside them.
enum Motion: String, CaseIterable, Sendable {
    /// Times change ten times a second.
    case full
    /// A time changes once a second at most, and bars appear when their task has ended.
    case reduced

    /// The pause between two changes of the screen by time alone.
    var pace: Duration {
        switch self {
        case .full: .milliseconds(100)
        case .reduced: .seconds(1)
        }
    }

    /// A time that grows.
    func elapsed(_ time: Duration) -> String {
        switch self {
        case .full: Quantity.duration(time)
        case .reduced: Quantity.span(max(.zero, time))
        }
    }

    /// A time that ends, rounded up to whole seconds where it does not show parts of them.
    func remaining(_ time: Duration) -> String {
        switch self {
        case .full: Quantity.duration(max(.zero, time))
        case .reduced: Quantity.span(max(.zero, time) + .seconds(1) - .nanoseconds(1))
        }
    }

    /// The time of a task so far. That of an ended task does not change, and is exact.
    func time(_ time: Duration, of row: TaskRow) -> String {
        row.state.isEnded ? Quantity.duration(time) : elapsed(time)
    }

    /// The bars of the phases of a task.
    func phases(of row: TaskRow, at now: Duration) -> String {
        row.state.isEnded || self == .full ? PhaseSpark.text(row, at: now) : ""
    }
}
