// The code that a call runs at fixed points of the pipeline, separate from its request (a
// plain value) and its decoding.

/// What an endpoint does besides sending its request. Every default does nothing.
public struct CallBehaviour: Sendable {
    private struct Parts: Sendable {
        var request: RequestBehaviour = RequestBehaviour()
        var hooks: [any Hooks] = []
        var checkParameters: (@Sendable ([Parameter]) throws -> Void)?
        var acceptsStatus: @Sendable (Int) -> Bool = { $0 < 400 }
        var business: BusinessRule?
        var shape: JSONShape?
        var checkAnswer: (@Sendable (RawResponse) throws -> Void)?
        var policy: ResponsePolicy?
        var takesBody: BodyTaking?
        var shouldStore: (@Sendable (RawResponse) -> Bool)?
    }

    private var shared = Self.nothing
    private static let nothing = Shared(Parts())
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// Changes the call's requests.
    public var request: RequestBehaviour {
        get { parts.request }
        _modify { yield &parts.request }
    }
    /// The endpoint's own hooks, outer to inner; they run inside the client's.
    public var hooks: [any Hooks] {
        get { parts.hooks }
        _modify { yield &parts.hooks }
    }
    /// Rejects parameters by throwing: nothing is sent, and the call fails with
    /// ``NetError/Kind/badParameters``. `nil` accepts all.
    public var checkParameters: (@Sendable ([Parameter]) throws -> Void)? {
        get { parts.checkParameters }
        _modify { yield &parts.checkParameters }
    }
    /// Which statuses are a success; the others fail with ``NetError/Kind/status(_:)``.
    public var acceptsStatus: @Sendable (Int) -> Bool {
        get { parts.acceptsStatus }
        _modify { yield &parts.acceptsStatus }
    }
    /// How the body expresses success and failure; ``ClientBehaviour/business`` when `nil`.
    public var business: BusinessRule? {
        get { parts.business }
        _modify { yield &parts.business }
    }
    /// The shape of a success's body; another shape fails with ``NetError/Kind/validation``.
    public var shape: JSONShape? {
        get { parts.shape }
        _modify { yield &parts.shape }
    }
    /// Rejects responses by throwing: they fail with ``NetError/Kind/validation`` and stay in
    /// the error. `nil` accepts all.
    public var checkAnswer: (@Sendable (RawResponse) throws -> Void)? {
        get { parts.checkAnswer }
        _modify { yield &parts.checkAnswer }
    }
    /// The endpoint's own policy for its outcomes, after the service's: special cases of one API do not
    /// belong in the service.
    public var policy: ResponsePolicy? {
        get { parts.policy }
        _modify { yield &parts.policy }
    }

    /// Receives the bodies of the call's responses; the engine does when `nil`. Streams and
    /// downloads have their own path.
    public var takesBody: BodyTaking? {
        get { parts.takesBody }
        _modify { yield &parts.takesBody }
    }

    /// Whether a response that has passed all checks may be stored. `nil` stores them all.
    public var shouldStore: (@Sendable (RawResponse) -> Bool)? {
        get { parts.shouldStore }
        _modify { yield &parts.shouldStore }
    }

    /// Every property at its default.
    public init() {}
}

/// Makes a taker for each response of a call, except for followed redirects: for each attempt, and for each
/// of two concurrent copies. Receives the call's number, the head, and the URL that responds, on any thread:
/// the task-local values there may be those of another call. `nil` leaves this body to the engine.
public typealias BodyTaking = @Sendable (TaskID, ResponseHead, URI) -> (any BodyTaker)?

/// Runs the work of a call, once. Task-local values that it sets reach the call's hooks, adapters, decoding
/// and transport.
package typealias CallWrapping = @Sendable (_ plan: RequestPlan, _ work: () async -> Void) async -> Void

/// The behaviour that all calls of a client share.
public struct ClientBehaviour: Sendable {
    /// The outer hooks.
    public var hooks: [any Hooks] = []
    /// The policies of services, by their names; calls to other services and to absolute URLs get ``policy``.
    public var servicePolicies: [String: ResponsePolicy] = [:]
    /// The policy of all services without a policy of their own: one hook over every response.
    public var policy: ResponsePolicy?
    /// How bodies express success and failure, for endpoints that do not set it.
    public var business: BusinessRule?
    /// The texts that users see for failures.
    public var texts = ErrorTexts.standard
    /// How many bytes of a response's body its row stores for logs (``TaskRow/excerpt``).
    /// 0, the default, stores none.
    public var excerptBytes = 0
    /// Allows or refuses each request immediately before it is sent; `nil` allows all.
    public var gate: RequestGate?
    /// The value of a module over the engine, such as the JSON coders of NetLayerFoundation: code that
    /// decodes a response reads it from ``AttachedValue``.
    package var attached: (any Sendable)?
    /// Runs around the work of each call that runs hooks; `nil` runs the work alone.
    package var around: CallWrapping?

    /// No hooks, no policies and no gate, the standard texts.
    public init() {}
}

/// The value that a client attaches to the decoding of its responses.
package enum AttachedValue {
    /// ``ClientBehaviour/attached`` of the client whose response is decoded; `nil` outside of a decoding.
    package static var current: (any Sendable)? { storage.get() }

    private static let storage = TaskLocal<(any Sendable)?>(wrappedValue: nil)

    static func with<R>(_ value: (any Sendable)?, _ body: () throws -> R) rethrows -> R {
        guard let value else { return try body() }
        return try storage.withValue(value, operation: body)
    }
}
