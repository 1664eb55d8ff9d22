// The code that a call runs at the seams of the pipeline, apart from its request (a plain value) and its decoding.

/// What an endpoint does besides sending its request. Everything has a default that does nothing.
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

    /// One element. An array, because its copies share it until one changes: every call takes it along, and most do nothing.
    private var shared = Self.nothing
    private static let nothing = [Parts()]
    private var parts: Parts {
        _read { yield shared[0] }
        _modify { yield &shared[0] }
    }

    /// What is done to its requests.
    public var request: RequestBehaviour {
        get { parts.request }
        _modify { yield &parts.request }
    }
    /// Its own hooks, outer to inner; they stand inside the client's.
    public var hooks: [any Hooks] {
        get { parts.hooks }
        _modify { yield &parts.hooks }
    }
    /// Refuses parameters by throwing: nothing is sent, and the call fails with ``NetError/Kind/badParameters`` (CT-P4). None accepts all (B-CT-1).
    public var checkParameters: (@Sendable ([Parameter]) throws -> Void)? {
        get { parts.checkParameters }
        _modify { yield &parts.checkParameters }
    }
    /// Which statuses are a success; the others fail with ``NetError/Kind/status(_:)`` (YT-4).
    public var acceptsStatus: @Sendable (Int) -> Bool {
        get { parts.acceptsStatus }
        _modify { yield &parts.acceptsStatus }
    }
    /// How success and failure stand in the body; ``ClientBehaviour/business`` when `nil`.
    public var business: BusinessRule? {
        get { parts.business }
        _modify { yield &parts.business }
    }
    /// The shape of the body of a success; another one fails with ``NetError/Kind/validation``.
    public var shape: JSONShape? {
        get { parts.shape }
        _modify { yield &parts.shape }
    }
    /// Refuses answers by throwing: they fail with ``NetError/Kind/validation`` and stay in the error (CT-S4). None accepts all (B-CT-1).
    public var checkAnswer: (@Sendable (RawResponse) throws -> Void)? {
        get { parts.checkAnswer }
        _modify { yield &parts.checkAnswer }
    }
    /// The endpoint's own word on its outcomes, after the service's: no special case of one API stands in the service (B-CT-11).
    public var policy: ResponsePolicy? {
        get { parts.policy }
        _modify { yield &parts.policy }
    }

    /// Who keeps the bodies of its answers; the engine when `nil`. Streams and downloads have their own way.
    public var takesBody: BodyTaking? {
        get { parts.takesBody }
        _modify { yield &parts.takesBody }
    }

    /// Whether an answer that everything else has said yes to may be stored (YB-9). None stores them all.
    public var shouldStore: (@Sendable (RawResponse) -> Bool)? {
        get { parts.shouldStore }
        _modify { yield &parts.shouldStore }
    }

    /// Nothing is done besides.
    public init() {}
}

/// What holds for all calls of a client.
public struct ClientBehaviour: Sendable {
    /// The outer hooks.
    public var hooks: [any Hooks] = []
    /// The policies of services, by their names; calls to other services and to absolute URLs get ``policy``.
    public var servicePolicies: [String: ResponsePolicy] = [:]
    /// The policy of all services that have none of their own: one hook over every answer (HD-7).
    public var policy: ResponsePolicy?
    /// How success and failure stand in bodies, for endpoints that do not say it themselves.
    public var business: BusinessRule?
    /// The user's words for failures.
    public var texts = ErrorTexts.standard
    /// How many bytes of an answer's body are kept in its row for logs (``TaskRow/excerpt``). 0, the default, keeps none.
    public var excerptBytes = 0

    /// No hooks and no policies, the standard texts.
    public init() {}
}
