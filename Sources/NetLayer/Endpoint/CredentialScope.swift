// The origins that may receive the secrets of a request: a secret that was given for one server goes to
// another only with the user's agreement.

/// The origins (RFC 6454, in the form of ``URI/origin``) that may receive the secrets of a plan.
public struct CredentialScope: Sendable, Hashable {
    /// The plan's secrets are for these origins, and for those of the service that the request
    /// goes to. `nil`: they are for any destination of the plan, because the caller that gave
    /// them named that destination.
    public var home: Set<String>?
    /// Other origins that the user has agreed to: the request to one of them keeps all secrets.
    public var agreed: Set<String> = []
    /// The URL contains one of the user's secrets, which cannot be left out.
    public var coversURL = false

    /// The secrets may go wherever the plan goes.
    public init() {}
}

/// The secrets that a request would carry to an origin that they are not for. Names alone, never values.
public struct ForeignCredentials: Sendable, Hashable {
    /// The destination of the request, as ``URI/origin``.
    public let origin: String
    /// The parts that can be left out: header fields by their name, the rest as `query key` and `client
    /// certificate`. In the request's order.
    public let names: [String]
    /// The parts that cannot be left out: `body`, `URL`, `path id`. A request with one of them is not sent.
    public let fixed: [String]

    /// All names as a text for the user: `Authorization, query key and body`.
    public var words: String {
        let all = names + fixed
        guard all.count > 1, let last = all.last else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension ServicePool {
    /// The origins that secrets given for the pool are for: those of the active service, or with
    /// failover those of every service that attempts may go to. A description may have more servers,
    /// which no user has reviewed.
    public var credentialOrigins: Set<String> {
        let asked = failover == nil ? services.indices.filter { $0 == active } : Array(services.indices)
        return Set(
            asked.flatMap { services[$0].credentialHome ?? Set(services[$0].address(in: environment).map { [$0.origin] } ?? []) })
    }

    /// The same services with their secrets limited to these origins.
    public func keeping(credentialsFor origins: Set<String>) -> ServicePool {
        var own = services
        for index in own.indices { own[index].credentialHome = origins }
        return replacing(services: own, active: active, failover: failover)
    }
}

extension RequestGenerator {
    /// The secrets that the requests of a plan would carry to origins that they are not for, by origin. The
    /// user has to agree to them before the requests are sent, since ``request(for:on:)`` leaves them out
    /// otherwise. Empty where every origin may receive its secrets, and where no request can be made.
    /// - Parameters:
    ///   - plan: the call.
    ///   - pool: its services that an attempt may go to are checked.
    public func foreignCredentials(of plan: RequestPlan, on pool: ServicePool) -> [ForeignCredentials] {
        let environment = pool.environment(of: plan.destination)
        let services: [Service?]
        if let name = plan.destination.service {
            services = pool.services.filter { $0.name == name }
        } else if pool.failover != nil {
            services = pool.services.filter { $0.address(in: environment) != nil }
        } else {
            services = pool.services.indices.contains(pool.active) ? [pool.services[pool.active]] : [nil]
        }
        var found: [ForeignCredentials] = []
        for service in services.map({ $0?.standing(in: environment) })
        where plan.credentialScope.home != nil || service?.credentialHome != nil {
            guard let draft = try? draft(of: plan, on: service), let request = try? request(of: draft),
                let foreign = foreign(request, draft), !found.contains(where: { $0.origin == foreign.origin })
            else { continue }
            found.append(foreign)
        }
        return found
    }

    /// The request as it may be sent: without the secrets that are for another origin than its own.
    /// - Throws: ``NetError/Kind/badRequest`` where they cannot be left out.
    func withheld(_ request: WireRequest, _ draft: Draft) throws(NetError) -> WireRequest {
        guard let foreign = foreign(request, draft) else {
            guard !draft.leftOut.isEmpty else { return request }
            var request = request
            request.withheld = ForeignCredentials(origin: draft.url.origin, names: draft.leftOut, fixed: [])
            return request
        }
        guard foreign.fixed.isEmpty else {
            throw Self.refusal(
                draft.plan,
                "it goes to \(foreign.origin), and its \(foreign.fixed.joined(separator: " and ")) has a secret that is not for that server"
            )
        }
        var plan = draft.plan.withoutCredentials()
        plan.isForThirdParty = draft.plan.isForThirdParty
        var bare = try self.request(of: self.draft(of: plan, on: draft.asked, isBare: true))
        (bare.connection.clientCertificateFile, bare.connection.clientKeyFile) = (nil, nil)
        bare.connection.authentication = nil
        bare.withheld = foreign
        return bare
    }

    /// The decision: which of a request's secrets are for another origin than the request's. `nil`: none.
    private func foreign(_ request: WireRequest, _ draft: Draft) -> ForeignCredentials? {
        let scope = draft.plan.credentialScope
        let origin = request.url.origin
        guard scope.home != nil || draft.asked?.credentialHome != nil, !scope.agreed.contains(origin) else { return nil }
        var home = scope.home ?? []
        if let service = draft.asked {
            home.formUnion(service.credentialHome ?? Set(RequestTarget(plan: draft.plan, service: service).homes))
        }
        guard !home.contains(origin) else { return nil }
        var names = request.headers.fields.filter(\.value.isSecret).map(\.name) + draft.leftOut
        names += request.parameters.filter { $0.place == .query && $0.isHidden }.map { "query \($0.name)" }
        if request.connection.authentication != nil { names.append("Authorization") }
        if request.connection.clientCertificateFile != nil, request.url.scheme == "https" { names.append("client certificate") }
        var fixed = request.parameters.filter { $0.place == .path && $0.isHidden }.map { "path \($0.name)" }
        if scope.coversURL { fixed.append("URL") }
        if request.hasSecretBody { fixed.append("body") }
        guard names.count > draft.leftOut.count || !fixed.isEmpty else { return nil }
        var seen: Set<String> = []
        return ForeignCredentials(
            origin: origin, names: names.filter { seen.insert($0.lowercased()).inserted }, fixed: fixed)
    }
}
