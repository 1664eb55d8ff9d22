// What one attempt brought, with all that decides whether there may be another.

struct AttemptOutcome: Sendable {
    var number: Int
    /// Its name; empty for an absolute URL.
    var service: String
    var result: Result<RawResponse, NetError>
    /// Redirects that were followed: as many requests were answered, whatever became of the last one.
    var hops = 0
    /// How often a request of it went out once more, because a kept-alive connection had ended: attempts that no policy counts.
    var reconnects = 0
    /// The redirects of its service lead nowhere: round in a circle, or to what is no http URL.
    var isAstray = false
    /// The head of the answer was handed to the caller.
    var isCommitted = false
    /// A request of it went out, or was about to.
    var wasSent = true
    /// It came to a connection.
    var hasConnected = true
    /// Sending its request twice has the effect of sending it once; see ``WireRequest/isRepeatable``. What has no request yet can be made again.
    var isRepeatable = true
    /// The place of its service in the pool.
    var index: Int?
    /// It was to find out whether a broken service works again, and that does not.
    var isFailedTrial = false

    /// Nothing of the request can have reached a server.
    var wasNeverSent: Bool {
        guard case .failure(let error) = result, hops == 0, reconnects == 0 else { return false }
        return error.kind.isBeforeSending
    }

    /// What it brought may be another thing the next time.
    func isTransient(_ statuses: Set<Int>) -> Bool {
        switch result {
        case .success(let response): statuses.contains(response.head.status)
        case .failure(let error): error.kind.isTransient
        }
    }

    /// What came is no response that anybody could use, by the doing of its service alone: that would do the same again, another one need not.
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

    /// As one of two copies it counts for nothing: it never went out, or was called off.
    var isVoid: Bool {
        guard wasSent, case .failure(let error) = result else { return !wasSent }
        return error.kind == .cancelled(.hedge)
    }

    /// It ends a race while the other copy is in the air: a failure waits for what the other brings.
    func isAnswer(_ transient: Set<Int>) -> Bool {
        if case .success(let response) = result { !transient.contains(response.head.status) } else { false }
    }

    /// In a word or two.
    var cause: String {
        switch result {
        case .success(let response): "\(response.head.status)"
        case .failure(let error):
            if case .timedOut(let limit) = error.kind { "timed out (\(limit.rawValue))" } else { error.kind.name }
        }
    }
}

extension NetError.Kind {
    /// The next attempt may well fare better.
    var isTransient: Bool {
        switch self {
        case .dns, .connect, .tls, .cut: true
        case .timedOut(let limit): limit != .deadline
        case .badRequest, .badParameters, .noNetwork, .duplicate, .rejected, .unsupported, .protocolViolation, .tooLarge,
            .redirect, .transport,
            .status, .decode, .business, .validation, .noData, .noMoreData, .paginationLoop, .foreignHost, .file, .work,
            .cacheMiss, .authentication, .cancelled:
            false
        }
    }

    /// No request was sent: there was no connection to send it on.
    var isBeforeSending: Bool {
        switch self {
        case .dns, .connect, .tls: true
        case .timedOut(let limit): limit == .connect
        case .cut, .badRequest, .badParameters, .noNetwork, .duplicate, .rejected, .unsupported, .protocolViolation, .tooLarge,
            .redirect, .transport,
            .status, .decode, .business, .validation, .noData, .noMoreData, .paginationLoop, .foreignHost, .file, .work,
            .cacheMiss, .authentication, .cancelled:
            false
        }
    }
}

extension AttemptOutcome {
    /// Another service might have done better.
    func isFailure(_ statuses: Set<Int>) -> Bool { isRedispatched || isFailedTrial || isFault || isTransient(statuses) }
}
