// The outcome of an attempt for the service that it went to.

/// How an attempt counts for its service.
public enum ServiceOutcome: Sendable, Hashable {
    /// The service responded; its response may still be a failure for the caller.
    case answered
    /// The service failed, and the failure counts `weight` times.
    case failed(ServiceFailure, weight: Int = 1)
    /// The attempt says nothing about the service: cancelled by us, no network, throttled.
    case uncounted

    /// Whether the service sent something, so that there is a network; without any bytes,
    /// either may have failed.
    var isReachable: Bool {
        switch self {
        case .answered: true
        case .failed(let failure, _): failure == .status || failure == .cut || failure == .protocolViolation
        case .uncounted: false
        }
    }
}

/// How a service failed. The raw value is the word in events and JSON.
public enum ServiceFailure: String, Sendable, Hashable, CaseIterable {
    case timedOut = "timed_out"
    /// Another service answered a copy of the request that was sent later (``FailoverOptions/hedge``).
    case slow
    /// No connection: refused, unreachable, not in time.
    case connect
    case dns
    case tls
    /// The connection ended before any response.
    case lost
    /// The connection ended within the response.
    case cut
    /// The response says that the service itself has failed (500, 502, 503, 504).
    case status
    /// The response is not HTTP.
    case protocolViolation = "protocol"

    /// Whether it may just as well be a failure of our own network (Envoy's "local origin").
    public var isLocalOrigin: Bool {
        switch self {
        case .connect, .dns, .tls, .lost: true
        case .timedOut, .slow, .cut, .status, .protocolViolation: false
        }
    }

    /// Whether TAFNetworking counts it.
    public var isClassic: Bool {
        switch self {
        case .timedOut, .connect, .cut: true
        case .slow, .dns, .tls, .lost, .status, .protocolViolation: false
        }
    }
}
