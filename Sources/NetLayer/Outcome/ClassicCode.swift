// The error codes and types of older network layers, for migration: each kind of
// error has exactly one of each.

/// The generic codes. An endpoint's own codes are typed (``BusinessError``), so they cannot collide
/// with these or with each other.
public enum ClassicCode: Int, Sendable, Hashable, CaseIterable {
    case timedOut = 101
    case cannotConnect = 102
    case cancelled = 103
    case other = 104
    case noData = 105
    case noMoreData = 106
    /// The first of the endpoint's own codes.
    case business = 1001

    /// The code of a kind. An unreachable host counts as a problem of the user's network. A timeout in
    /// any place has the same code.
    public init(_ kind: NetError.Kind) {
        switch kind {
        case .timedOut: self = .timedOut
        case .noNetwork, .dns, .connect: self = .cannotConnect
        case .cancelled: self = .cancelled
        case .noData: self = .noData
        case .noMoreData: self = .noMoreData
        case .business: self = .business
        case .badRequest, .badParameters, .duplicate, .rejected, .notAllowed, .unsupported, .tls, .cut, .protocolViolation,
            .tooLarge, .redirect, .redirectRefused,
            .transport, .status, .decode, .validation, .paginationLoop, .foreignHost, .file, .work, .cacheMiss, .authentication:
            self = .other
        }
    }
}

/// The classic error types.
public enum ClassicType: String, Sendable, Hashable, CaseIterable {
    /// The call has not ended yet, or its failure has no type of its own.
    case standard = "default"
    case success
    /// The response lacks the requested content.
    case noContent
    /// Not sent.
    case paramsError
    case timeout
    /// Network failures only; it is not the type of all other failures.
    case noNetwork
    case canceled
    /// The service is reachable but overloaded.
    case downGrade
    /// The user must log in.
    case needLogin
    /// The token could not be refreshed now.
    case needAccessToken

    /// The type of a call; `nil` stands for a call that has not ended yet.
    public init<R>(_ outcome: Result<R, NetError>?) {
        switch outcome {
        case nil: self = .standard
        case .success?: self = .success
        case .failure(let error)?: self.init(error.kind)
        }
    }

    /// The type of a kind of failure.
    public init(_ kind: NetError.Kind) {
        switch kind {
        case .validation, .noData, .noMoreData, .decode, .cacheMiss: self = .noContent
        case .badRequest, .badParameters: self = .paramsError
        case .timedOut: self = .timeout
        case .noNetwork, .dns, .connect: self = .noNetwork
        case .cancelled: self = .canceled
        case .status(429), .status(503): self = .downGrade
        case .authentication(.loginRequired): self = .needLogin
        case .authentication: self = .needAccessToken
        case .status, .business, .duplicate, .rejected, .notAllowed, .unsupported, .tls, .cut, .protocolViolation, .tooLarge,
            .redirect, .redirectRefused, .transport,
            .paginationLoop, .foreignHost, .file, .work:
            self = .standard
        }
    }
}
