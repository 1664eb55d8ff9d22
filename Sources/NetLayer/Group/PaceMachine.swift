// A measured run as a pure state machine: it decides which requests start at a moment. It reads no clock: every
// call passes the time.

package struct PaceMachine: Sendable {
    /// A request that starts now.
    package struct Start: Sendable, Hashable {
        /// From 0.
        package let index: Int
        package let place: PacedPlace
    }

    private let pace: RunPace
    private let start: Duration
    private var begun = 0
    /// Requests that have begun and count.
    private var counted = 0
    private(set) var running = 0
    private var isStopped = false

    /// - Parameter start: when the first request is due.
    package init(_ pace: RunPace, from start: Duration) {
        self.pace = pace
        self.start = start
    }

    /// The requests that start now, those that were due first before the others.
    package mutating func advance(to now: Duration) -> [Start] {
        var starts: [Start] = []
        while running < pace.atOnce, let time = nextStart(at: now), time <= now {
            let place = PacedPlace(due: pace.rate == nil ? nil : time, isWarmUp: time - start < pace.warmUp)
            starts.append(Start(index: begun, place: place))
            begun += 1
            running += 1
            if !place.isWarmUp { counted += 1 }
        }
        return starts
    }

    /// A request has ended.
    package mutating func ended() { running -= 1 }

    /// No further request starts.
    package mutating func stop() { isStopped = true }

    /// The next time at which a request may start although no other one ends before; `nil` when only an end,
    /// or nothing, starts one.
    package func nextTick(after now: Duration) -> Duration? {
        guard let rate = pace.rate, nextStart(at: now) != nil else { return nil }
        let next = max(begun, rate.count(before: now - start + .nanoseconds(1)))
        return start + rate.start(of: next)
    }

    /// No request runs, and none starts any more.
    package func isOver(at now: Duration) -> Bool { running == 0 && nextStart(at: now) == nil }

    /// When the next request is due; `nil` when there is none.
    private func nextStart(at now: Duration) -> Duration? {
        guard !isStopped, counted < pace.count ?? RunPace.most else { return nil }
        let time = pace.rate.map { start + $0.start(of: begun) } ?? now
        if let length = pace.length, time - start >= pace.warmUp + length { return nil }
        return time
    }
}
