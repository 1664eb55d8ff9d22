// The stages of a call, in one list. Dispatch owns the attempts and knows the other stages by their
// protocols; the client that is made puts them together.
//
//     identity      as whom: the account, its login and its cookies, fixed when the call begins
//     duplicates    joins, replaces or refuses a similar call                     DuplicateClaim
//     providers     pull parameters and body                                      RequestGenerator
//     willCall      hooks; then the checks of the parameters; then didCall        HookChain
//     cache         a stored response in place of all that follows, or beside it
//     gate          a credential for each request, not renewed without a network; attempts again after a renewal
//     attempts      retries, hedges, other services                               AttemptLoop, Attempt
//     exchange      one request and its response, redirects followed              Exchange
//     received      the cache confirms, replaces or keeps the response
//     judge         status, the body's own code, policies, decoding, checks       CallJudge
//     willLand      hooks; the caller gets the result; then didLand               HookChain

/// The stages that other parts of the library provide. A client without a part leaves its stage out.
struct CallStages: Sendable {
    /// `nil`: no call has an account or cookies.
    var identity: (any IdentityStage)?
    /// `nil`: no response is stored.
    var cache: (any CacheStage)?
}

// MARK: Identity

/// Says as whom calls are made.
protocol IdentityStage: AnyObject, Sendable {
    /// The identity of a call that begins now; `nil` for a call without account, login and cookies.
    func identity(of plan: RequestPlan, on pool: ServicePool, for client: NetClient) -> (any CallIdentity)?
}

/// As whom one call is made. Logins, logouts and changes of account do not affect calls that have begun.
protocol CallIdentity: Sendable {
    /// Separates the calls of different logins: they never share a response. Empty without account and login.
    var name: String { get }
    /// No call of it waits for a login.
    var isFixed: Bool { get }
    /// A login or logout has happened since.
    var isOutdated: Bool { get }

    /// What it adds to a request to a URL; `nil` for nothing.
    func additions(for url: URI) -> RequestIdentity?
    /// Signs the requests of the call; `nil` where no authentication is needed.
    func makeGate() -> (any CallGate)?
    /// The request with the cookies for its URL.
    func addingCookies(to request: WireRequest) -> WireRequest
    /// Stores the cookies that a response sets.
    func storeCookies(_ head: ResponseHead, from url: URI)
}

/// Encloses the attempts of one call: authentication is settled before any other stage handles the response.
protocol CallGate: Sendable {
    /// Responses that a stream's reader must not see before it is known that they are final.
    var held: GatedResponses { get }

    /// The credential for the next request; `nil` when it goes without one, or has one of its own.
    func credential(for call: CallOrder) async throws(NetError) -> (any RequestCredential)?
    /// The response of the attempts, which it may repeat once with a new credential.
    func run(
        _ attempts: AttemptLoop, _ call: CallOrder, business: (RawResponse) -> BusinessFailure?
    ) async throws(NetError) -> RawResponse
}

// MARK: Cache

/// Stores responses and serves stored ones.
protocol CacheStage: AnyObject, Sendable {
    /// The response of a call that needs no task: a fresh one in memory. `nil`: the call takes the usual
    /// path.
    func hit<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, for client: NetClient) -> R?
    /// How a call uses stored responses; `nil`: not at all.
    func session<R>(_ endpoint: Endpoint<R>, on pool: ServicePool, for client: NetClient) -> (any CacheSession<R>)?
    /// Removes the stored responses that a response to an unsafe method makes invalid (RFC 9111 §4.4).
    func invalidate(after answer: RawResponse, to call: Call)
}

/// One call's use of stored responses.
protocol CacheSession<Response>: Sendable {
    associatedtype Response: Sendable

    /// The behaviour of the call, whose body is also kept where it goes to a taker.
    func copyingBody(_ behaviour: CallBehaviour) -> CallBehaviour
    /// The call's response, from storage or from its attempts.
    func run(
        _ call: inout Call, _ decode: @Sendable (RawResponse) throws -> Response
    ) async throws(NetError) -> (Response, RawResponse)
}

/// Sees the outcome of a call's attempts before it is judged.
protocol ReceivedStage: AnyObject {
    /// The outcome in place of the one that was received.
    func pass(_ outcome: CallOutcome, of call: inout Call) async -> CallOutcome
}
