// The call that a hook or a policy decides about.

/// One call at one moment.
public struct CallContext: Sendable {
    /// Its number, assigned before any of its work began.
    public let id: TaskID
    /// The plan of the call, with the parameters and the body that were read for its first attempt.
    public internal(set) var plan: RequestPlan
    /// The service of the newest attempt; empty for an absolute URL, and before the first attempt.
    public internal(set) var service = ""
    /// How many attempts were made.
    public internal(set) var attempts = 0
    /// `false` once a hook or a policy decided that the caller must not receive the outcome.
    public internal(set) var isDelivered = true

    init(id: TaskID, plan: RequestPlan) {
        self.id = id
        self.plan = plan
    }
}

/// The outcome of a call, whatever its response type: the unchanged response, or why there is none to use.
public typealias CallOutcome = Result<RawResponse, NetError>
