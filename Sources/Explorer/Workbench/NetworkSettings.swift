// The user's settings for all requests: how they are sent, where to, and their limits. The options of the
// command line fill it.

import Foundation
import NetLayer
import Workspace

/// How requests are sent, unless their workspace or their description specifies it.
public struct NetworkSettings: Sendable {
    /// Header fields of every request.
    public var headers = Headers()
    /// Other origins than the API's that may receive its credentials, as ``URI/origin``.
    public var agreedOrigins: Set<String> = []
    /// Requests go here instead of the description's servers; `nil` for the servers.
    public var base: String?
    public var timeouts = Timeouts.byPolicy
    /// The most bytes of a body that are accepted, before and after decompression; `nil` for the usual limit.
    public var maxBody: Int?
    public var connection = ConnectionOptions()
    /// How often a request is repeated after a temporary failure; `nil` for one attempt at each
    /// of several services.
    public var retries: Int?
    /// The hedge, the priority and the deadline of requests that do not specify them. Its other rules have no
    /// effect: ``retries`` gives the retries.
    public var calls = CallPolicies()
    /// How a JSON response reports success and failure.
    public var business: BusinessCode?
    /// The API of a workspace that has several.
    public var api: String?
    /// The environment of a workspace or a collection; `nil` for its first.
    public var environment: String?
    /// Whether requests leave a broken service for the next one; `nil` for the workspace's setting.
    public var failsOver: Bool?
    /// References of a description may lead to any host.
    public var allowsNetworkReferences = false
    /// The most requests in flight at once.
    public var mostRequests = 64
    /// The most requests in flight at once for one host.
    public var mostPerHost = 16
    /// The log of the calls; `nil` for none.
    public var log: LogChoice?
    /// The guards that all requests meet.
    public var guards = Guards()
    /// Environments with the guard `confirm` to whose requests the user agrees beforehand.
    public var confirmedEnvironments: Set<String> = []
    /// Identifies the program in requests whose headers do not.
    public var userAgent: String

    public init(userAgent: String = "explorer") { self.userAgent = userAgent }

    /// The defaults that the screen gives every request.
    public var defaults: RequestDefaults {
        var defaults = RequestDefaults(
            timeouts: timeouts, connection: connection, retries: retries ?? 0, generator: generator)
        defaults.allowsNetworkReferences = allowsNetworkReferences
        defaults.agreedOrigins = agreedOrigins
        defaults.maxBody = maxBody
        defaults.guards = guards.book
        defaults.mostPerHost = min(mostPerHost, mostRequests)
        return defaults
    }

    /// The service at ``base``.
    public var service: Service? { base.map { Service(name: URI($0).host ?? "base", baseURL: URI($0)) } }

    /// Makes the wire requests of plans.
    public var generator: RequestGenerator {
        var headers = headers
        if headers.first("User-Agent") == nil { headers.add(HeaderField("User-Agent", userAgent)) }
        return RequestGenerator(commonHeaders: headers)
    }

    /// The pool with the connection options of the user, and with failover where the workspace declares it or
    /// the user asks for it.
    public func equipped(_ pool: ServicePool) -> ServicePool {
        var services = pool.services
        for index in services.indices { services[index].connection = services[index].connection.overlaid(by: connection) }
        let options = pool.failover?.options ?? (failsOver == true && services.count > 1 ? FailoverOptions() : nil)
        guard let options, failsOver != false else {
            // The first service that has an address in this environment: any other rule could
            // choose one without.
            return pool.replacing(services: services, active: pool.present.first ?? 0)
        }
        return pool.replacing(services: services, failover: FailoverController(services, options: options))
    }

    /// The wire request for display: to the service that its plan names, else to the first
    /// that has an address.
    /// - Throws: why the plan cannot be sent.
    public func wireRequest(of plan: RequestPlan, on pool: ServicePool) throws(NetError) -> WireRequest {
        let named = pool.services.first { $0.name == plan.destination.service }
        let first = pool.present.first.map { pool.services[$0] } ?? pool.services.first
        return try generator.request(for: plan, on: (named ?? first)?.standing(in: pool.environment))
    }

