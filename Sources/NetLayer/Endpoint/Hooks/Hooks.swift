// Observers of every call, which also decide whether it continues: interceptors, accessories, loggers.
//
//   willCall ─► parameters checked ─► didCall ─► attempts ─► …   in the order of the list: outer to inner
//   … ─► didReceive ─► policies, decode, checks ─► willLand ─► the caller ─► didLand   in reverse order

/// Observes calls. A client has hooks for all its calls, an endpoint has hooks of its own; the
/// client's are the outer ones.
///
/// Every method has a default that does nothing. Hooks run one after another in the call's own Swift task and
/// under no lock. An error that a hook throws fails the call; a `CancellationError` cancels it. A hook that
/// does not return delays its call, and only that call; a cancel of the call still ends it at once, and
/// cancels the Swift task in which the hook runs.
public protocol Hooks: Sendable {
    /// The hook's name in decisions and errors.
    var name: String { get }

    /// Called before any work of the call. The first hook that does not return ``HookVerdict/proceed`` ends
    /// the call without a request.
    func willCall(_ context: CallContext) async throws -> HookVerdict

    /// All checks have passed, and the first attempt is about to start. The number is
    /// known: ``CallContext/id``.
    func didCall(_ context: CallContext) async

    /// The response has arrived, or none will: before any policy has judged or changed it, and again after
    /// each retry that a policy requested.
    func didReceive(_ outcome: CallOutcome, _ context: CallContext) async

    /// The outcome is settled and about to be delivered. Any verdict except
    /// ``HookVerdict/proceed`` replaces it.
    func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict

    /// The call has ended, its row has ended, its caller has the outcome. Called once for every call whose
    /// ``willCall(_:)`` began, also for cancelled and skipped calls: a hook can end here what it began there.
    func didLand(_ outcome: CallOutcome, _ context: CallContext) async
}

extension Hooks {
    /// The name of the type.
    public var name: String { String(describing: Self.self) }
    /// Proceeds.
    public func willCall(_ context: CallContext) async throws -> HookVerdict { .proceed }
    /// Does nothing.
    public func didCall(_ context: CallContext) async {}
    /// Does nothing.
    public func didReceive(_ outcome: CallOutcome, _ context: CallContext) async {}
    /// Proceeds.
    public func willLand(_ outcome: CallOutcome, _ context: CallContext) async throws -> HookVerdict { .proceed }
    /// Does nothing.
    public func didLand(_ outcome: CallOutcome, _ context: CallContext) async {}
}

/// The decision of a hook.
public enum HookVerdict: Sendable {
    case proceed
    /// Ends the call quietly: it ends as cancelled (``CancelReason/hook``), which is
    /// never shown as a failure.
    case skip
    /// Fails the call with this error.
    case fail(NetError)
}
