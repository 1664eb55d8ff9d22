// The last decision about a request: the program that owns the client allows it, or refuses it with a reason.

/// Decides about each request of a client immediately before it goes to the transport: after hooks, adapters,
/// credentials and cookies, and anew for each attempt, redirect and second copy. A refused request is not sent,
/// and its call fails with ``NetError/Kind/notAllowed``.
///
/// Health checks and the URLs of directives are requests of the client itself. They pass without the gate.
public struct RequestGate: Sendable {
    /// What the gate knows of a call beside its request.
    public struct Facts: Sendable, Hashable {
        /// ``ServicePool/id`` of the call's pool.
        public var pool: String
        /// The environment that the call was made in; a later change of the pool does not change it.
        public var environment: Environment
        /// See ``RequestPlan/agreements``.
        public var agreements: Set<String>
        /// The request obtains or renews a credential.
        public var isOfLogin: Bool

        /// By default the facts of a call without agreements.
        public init(
            pool: String = "", environment: Environment = .standard, agreements: Set<String> = [], isOfLogin: Bool = false
        ) {
            self.pool = pool
            self.environment = environment
            self.agreements = agreements
            self.isOfLogin = isOfLogin
        }
    }

    /// Why a request is not sent; `nil` sends it. Called on any thread, for each request: it must return
    /// quickly. A later call may return something else.
    public let refusal: @Sendable (WireRequest, Facts) -> String?

    /// - Parameter refusal: why a request is not sent; `nil` sends it.
    public init(_ refusal: @escaping @Sendable (WireRequest, Facts) -> String?) { self.refusal = refusal }
}
