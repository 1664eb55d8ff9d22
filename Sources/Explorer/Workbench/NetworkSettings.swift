// What the user has said of all requests: how they are sent, where to, and by which limits. The options of the command line fill it.

import Foundation
import NetLayer
import Workspace

/// How requests are sent, unless their workspace or their description says it of them.
public struct NetworkSettings: Sendable {
    /// Header fields of every request.
    public var headers = Headers()
    /// Other origins than the API's that may have its credentials, as ``URI/origin``.
    public var agreedOrigins: Set<String> = []
    /// Requests go here instead of the description's servers; `nil` for the servers.
    public var base: String?
    public var timeouts = Timeouts.byPolicy
    /// Bytes of a body that are taken at most, before and after it is unpacked; `nil` for the usual limit.
    public var maxBody: Int?
    public var connection = ConnectionOptions()
    /// How often a request is sent again when it failed in a way that may pass; `nil` for once to each of several services.
    public var retries: Int?
    /// How a JSON response says success and failure.
    public var business: BusinessCode?
    /// The API of a workspace that has several.
    public var api: String?
    /// The environment of a workspace or a collection; `nil` for its first.
    public var environment: String?
    /// Whether a service that breaks is left for the next; `nil` for what the workspace says.
    public var failsOver: Bool?
    /// References of a description may lead anywhere in the network.
    public var allowsNetworkReferences = false
    /// Requests in flight at once.
    public var mostRequests = 64
    /// Requests in flight at once for one host.
    public var mostPerHost = 16
    /// Names the program, where no header does.
    public var userAgent: String

    public init(userAgent: String = "explorer") { self.userAgent = userAgent }

    /// What the screen gives every request.
    public var defaults: RequestDefaults {
        var defaults = RequestDefaults(
            timeouts: timeouts, connection: connection, retries: retries ?? 0, generator: generator)
        defaults.allowsNetworkReferences = allowsNetworkReferences
        defaults.agreedOrigins = agreedOrigins
        defaults.maxBody = maxBody
        defaults.mostPerHost = min(mostPerHost, mostRequests)
        return defaults
    }

    /// The service of ``base``.
    public var service: Service? { base.map { Service(name: URI($0).host ?? "base", baseURL: URI($0)) } }

    /// Makes the wire requests of plans.
    public var generator: RequestGenerator {
        var headers = headers
        if headers.first("User-Agent") == nil { headers.add(HeaderField("User-Agent", userAgent)) }
        return RequestGenerator(commonHeaders: headers)
    }

    /// The pool with its connections as they are asked for, and with failover where it is declared or asked for.
    public func equipped(_ pool: ServicePool) -> ServicePool {
        var services = pool.services
        for index in services.indices { services[index].connection = services[index].connection.overlaid(by: connection) }
        let options = pool.failover?.options ?? (failsOver == true && services.count > 1 ? FailoverOptions() : nil)
        guard let options, failsOver != false else {
            // The first that there is here: no other rule would leave one without an address.
            return pool.with(services: services, active: pool.present.first ?? 0)
        }
        return pool.with(services: services, failover: FailoverController(services, options: options))
    }

    /// The wire request that is only shown: to the service that its plan names, else to the first that there is.
    /// - Throws: why the plan cannot be sent.
    public func wireRequest(of plan: RequestPlan, on pool: ServicePool) throws(NetError) -> WireRequest {
        let named = pool.services.first { $0.name == plan.destination.service }
        let first = pool.present.first.map { pool.services[$0] } ?? pool.services.first
        return try generator.request(for: plan, on: (named ?? first)?.standing(in: pool.environment))
    }

    /// How a request is sent on its way.
    /// - Parameter service: the number of a service, from 1, or its name: the request goes there and nowhere else.
    /// - Throws: why it can go nowhere. Exit code 64.
    public func prepare(_ plan: inout RequestPlan, on pool: ServicePool, service: String?) throws(Refusal) {
        if pool.services.isEmpty, plan.destination.baseURL == nil, plan.path.hasPrefix("/") {
            throw Refusal(
                usage: "\(plan.id) has no server to be sent to", ["The description names none: say it with --base URL."])
        }
        if plan.timeouts == .byPolicy { plan.timeouts = timeouts }
        plan.limitBody(maxBody)
        plan.takeConnection(connection, from: pool)
        plan.credentialScope.agreed = agreedOrigins
        if let service { plan.destination.service = try Self.service(service, of: pool) }
    }

    private static func service(_ text: String, of pool: ServicePool) throws(Refusal) -> String {
        if let named = pool.services.first(where: { $0.name == text }) { return named.name }
        if let number = Int(text), pool.services.indices.contains(number - 1) { return pool.services[number - 1].name }
        let known = pool.services.enumerated().map { "\($0 + 1) \($1.name)" }.joined(separator: ", ")
        throw Refusal(
            usage: "there is no service '\(text)'", [known.isEmpty ? "The request has no services." : "There are: \(known)."])
    }
}

extension NetworkSettings {
    /// Where a client keeps what outlives it, and who is told when that fails.
    public struct Keeping: Sendable {
        let paths: Paths
        let onProblem: @Sendable (String) -> Void

        /// - Parameters:
        ///   - paths: files of the user's own; without a home nothing is stored.
        ///   - onProblem: told what cannot be stored.
        public init(_ paths: Paths, onProblem: @escaping @Sendable (String) -> Void) {
            (self.paths, self.onProblem) = (paths, onProblem)
        }
    }

    /// A client by these settings.
    /// - Parameters:
    ///   - keeping: for a session that stays: cookies go back, and responses and tokens may be stored. `nil` stores nothing.
    ///   - history: records the calls that it has marked.
    public func client(keeping: Keeping? = nil, history: HistoryRecorder? = nil) -> NetClient {
        CurlTransport.raiseOpenFileLimit()
        var (cookies, cache, accounts) = (CookieJar?.none, ResponseCache?.none, Accounts())
        if let keeping {
            let paths = keeping.paths
            // What is only the user's lies in a folder that is only his.
            if paths.cookies != nil { keeping.makeFolder(paths.state) }
            cookies = CookieJar(
                file: paths.cookies, onProblem: { keeping.onProblem("Cookies cannot be kept: \($0)") })
            cache = ResponseCache(disk: paths.answers.map { DiskCache(folder: $0) })
            if let tokens = paths.tokens { accounts = Accounts(tokens: FileTokenStore(path: tokens)) }
        }
        var behaviour = ClientBehaviour()
        if let history { behaviour.hooks = [history] }
        let client = NetClient(
            transport: CurlTransport(), generator: generator,
            limits: DispatchLimits(total: mostRequests, perHost: mostPerHost), keepEnded: 10_000,
            // The screen gives each request a policy of its own.
            policies: CallPolicies(retry: retries.flatMap { $0 > 0 ? RetryPolicy(attempts: $0 + 1) : nil }),
            behaviour: behaviour, accounts: accounts, cookies: cookies, cache: cache)
        history?.attach(client)
        return client
    }
}

extension NetworkSettings.Keeping {
    fileprivate func makeFolder(_ path: String) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            onProblem("Cookies and logins are not kept: \(path) cannot be made")
        }
    }
}