    /// Completes a plan before it is sent: timeouts, limits, policies, connection and service.
    /// - Parameter service: the number of a service, from 1, or its name: the request goes to this one only.
    /// - Throws: why the request has no server. Exit code 64.
    public func prepare(_ plan: inout RequestPlan, on pool: ServicePool, service: String?) throws(Refusal) {
        if pool.services.isEmpty, plan.destination.baseURL == nil, plan.path.hasPrefix("/") {
            throw Refusal(
                usage: "\(plan.id) has no server", ["The description has no server: give one with --base URL."])
        }
        if plan.timeouts == .byPolicy { plan.timeouts = timeouts }
        plan.limitBody(maxBody)
        plan.applyPolicies(calls)
        plan.applyConnection(connection, from: pool)
        plan.credentialScope.agreed = agreedOrigins
        if let service { plan.destination.service = try Self.service(service, of: pool) }
    }

    private static func service(_ text: String, of pool: ServicePool) throws(Refusal) -> String {
        if let named = pool.services.first(where: { $0.name == text }) { return named.name }
        if let number = Int(text), pool.services.indices.contains(number - 1) { return pool.services[number - 1].name }
        let known = pool.services.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", ")
        throw Refusal(
            usage: "there is no service '\(text)'", [known.isEmpty ? "The request has no services." : "It has: \(known)."])
    }
}

extension NetworkSettings {
    /// Where a client stores its persistent data, and the handler of failures to store it.
    public struct ClientStorage: Sendable {
        let paths: Paths
        let onProblem: @Sendable (String) -> Void

        /// - Parameters:
        ///   - paths: the user's own files; without a home directory nothing is stored.
        ///   - onProblem: called with a description of data that cannot be stored.
        public init(_ paths: Paths, onProblem: @escaping @Sendable (String) -> Void) {
            (self.paths, self.onProblem) = (paths, onProblem)
        }
    }

    /// A client with these settings.
    /// - Parameters:
    ///   - log: the open log that ``log`` asks for.
    ///   - keeping: for a persistent session: cookies, responses and tokens outlive the program. With `nil` the client
    ///     forgets them at its end: until then, a request sends the cookies that an earlier one has received, and may use
    ///     its response.
    ///   - history: records the calls that it has marked.
    ///   - network: knows whether the network is there.
    public func client(
        log: CallLog?, keeping: ClientStorage? = nil, history: HistoryRecorder? = nil, network: NetworkStatusSource = .none
    ) -> NetClient {
        CurlTransport.raiseOpenFileLimit()
        let cookies: CookieJar
        let cache: ResponseCache
        var accounts = Accounts()
        if let keeping {
            let paths = keeping.paths
            // The user's private files are in a folder that only the user can read.
            if paths.cookies != nil { keeping.makeFolder(paths.state) }
            cookies = CookieJar(
                file: paths.cookies, onProblem: { keeping.onProblem("Cookies cannot be saved: \($0)") })
            cache = ResponseCache(disk: paths.responses.map { DiskCache(folder: $0) })
            if let tokens = paths.tokens { accounts = Accounts(tokens: FileTokenStore(path: tokens)) }
        } else {
            cookies = CookieJar()
            cache = ResponseCache()
        }
        var behaviour = ClientBehaviour()
        if let history { behaviour.hooks = [history] }
        if let log { behaviour.excerptBytes = log.excerptBytes }
        behaviour.gate = guards.gate
        let client = NetClient(
            transport: CurlTransport(), generator: generator,
            limits: DispatchLimits(total: mostRequests, perHost: mostPerHost), keepEnded: 10_000,
            // The screen sets a policy for each request.
            policies: CallPolicies(retry: retries.flatMap { $0 > 0 ? RetryPolicy(attempts: $0 + 1) : nil }),
            behaviour: behaviour, accounts: accounts, cookies: cookies, network: network, cache: cache)
        history?.attach(client)
        log?.follow(client)
        return client
    }
}

extension NetworkSettings.ClientStorage {
    fileprivate func makeFolder(_ path: String) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            onProblem("Cookies and logins are not saved: \(path) cannot be created")
        }
    }
}
