// The latencies of all endpoints that use them for hedging.

import Synchronization

/// One sketch for each endpoint, for the ``capacity`` endpoints that were used last.
final class Latencies: Sendable {
    static let capacity = 256

    private struct Entry {
        var sketch = LatencySketch()
        var touched = Duration.zero
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// The number of stored endpoints.
    var count: Int { entries.withLock { $0.count } }

    /// The first copy of a call took `duration`, or was still in flight after it.
    func record(_ duration: Duration, endpoint: String, at now: Duration) {
        entries.withLock { entries in
            if entries[endpoint] == nil, entries.count >= Self.capacity,
                let oldest = entries.min(by: { ($0.value.touched, $0.key) < ($1.value.touched, $1.key) })
            {
                entries[oldest.key] = nil
            }
            entries[endpoint, default: Entry()].sketch.record(duration, at: now)
            entries[endpoint]?.touched = now
        }
    }

    /// The time that 95 of 100 calls did not exceed; `nil` while too few calls are known.
    func percentile95(endpoint: String, at now: Duration) -> Duration? {
        entries.withLock { $0[endpoint]?.sketch.percentile(95, at: now) }
    }
}
