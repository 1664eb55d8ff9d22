// The outcome of one attempt, with all facts that decide about a further attempt.

struct AttemptOutcome: Sendable {
    var number: Int
    /// The name of the service; empty for an absolute URL.
    var service: String
    var result: Result<RawResponse, NetError>
    /// Redirects that were followed: as many requests got a response, whatever the outcome of the last one.
    var hops = 0
    /// How often a request was sent once more because a kept-alive connection had ended. No
    /// policy counts these attempts.
    var reconnects = 0
    /// The redirects of its service form a loop, or lead to a URL that is not http.
    var isAstray = false
    /// The caller received the head of the response.
    var isCommitted = false
    /// A request of it was sent, or was about to be sent.
    var wasSent = true
    /// It had a connection.
    var hasConnected = true
    /// Sending its request twice has the same effect as sending it once; see ``WireRequest/isRepeatable``. An
    /// attempt without a request yet is repeatable.
    var isRepeatable = true
    /// The index of its service in the pool.
    var index: Int?
    /// It was the trial of a broken service, and the service is still broken.
    var isFailedTrial = false

    /// No part of the request can have reached a server.
    var wasNeverSent: Bool {
        guard case .failure(let error) = result, hops == 0, reconnects == 0 else { return false }
        return error.kind.isBeforeSending
    }

    /// Another try may have another outcome.
    func isTransient(_ statuses: Set<Int>) -> Bool {
        switch result {
        case .success(let response): statuses.contains(response.head.status)
        case .failure(let error): error.kind.isTransient
        }
    }

    /// The response is unusable because of its service alone. That service would fail
    /// again; another one may not.
    var isFault: Bool {
        guard case .failure(let error) = result else { return false }
        switch error.kind {
        case .protocolViolation, .tooLarge(.headers): return true
        default: return isAstray
        }
    }

    /// Its service broke while it waited.
    var isRedispatched: Bool {
        if case .failure(let error) = result { error.kind == .cancelled(.redispatch) } else { false }
    }

    /// As one of two copies it does not count: it was never sent, or was cancelled.
    var isVoid: Bool {
        guard wasSent, case .failure(let error) = result else { return !wasSent }
        return error.kind == .cancelled(.hedge)
    }

    /// It ends a race while the other copy is in flight. A failure waits for the outcome of the other copy.
    func endsRace(_ transient: Set<Int>) -> Bool {
        if case .success(let response) = result { !transient.contains(response.head.status) } else { false }
    }

    /// The outcome in one or two words.
    var cause: String {
        switch result {
        case .success(let response): "\(response.head.status)"
        case .failure(let error):
            if case .timedOut(let limit) = error.kind { "timed out (\(limit.rawValue))" } else { error.kind.name }
        }
    }
}

extension NetError.Kind {
    /// Another attempt may succeed.
    var isTransient: Bool {
        switch self {
        case .dns, .connect, .tls, .cut: true
        case .timedOut(let limit): limit != .deadline
        default:
            false
        }
    }

    /// No request was sent: there was no connection for it.
    var isBeforeSending: Bool {
        switch self {
        case .dns, .connect, .tls: true
        case .timedOut(let limit): limit == .connect
        default:
            false
        }
    }
}

extension AttemptOutcome {
    /// Another service might succeed.
    func isFailure(_ statuses: Set<Int>) -> Bool { isRedispatched || isFailedTrial || isFault || isTransient(statuses) }
}
