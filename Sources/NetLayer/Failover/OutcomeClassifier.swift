// Maps the outcome of an attempt to an outcome of its service: one table, replaceable for each
// service (design note failover.md).

/// Distinguishes failures of a service from all other results of an attempt.
public struct OutcomeClassifier: Sendable {
    /// The result of an attempt.
    public enum AttemptResult: Sendable, Hashable {
        /// A complete response with that status.
        case status(Int)
        /// No response, or an incomplete one.
        case failure(NetError.Kind, hasHead: Bool)

        /// Whether the service sent anything.
        var isReachable: Bool {
            switch self {
            case .status: true
            case .failure(_, let hasHead): hasHead
            }
        }
    }

    /// The statuses that are failures of the service, and how often each counts. All others
    /// show that it works.
    public var statuses: [Int: Int]
    /// Called first; where it returns `nil`, the table decides.
    public var own: (@Sendable (AttemptResult) -> ServiceOutcome?)?

    /// ``FailoverOptions/failureStatuses``, each counted once.
    public static let onceEach = Dictionary(uniqueKeysWithValues: FailoverOptions.failureStatuses.map { ($0, 1) })

    /// By default 500, 502, 503 and 504 are failures of the service, and count once.
    public init(
        statuses: [Int: Int] = Self.onceEach, own: (@Sendable (AttemptResult) -> ServiceOutcome?)? = nil
    ) {
        self.statuses = statuses
        self.own = own
    }

    /// The outcome of the service.
    public func outcome(_ brought: AttemptResult) -> ServiceOutcome {
        if let outcome = own?(brought) { return outcome }
        switch brought {
        // Too many requests are our failure, not the service's.
        case .status(429): return .uncounted
        case .status(let status): return statuses[status].map { .failed(.status, weight: $0) } ?? .answered
        case .failure(let kind, let hasHead): return outcome(kind, hasHead)
        }
    }

    private func outcome(_ kind: NetError.Kind, _ hasHead: Bool) -> ServiceOutcome {
        switch kind {
        // The deadline of all attempts together is the caller's; this attempt may have had
        // less time than others.
        case .timedOut(.deadline): .uncounted
        case .timedOut(.connect): .failed(.connect)
        case .timedOut(.idle), .timedOut(.total): .failed(.timedOut)
        case .connect: .failed(.connect)
        case .dns: .failed(.dns)
        case .tls: .failed(.tls)
        case .cut: .failed(hasHead ? .cut : .lost)
        // Redirects without a valid target, and fields beyond the size limit, are as useless as a response
        // that is not HTTP.
        case .protocolViolation, .redirect, .tooLarge(.headers): .failed(.protocolViolation)
        case .status(let status): outcome(.status(status))
        // The service responded; the rest is between caller and endpoint.
        case .tooLarge(.body), .tooLarge(.decodedBody), .decode, .business, .validation, .noData, .noMoreData, .paginationLoop,
            .foreignHost, .redirectRefused:
            .answered
        // Another service answered a copy of the request that was sent later.
        case .cancelled(.hedge) where !hasHead: .failed(.slow)
        // Nothing was sent, no failure happened, or it was this machine's.
        case .badRequest, .badParameters, .noNetwork, .duplicate, .rejected, .notAllowed, .unsupported, .transport, .file, .work,
            .cacheMiss, .authentication, .cancelled:
            .uncounted
        }
    }
}
