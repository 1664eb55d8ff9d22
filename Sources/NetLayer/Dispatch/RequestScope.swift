// Work that ends with its owner, without reference counts of the work's own, without weak references, and
// without captures that could keep it alive by mistake.

/// Calls that live no longer than a value: when it goes out of scope, the calls that have not
/// ended are cancelled with ``CancelReason/scope``.
///
///     let scope = RequestScope(client)
///     let user = scope.dispatch(Users.me, on: pool)
///     let news = scope.dispatch(News.all, on: pool)
///     …                              // leaving the scope, on any path, ends the calls that still run
public struct RequestScope: ~Copyable, Sendable {
    private let client: NetClient
    /// The scope number of its tasks; see ``TaskSelection/scope(_:)``.
    public let id: ScopeID

    /// A scope whose calls go through that client.
    public init(_ client: NetClient) {
        self.client = client
        id = client.taskRegistry.newScope()
    }

    deinit { cancelAll(because: .scope) }

    /// Starts a call that ends with this scope.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        client.dispatch(endpoint, on: pool, scope: id)
    }

    /// Ends the calls that it has started and that have not ended; it may start more.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { client.cancel(.scope(id), because: reason) }
}

/// The same for a shared object without a scope of its own, such as a view or a screen: its calls
/// end when its last reference goes. The work never references the owner, so its calls end even
/// while they are in flight.
public final class RequestOwner: Sendable {
    private let client: NetClient
    /// The scope number of its tasks; see ``TaskSelection/scope(_:)``.
    public let id: ScopeID

    /// An owner whose calls go through that client.
    public init(_ client: NetClient) {
        self.client = client
        id = client.taskRegistry.newScope()
    }

    deinit { cancelAll(because: .scope) }

    /// Starts a call that ends with this owner.
    public func dispatch<R>(_ endpoint: Endpoint<R>, on pool: ServicePool) -> Handle<R> {
        client.dispatch(endpoint, on: pool, scope: id)
    }

    /// Ends the calls that it has started and that have not ended; it may start more.
    @discardableResult
    public func cancelAll(because reason: CancelReason = .user) -> [TaskID] { client.cancel(.scope(id), because: reason) }
}
