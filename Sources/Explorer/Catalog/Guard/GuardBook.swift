// The guards in force, and their one decision about a request. Screen, commands and engine ask here.

import NetLayer

/// What the guards decide about a request.
public enum GuardDecision: Sendable, Hashable {
    case allowed
    /// The user has to agree to the request first, because of these guards; never empty.
    case confirm([GuardRule], UnsafeSign)
    /// It must not be sent.
    case refused(GuardRule, UnsafeSign)

    /// Why a request is not sent as it is; a sentence without a full stop. `nil` where it may be sent.
    public var refusal: String? {
        switch self {
        case .allowed: nil
        case .confirm(let rules, let sign):
            "\(sign.words), and \(rules.map(\.words).joined(separator: "; ")): the user has not confirmed it"
        case .refused(let rule, let sign): "\(sign.words), and \(rule.words)"
        }
    }
}

/// All guards, from wherever they come. They add up: of several that apply, the strictest counts.
public struct GuardBook: Sendable, Hashable {
    /// An address of an environment, with the environment's guard.
    public struct Place: Sendable, Hashable {
        var api: String
        var environment: Environment
        var address: URI
        /// `nil`: the environment has no guard.
        var rule: GuardRule?

        public init(api: String, environment: Environment, address: URI, rule: GuardRule?) {
            self.api = api
            self.environment = environment
            self.address = address
            self.rule = rule
        }
    }

    /// The places of each workspace, by the path of its file.
    private var places: [String: [Place]] = [:]
    /// Environments whose requests go to an address that the workspace does not name (`--base`).
    private var redirected: Set<Use> = []
    /// `--read-only`.
    public var isReadOnly = false
    /// `:guard`; it can only add to the other guards.
    public var session: GuardLevel?

    /// An environment of an API.
    private struct Use: Sendable, Hashable {
        var api: String
        var environment: Environment
    }

    public init() {}

    /// Records the places of a workspace, in place of those that were known of its file before.
    public mutating func record(_ places: [Place], of file: String) { self.places[file] = places }

    /// Guards every request as the environment does: the user sends its requests to another address.
    public mutating func redirect(_ environment: Environment, of api: String) {
        redirected.insert(Use(api: api, environment: environment))
    }

    /// The decision about a request in its final form.
    public func decide(_ request: WireRequest, _ facts: RequestGate.Facts) -> GuardDecision {
        let isBound = facts.agreements.contains(GuardRule.onlySafe)
        guard hasRules || isBound, let sign = UnsafeSign.find(in: request) else { return .allowed }
        // A token request changes nothing of the API, and without a token nothing can be read either.
        if facts.isOfLogin, sign == .method(.post) { return .allowed }
        if isBound { return .refused(GuardRule(.readOnly, .verification), sign) }
        let rules = rules(for: request, facts)
        if let rule = rules.first(where: { $0.level == .readOnly }) { return .refused(rule, sign) }
        let open = rules.filter { !facts.agreements.contains($0.agreement) }
        return open.isEmpty ? .allowed : .confirm(open, sign)
    }

    /// The guards in force while requests go to an environment, the strictest first.
    public func rules(in environment: Environment, of api: String) -> [GuardRule] {
        guard hasRules else { return [] }
        let own = allPlaces.filter { $0.belongs(to: api) && $0.environment == environment }.compactMap(\.rule)
        return Self.ordered(everywhere + own)
    }

    /// Whether any guard exists.
    public var hasRules: Bool {
        isReadOnly || session != nil || places.values.contains { places in places.contains { $0.rule != nil } }
    }

    // MARK: Rules of one request

    private var allPlaces: [Place] { places.values.flatMap(\.self) }

    /// The guards of all requests.
    private var everywhere: [GuardRule] {
        let base = allPlaces.filter { redirected.contains(Use(api: $0.api, environment: $0.environment)) }.compactMap(\.rule)
        return (isReadOnly ? [GuardRule(.readOnly, .option)] : []) + (session.map { [GuardRule($0, .session)] } ?? []) + base
    }

    private func rules(for request: WireRequest, _ facts: RequestGate.Facts) -> [GuardRule] {
        var rules = everywhere + self.rules(at: request.url, facts)
        // A front server chooses the target by the field.
        if let host = request.headers["Host"] {
            var url = request.url
            url.authority = host
            rules += self.rules(at: url, facts)
        }
        return Self.ordered(rules)
    }

    /// Those of the environments that own the address: the one with the longest base URL, and the one in use where
    /// it has the address too. An address of no environment belongs to the environment in use, and on a server that
    /// environments share, to all of them.
    private func rules(at url: URI, _ facts: RequestGate.Facts) -> [GuardRule] {
        let places = allPlaces
        func isInUse(_ place: Place) -> Bool { place.belongs(to: facts.pool) && place.environment == facts.environment }
        let onServer = places.filter { $0.server == url.guardedServer }
        let path = url.normalized.path
        let below = url.hidesItsPath ? [] : onServer.filter { $0.covers(path) }
        let deepest = below.map(\.depth).max()
        let owners = below.filter { $0.depth == deepest || isInUse($0) }
        return (owners.isEmpty ? onServer + places.filter(isInUse) : owners).compactMap(\.rule)
    }

    private static func ordered(_ rules: [GuardRule]) -> [GuardRule] {
        var seen: Set<GuardRule> = []
        return rules.filter { seen.insert($0).inserted }.sorted { ($1.level, $0.words) < ($0.level, $1.words) }
    }
}

extension GuardBook.Place {
    /// A pool without a name may be of any API.
    fileprivate func belongs(to api: String) -> Bool { api.isEmpty || self.api == api }

    fileprivate var server: String { address.guardedServer }
    /// The path without the slash at its end.
    private var base: String {
        let path = address.normalized.path
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    fileprivate var depth: Int { base.utf8.count }
    fileprivate func covers(_ path: String) -> Bool { path == base || path.hasPrefix(base + "/") }
}

extension URI {
    /// The server, whether http or https: host and port, without the usual ports. Both schemes and both
    /// spellings of a host lead to one server.
    fileprivate var guardedServer: String {
        let url = normalized
        var host = url.host ?? ""
        while host.hasSuffix(".") { host.removeLast() }
        return url.port.map { [80, 443].contains($0) ? host : "\(host):\($0)" } ?? host
    }

    /// A server may decode such a path to another one.
    fileprivate var hidesItsPath: Bool {
        let path = path.lowercased()
        return ["%2f", "%5c", "%2e", "/../", "\\"].contains { path.contains($0) } || path.hasSuffix("/..")
    }
}
