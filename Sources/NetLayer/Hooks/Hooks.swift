// What may be told of every call, and asked whether it goes on: interceptors, accessories, loggers.
//
//   willCall ─► parameters checked ─► didCall ─► attempts ─► didReceive ─► policies, decode, checks ─► willLand ─► the caller ─► didLand
//   └── in the order of the list: outer to inner ──────┘   └── in reverse: inner to outer ───────────────────────────────────────────┘

/// Looks at calls from outside. A client has hooks for all its calls, an endpoint those of its own; the client's are the outer ones (CT-R5).
///
/// Every method has a default that does nothing. They run one after the other in the call's own Swift task and under no lock. What one throws
/// fails the call, a `CancellationError` cancels it. One that does not return holds its call up, and that call alone; a cancel of the call
/// lands at once all the same and cancels the Swift task in which the hook runs.
public protocol Hooks: Sendable {
    /// How decisions and errors name it.
    var name: String { get }

    /// Before anything of the call is done (CT-P3). The first hook that does not say ``HookVerdict/proceed`` ends it: no request.
    func willCall(_ context: CallContext) async throws -> HookVerdict

    /// All checks are passed and the first attempt is about to be made (CT-R4 afterCallingAPI). The number is known: ``CallContext/id``.
    func didCall(_ context: CallContext) async

    /// An answer came, or none will (CT-R4 didReceiveResponse): before anybody has judged or changed it, and again when a policy had it retried.
    func didReceive(_ outcome: CallOutcome, _ context: CallContext) async

    /// The outcome is settled and about to be delivered (CT-S6, CT-F3). Anything but ``HookVerdict/proceed`` takes its place.
    func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict

    /// The call has landed, its row has ended, its caller has the outcome. Comes once for every call whose ``willCall(_:)`` was begun, also for a
    /// cancelled and for a skipped one (CT-S8): what a hook began it can end here (YT-7).
    func didLand(_ outcome: CallOutcome, _ context: CallContext) async
}

extension Hooks {
    /// The type's.
    public var name: String { String(describing: Self.self) }
    /// Goes on.
    public func willCall(_ context: CallContext) async throws -> HookVerdict { .proceed }
    /// Nothing.
    public func didCall(_ context: CallContext) async {}
    /// Nothing.
    public func didReceive(_ outcome: CallOutcome, _ context: CallContext) async {}
    /// Goes on.
    public func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict { .proceed }
    /// Nothing.
    public func didLand(_ outcome: CallOutcome, _ context: CallContext) async {}
}

/// What a hook says when it is asked.
public enum HookVerdict: Sendable {
    case proceed
    /// End it quietly: the call lands as cancelled (``CancelReason/hook``), which is shown nowhere as a failure.
    case skip
    /// It fails, with this.
    case fail(NetError)
}
