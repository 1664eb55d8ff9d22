// Work that ends with its owner: no reference counts of the work's own, no weak references, nothing that a closure could hold on to by mistake.

/// Calls that live no longer than a value: when it goes out of scope, those that have not ended are cancelled because of
/// ``CancelReason/scope``.
///
///     let scope = RequestScope(client)
///     let user = scope.dispatch(Users.me, on: pool)
///     let news = scope.dispatch(News.all, on: pool)
///     …                                       // leaving here, on whatever way, ends what still runs
public struct RequestScope: ~Copyable, Sendable {
    private let client: NetClient
    /// What its tasks bear; see ``TaskSelection/scope(_:)``.
    public let id: ScopeID

    /// A scope whose calls that client makes.
    public init(_ client: NetClient) {
        self.client = client
        id = client.desk.newScope()
    }

    deinit { cancelAll(because: .scope) }

    /// Starts a call that ends with this scope.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        client.dispatch(endpoint, on: pool, scope: id)
    }

    /// Ends what it has started and has not ended; it may start more.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { client.cancel(.scope(id), because: reason) }
}

/// The same for what is shared and has no scope of its own, a view or a screen: its calls end when the last reference to it goes. The work
/// never holds it, so that comes true also while calls are in the air (B-HH-D6, B-CT-7, YB-12).
public final class RequestOwner: Sendable {
    private let client: NetClient
    /// What its tasks bear; see ``TaskSelection/scope(_:)``.
    public let id: ScopeID

    /// An owner whose calls that client makes.
    public init(_ client: NetClient) {
        self.client = client
        id = client.desk.newScope()
    }

    deinit { cancelAll(because: .scope) }

    /// Starts a call that ends with this owner.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        client.dispatch(endpoint, on: pool, scope: id)
    }

    /// Ends what it has started and has not ended; it may start more.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { client.cancel(.scope(id), because: reason) }
}
