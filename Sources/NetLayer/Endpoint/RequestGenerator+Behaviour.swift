// Makes the request of a plan with behaviours: provides, reforms, adapts and signs, in that order and
// for every attempt anew.
//
//   providers ─► reform ─► merge the layers ─► signature of parameters ─► request
//     ─► adapters: service, endpoint, call ─► credential ─► signer
//   A credential that signs comes after the signer: it covers the request as it is sent.

extension RequestGenerator {
    /// The request for one attempt.
    /// - Parameters:
    ///   - plan: the call; parameters and body from providers take precedence over its own.
    ///   - layers: further behaviours: the endpoint's first, the call's last. The
    ///     service's comes before both.
    ///   - service: the service that was picked for this attempt; `nil` for absolute URLs.
    ///   - context: task, attempt and time.
    /// - Throws: ``NetError/Kind/badRequest`` that names the part that cannot be sent or the
    ///   provider that failed; a ``NetError`` of a provider as it is;
    ///   ``NetError/Kind/cancelled(_:)`` when a provider was cancelled.
    public func request(
        for plan: RequestPlan, layers: [RequestBehaviour] = [], on service: Service?, context: RequestContext
    ) async throws(NetError) -> WireRequest {
        try await request(for: plan, layers: layers, on: service, context: context, credential: nil, madeBy: request)
    }

    /// The same with an account's credential, for a caller that may already have the request of an unchanged
    /// plan.
    /// - Parameters:
    ///   - credential: put only on requests to the service.
    ///   - make: returns the same request as ``request(for:on:)``.
    func request(
        for plan: RequestPlan, layers: [RequestBehaviour], on service: Service?, context: RequestContext,
        credential: (any RequestCredential)?,
        madeBy make: (RequestPlan, Service?) throws(NetError) -> WireRequest
    ) async throws(NetError) -> WireRequest {
        let service = resolvedService(service, for: plan)
        if credential == nil, service?.behaviour?.isEmpty ?? true, layers.allSatisfy(\.isEmpty) {
            return try make(plan, service)
        }
        var context = context
        context.endpoint = plan.id
        // A service's behaviour is for that service alone, like its headers.
        context.service = try RequestTarget(plan: plan, service: service).owner()
        let layers = (context.service?.behaviour.map { [$0] } ?? []) + layers

        // Providers run first: the path may need their parameters.
        var asked = try await applyProviders(plan, layers, context)
        if let signature = layers.last(where: { $0.signature != nil })?.signature {
            // A body is made once, afterwards: it may be large.
            let isKnown = plan.body == .none && asked.isCopy(of: plan)
            let parameters = try isKnown ? make(plan, service).parameters : draft(of: asked, on: service).parameters
            let added = try await runProvider("the signature", plan) { try await signature(parameters, context) }
            if !added.isEmpty { asked.parameters = asked.parameters.overlaid(by: added) }
        }
        let request = try asked.isCopy(of: plan) ? make(plan, service) : self.request(for: asked, on: service)
        context.parameters = request.parameters
        return try await adapted(request, layers, context, plan, credential)
    }

    /// The plan with the results of providers and reform: a copy of it where they changed nothing.
    func applyProviders(_ plan: RequestPlan, _ layers: [RequestBehaviour], _ context: RequestContext) async throws(NetError)
        -> RequestPlan
    {
        var plan = plan
        for layer in layers {
            if let parameters = layer.parameters {
                let pulled = try await runProvider("the parameters' provider", plan) { try await parameters(context) }
                if !pulled.isEmpty { plan.parameters = plan.parameters.overlaid(by: pulled) }
            }
            if let body = layer.body, let pulled = try await runProvider("the body's provider", plan, { try await body(context) })
            {
                plan.body = pulled
            }
        }
        for layer in layers {
            guard let reform = layer.reform else { continue }
            let parameters = plan.parameters
            let reformed = try await runProvider("the reform", plan) { try await reform(parameters) }
            if let reformed, !reformed.isShared(with: parameters) { plan.parameters = reformed }
        }
        for layer in layers {
            do { try layer.check?(plan.parameters) } catch { throw .wrapping(error, as: .badParameters, attempted: "\(plan)") }
        }
        return plan
    }

    private func adapted(
        _ request: WireRequest, _ layers: [RequestBehaviour], _ context: RequestContext, _ plan: RequestPlan,
        _ credential: (any RequestCredential)?
    ) async throws(NetError) -> WireRequest {
        var adapters = layers.flatMap(\.adapters)
        if let credential, !credential.signs { adapters.append(CredentialAdapter(credential, plan)) }
        if let signer = layers.last(where: { $0.signer != nil })?.signer { adapters.append(signer) }
        if let credential, credential.signs { adapters.append(CredentialAdapter(credential, plan)) }
        var request = request
        for adapter in adapters {
            let before = request
            request = try await runProvider("the adapter \(type(of: adapter))", plan) {
                var request = before
                try await adapter.adapt(&request, context)
                return request
            }
        }
        guard request.url.isAbsoluteHTTP else {
            throw Self.refusal(plan, "an adapter made '\(request.url)' of the URL, which is not an http or https URL with a host")
        }
        try Self.check(request, plan)
        return request
    }

    private func runProvider<T>(_ whom: @autoclosure () -> String, _ plan: RequestPlan, _ body: () async throws -> T)
        async throws(NetError) -> T
    {
        do {
            return try await body()
        } catch let error as NetError {
            throw error
        } catch is CancellationError {
            throw NetError(.cancelled(.scope), attempted: "\(plan)")
        } catch {
            throw Self.refusal(plan, "\(whom()) failed: \(error)")
        }
    }
}

/// Puts the account's credential on a request that goes to the service: an adapter may
/// have sent it elsewhere.
private struct CredentialAdapter: RequestAdapter {
    let credential: any RequestCredential
    let plan: RequestPlan

    init(_ credential: any RequestCredential, _ plan: RequestPlan) {
        self.credential = credential
        self.plan = plan
    }

    func adapt(_ request: inout WireRequest, _ context: RequestContext) async throws {
        guard let service = context.service, RequestTarget(plan: plan, service: service).isHome(request.url) else { return }
        let origin = request.url.origin
        if let home = service.credentialHome, !home.contains(origin), !plan.credentialScope.agreed.contains(origin) {
            let named = request.withheld?.names ?? []
            request.withheld = ForeignCredentials(origin: origin, names: named + ["login"], fixed: [])
            return
        }
        try credential.apply(to: &request, context)
    }
}
