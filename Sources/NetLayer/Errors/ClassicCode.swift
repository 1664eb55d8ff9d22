// The error codes and types of the older layers, for who comes from them: each kind of ours has exactly one of each.

/// The generic codes of HH-E1. An endpoint's own are typed (``BusinessError``) and so cannot collide with them or with each other (B-HH-E3).
public enum ClassicCode: Int, Sendable, Hashable, CaseIterable {
    case timedOut = 101
    case cannotConnect = 102
    case cancelled = 103
    case other = 104
    case noData = 105
    case noMoreData = 106
    /// Here the endpoint's own begin (HH-E3).
    case business = 1001

    /// The code of a kind. What cannot be reached is the user's network (HH-E2); a timeout is one wherever it happened.
    public init(_ kind: NetError.Kind) {
        switch kind {
        case .timedOut: self = .timedOut
        case .noNetwork, .dns, .connect: self = .cannotConnect
        case .cancelled: self = .cancelled
        case .noData: self = .noData
        case .noMoreData: self = .noMoreData
        case .business: self = .business
        case .badRequest, .badParameters, .duplicate, .rejected, .unsupported, .tls, .cut, .protocolViolation, .tooLarge,
            .redirect,
            .transport, .status, .decode, .validation, .paginationLoop, .foreignHost, .file, .work, .cacheMiss, .authentication:
            self = .other
        }
    }
}

/// The types of CT-E1 and BA-17.
public enum ClassicType: String, Sendable, Hashable, CaseIterable {
    /// Nothing has come yet, or a failure that has no type of its own.
    case standard = "default"
    case success
    /// What came has not what was asked for.
    case noContent
    /// Not sent.
    case paramsError
    case timeout
    /// Only what is about the network: not "everything else" (B-CT-9).
    case noNetwork
    case canceled
    /// The service is there and has too much to do.
    case downGrade
    /// Somebody has to log in.
    case needLogin
    /// The token could not be renewed now.
    case needAccessToken

    /// The type of a call: `nil` has not ended yet.
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
        case .status, .business, .duplicate, .rejected, .unsupported, .tls, .cut, .protocolViolation, .tooLarge, .redirect,
            .transport,
            .paginationLoop, .foreignHost, .file, .work:
            self = .standard
        }
    }
}
