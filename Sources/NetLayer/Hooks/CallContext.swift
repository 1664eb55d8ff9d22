// What a hook or a policy knows of the call that it is asked about.

/// One call at one moment.
public struct CallContext: Sendable {
    /// Its number, given before any of its work began.
    public let id: TaskID
    /// What is called, with the parameters and the body that were pulled for its first attempt.
    public internal(set) var plan: RequestPlan
    /// The service of the newest attempt; empty for an absolute URL, and before the first.
    public internal(set) var service = ""
    /// How many attempts were made.
    public internal(set) var attempts = 0
    /// `false` once a hook or a policy said that the caller is not to hear of the outcome.
    public internal(set) var isDelivered = true

    init(id: TaskID, plan: RequestPlan) {
        self.id = id
        self.plan = plan
    }
}

/// What came of a call, whatever its response type: the answer as it came, or why there is none to use.
public typealias CallOutcome = Result<RawResponse, NetError>
