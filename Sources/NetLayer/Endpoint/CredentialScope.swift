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

extension RequestGenerator {

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
    func foreign(_ request: WireRequest, _ draft: Draft) -> ForeignCredentials? {
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
