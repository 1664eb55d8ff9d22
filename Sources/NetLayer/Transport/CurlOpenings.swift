// Requests that wait for the first connection to their origin: only its TLS handshake shows whether one
// connection is enough for all (HTTP/2).

/// Used on the I/O thread. libcurl has an option for the same (CURLOPT_PIPEWAIT), but its waiting transfers
/// have no time limit and also wait for those of other hosts. Here a request waits only for a connection to
/// its own origin: at most ``patience``, and at most half of the time that its own limits give it, so that
/// the other half is left for a connection of its own.
struct CurlOpenings {
    private struct Key: Hashable {
        let origin: String
        let connection: ConnectionOptions
    }

    private struct Opening {
        let leader: UInt64
        let deadline: UInt64
        var waiting: [(exchange: CurlExchange, deadline: UInt64)] = []
    }

    /// In nanoseconds. An intercontinental handshake takes less. After it the waiting requests
    /// open their own connections.
    static let patience: UInt64 = 500_000_000

    private var openings: [Key: Opening] = [:]

    var isEmpty: Bool { openings.isEmpty }

    /// The earliest time at which a request has waited long enough.
    var deadline: UInt64 { isEmpty ? .max : openings.values.lazy.flatMap(\.waiting).map(\.deadline).min() ?? .max }

    /// - Returns: whether the exchange may start now. Otherwise it is queued, and ``take(at:while:)`` or
    ///   ``remove(_:)`` returns it later.
    mutating func admits(_ exchange: CurlExchange, at now: UInt64) -> Bool {
        let request = exchange.request
        // Without TLS there is only HTTP/1.1 (RFC 9113 §3.2). A request that requires its own
        // connection does not wait.
        guard request.url.scheme == "https", !request.connection.isFresh else { return true }
        let key = Key(origin: request.url.origin, connection: request.connection)
        guard let opening = openings[key] else {
            openings[key] = Opening(leader: exchange.id, deadline: now + Self.patience)
            return true
        }
        openings[key]?.waiting.append((exchange, min(opening.deadline, now + Self.halfOfShortestLimit(of: request.timeouts))))
        return false
    }

    /// In nanoseconds; `UInt64.max / 4`, about 146 years, where there is no limit.
    private static func halfOfShortestLimit(of limits: Timeouts) -> UInt64 {
        [limits.connect, limits.idle, limits.total].compactMap { $0?.clampedNanoseconds }.min().map { $0 / 2 } ?? UInt64.max / 4
    }

    /// Removes and returns the exchanges that need not wait any longer.
    /// - Parameter isOpening: whether that exchange runs, and has no connection yet.
    mutating func removeReady(at now: UInt64, while isOpening: (UInt64) -> Bool) -> [CurlExchange] {
        var free: [CurlExchange] = []
        for (key, opening) in openings {
            if opening.deadline <= now || !isOpening(opening.leader) {
                free += opening.waiting.map(\.exchange)
                openings[key] = nil
            } else if opening.waiting.contains(where: { $0.deadline <= now }) {
                free += opening.waiting.filter { $0.deadline <= now }.map(\.exchange)
                openings[key]?.waiting.removeAll { $0.deadline <= now }
            }
        }
        return free
    }

    /// Removes and returns an exchange that must not start any more; `nil` where it does not wait.
    mutating func remove(_ id: UInt64) -> CurlExchange? {
        for (key, opening) in openings {
            guard let place = opening.waiting.firstIndex(where: { $0.exchange.id == id }) else { continue }
            return openings[key]?.waiting.remove(at: place).exchange
        }
        return nil
    }
}
