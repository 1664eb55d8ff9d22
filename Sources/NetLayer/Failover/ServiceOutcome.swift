// What an attempt says of the service that it went to.

/// What is counted of an attempt.
public enum ServiceOutcome: Sendable, Hashable {
    /// It answers; what it answers may still be a failure for the caller.
    case answered
    /// It failed, and that counts `weight` times.
    case failed(ServiceFailure, weight: Int = 1)
    /// It says nothing of the service: cancelled by us, no network, throttled.
    case uncounted

    /// Something came from the service, so there is a network; silence may be either's fault.
    var isThere: Bool {
        switch self {
        case .answered: true
        case .failed(let failure, _): failure == .status || failure == .cut || failure == .protocolViolation
        case .uncounted: false
        }
    }
}

/// In which way a service failed. The raw value is the word in events and JSON.
public enum ServiceFailure: String, Sendable, Hashable, CaseIterable {
    case timedOut = "timed_out"
    /// No connection: refused, unreachable, not in time.
    case connect
    case dns
    case tls
    /// The connection ended before any answer.
    case lost
    /// The connection ended in the answer.
    case cut
    /// The answer says that the service itself has failed (500, 502, 503, 504).
    case status
    /// What came is not HTTP.
    case protocolViolation = "protocol"

    /// May as well be a failure of our own network as one of the service (Envoy's "local origin").
    public var isLocalOrigin: Bool {
        switch self {
        case .connect, .dns, .tls, .lost: true
        case .timedOut, .cut, .status, .protocolViolation: false
        }
    }

    /// HH counts it (HH-F2).
    public var isClassic: Bool {
        switch self {
        case .timedOut, .connect, .cut: true
        case .dns, .tls, .lost, .status, .protocolViolation: false
        }
    }
}
