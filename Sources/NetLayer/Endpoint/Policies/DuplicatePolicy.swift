// How the engine treats a call while a similar one is executing, and which calls are similar.

/// The rule for a call that is made while a similar one is executing. A call is executing from its creation,
/// whatever its work is doing, until its row ends. Calls whose bodies are read as streams take no part. The
/// raw value is the name for users and files.
public enum DuplicatePolicy: String, Sendable, Hashable, CaseIterable {
    /// All of them run.
    case allowAll = "allow-all"
    /// The new call runs; the older ones end as ``TaskState/superseded``,
    /// and their callers get ``CancelReason/superseded``.
    case cancelOldest = "cancel-oldest"
    /// The new call is not sent: it ends as ``TaskState/superseded``,
    /// and its caller gets ``NetError/Kind/duplicate``.
    case rejectNewest = "reject-newest"
    /// The new call sends nothing and waits for the response of the executing one (coalescing, single
    /// flight). Only calls of a safe method (RFC 9110 §9.2.1) and of the same ``CallPolicies/fetch`` are
    /// joined, and none older than ``CallPolicies/maxJoinAge``; any other call runs independently. The calls
    /// share the response as received: each judges, checks and decodes it by its own ``CallBehaviour``. Hooks
    /// run only for the call that sends.
    ///
    /// The engine counts the waiting calls: a cancel, or a call's own ``CallPolicies/deadline``, ends that
    /// call and leaves the others; the work ends with the last one.
    case join
}

/// Which calls of a client are similar. Later calls are compared with calls that set a name by ``named(_:)``,
/// and with calls whose ``CallPolicies/duplicates`` is not ``DuplicatePolicy/allowAll``.
public enum Likeness: Sendable, Hashable {
    /// Calls of one endpoint, method and pool whose plans have the same path, parameters, headers
    /// and body. Additions of adapters, providers and signers are not compared: name the calls
    /// where these additions distinguish them.
    case sameRequest
    /// Calls of one endpoint, method and pool, whatever they send: for example the latest
    /// text of a search field.
    case sameEndpoint
    /// Calls with this name.
    case named(String)
}
