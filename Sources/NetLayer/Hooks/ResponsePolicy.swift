// What an outcome means to a service or an endpoint: the seat of common handling (expired sessions, maintenance pages, redirections).

/// Decides what becomes of an outcome before it is decoded; may take its time (YB-4, B-HD-12).
///
/// Three layers, in this order: the service's policy, the endpoint's, then hooks and caller (CT-F2, CT-F4). Each sees what the one before made of
/// it. Failures of decoding and of checks come to the policies too.
public struct ResponsePolicy: Sendable {
    /// What becomes of it.
    public enum Verdict: Sendable {
        /// This answer counts, as it came or changed (HD-7).
        case success(RawResponse)
        /// It is a failure, whatever it was.
        case failure(NetError)
        /// Nobody hears of it: the call lands as cancelled (``CancelReason/hook``).
        case stop
        /// The call is made once more, with a new request. After ``limit`` times the outcome is a failure.
        case retry(after: Duration, because: String)
    }

    /// How often one call is made again at the wish of its policies.
    public static let limit = 5

    /// How decisions and errors name it.
    public let name: String
    /// Asked for every outcome; not for cancellations.
    public let decide: @Sendable (CallOutcome, CallContext) async -> Verdict

    /// A policy of that name that asks this closure.
    public init(_ name: String, _ decide: @escaping @Sendable (CallOutcome, CallContext) async -> Verdict) {
        self.name = name
        self.decide = decide
    }
}

extension ResponsePolicy.Verdict {
    /// Leaves the outcome as it is.
    public static func keep(_ outcome: CallOutcome) -> Self {
        switch outcome {
        case .success(let response): .success(response)
        case .failure(let error): .failure(error)
        }
    }
}
