// A rate limit in a window of time, and outages that repeat: the state of `/errors/limited`
// and `/errors/flaky`.
import Synchronization

/// Admits a number of requests, then none until the window has ended.
final class RequestLimiter: Sendable {
    enum Verdict {
        /// The number of further requests in this window.
        case pass(left: Int)
        case wait(Duration)
    }

    let limit: Int
    private let window: Duration
    private let state = Mutex<(passed: Int, since: ContinuousClock.Instant)>((0, .now))

    init(limit: Int, window: Duration) {
        self.limit = limit
        self.window = window
    }

    func enter() -> Verdict {
        state.withLock { state in
            let now = ContinuousClock.now
            if now - state.since >= window { state = (0, now) }
            guard state.passed < limit else { return .wait(window - (now - state.since)) }
            state.passed += 1
            return .pass(left: limit - state.passed)
        }
    }
}

/// Counts calls by name, so that the first few of each round can fail.
final class Outages: Sendable {
    private let calls = Mutex<[Int: Int]>([:])

    /// Whether this call is one of the first `fails` of its round, which fail; the next one succeeds.
    func strikes(_ fails: Int) -> Bool {
        calls.withLock { calls in
            calls[fails, default: 0] += 1
            return calls[fails, default: 0] % (fails + 1) != 0
        }
    }
}
