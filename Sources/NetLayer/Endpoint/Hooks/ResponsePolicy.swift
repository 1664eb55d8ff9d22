// What an outcome means to a service or an endpoint: the place for common handling (expired sessions,
// maintenance pages, redirections).

/// Decides about an outcome before it is decoded; may take its time.
///
/// Three layers, in this order: the service's policy, the endpoint's policy, then hooks and caller. Each
/// receives the result of the previous one. Failures of decoding and of checks reach the policies too.
public struct ResponsePolicy: Sendable {
    /// The decision about an outcome.
    public enum Verdict: Sendable {
        /// This response counts, unchanged or changed.
        case success(RawResponse)
        /// The call fails with this error, whatever the outcome was.
        case failure(NetError)
        /// The outcome is not reported: the call ends as cancelled (``CancelReason/hook``).
        case stop
        /// The call is repeated with a new request. After ``limit`` repetitions the outcome is a failure.
        case retry(after: Duration, because: String)
    }

    /// How often policies may have one call repeated.
    public static let limit = 5

    /// The policy's name in decisions and errors.
    public let name: String
    /// Called for every outcome except cancellations.
    public let decide: @Sendable (CallOutcome, CallContext) async -> Verdict

    /// A policy with that name and this closure.
    public init(_ name: String, _ decide: @escaping @Sendable (CallOutcome, CallContext) async -> Verdict) {
        self.name = name
        self.decide = decide
    }
}

extension ResponsePolicy.Verdict {
    /// Leaves the outcome as it is.
    public static func unchanged(_ outcome: CallOutcome) -> Self {
        switch outcome {
        case .success(let response): .success(response)
        case .failure(let error): .failure(error)
        }
    }
}
