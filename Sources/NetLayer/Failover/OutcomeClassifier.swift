// What the outcome of an attempt says of its service: one table, replaceable for each service (design note failover.md).

/// Tells failures of a service from everything else that an attempt can bring.
public struct OutcomeClassifier: Sendable {
    /// What an attempt brought.
    public enum Brought: Sendable, Hashable {
        /// A whole answer with that status.
        case status(Int)
        /// No answer, or not all of one.
        case failure(NetError.Kind, hasHead: Bool)

        /// Something came from the service.
        var isThere: Bool {
            switch self {
            case .status: true
            case .failure(_, let hasHead): hasHead
            }
        }
    }

    /// The statuses that are failures of the service, and how often each counts. All others say that it answers.
    public var statuses: [Int: Int]
    /// Asked first; what it leaves (`nil`) goes by the table.
    public var own: (@Sendable (Brought) -> ServiceOutcome?)?

    /// ``FailoverOptions/failureStatuses``, each counted once.
    public static let onceEach = Dictionary(uniqueKeysWithValues: FailoverOptions.failureStatuses.map { ($0, 1) })

    /// By default 500, 502, 503 and 504 are failures of the service, and count once.
    public init(
        statuses: [Int: Int] = Self.onceEach, own: (@Sendable (Brought) -> ServiceOutcome?)? = nil
    ) {
        self.statuses = statuses
        self.own = own
    }

    /// What it says of the service.
    public func outcome(_ brought: Brought) -> ServiceOutcome {
        if let outcome = own?(brought) { return outcome }
        switch brought {
        // Too many requests are ours, not its.
        case .status(429): return .uncounted
        case .status(let status): return statuses[status].map { .failed(.status, weight: $0) } ?? .answered
        case .failure(let kind, let hasHead): return outcome(kind, hasHead)
        }
    }

    private func outcome(_ kind: NetError.Kind, _ hasHead: Bool) -> ServiceOutcome {
        switch kind {
        // How long all attempts together may take is the caller's affair; this one was given less time than others.
        case .timedOut(.deadline): .uncounted
        case .timedOut(.connect): .failed(.connect)
        case .timedOut(.idle), .timedOut(.total): .failed(.timedOut)
        case .connect: .failed(.connect)
        case .dns: .failed(.dns)
        case .tls: .failed(.tls)
        case .cut: .failed(hasHead ? .cut : .lost)
        // Redirects that lead nowhere, and fields longer than anybody reads, are as little use as what is not HTTP.
        case .protocolViolation, .redirect, .tooLarge(.headers): .failed(.protocolViolation)
        case .status(let status): outcome(.status(status))
        // It answered; what came of that is between caller and endpoint.
        case .tooLarge(.body), .tooLarge(.decodedBody), .decode, .business, .validation, .noData, .noMoreData, .paginationLoop,
            .foreignHost:
            .answered
        // Nothing was sent, nobody failed, or this machine did.
        case .badRequest, .badParameters, .noNetwork, .duplicate, .rejected, .unsupported, .transport, .file, .work, .cacheMiss,
            .authentication,
            .cancelled:
            .uncounted
        }
    }
}
