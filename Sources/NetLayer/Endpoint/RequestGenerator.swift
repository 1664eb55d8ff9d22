// From a plan and the service that was picked to the request on the wire. Run again for every attempt; pure but for the sizes of files.
//
//   usual ◄ common ◄ service ◄ deployment ◄ plan ◄ pulled     each layer's headers and parameters win over those to its left; the built-in body over all

/// Makes wire requests. What it holds is common to all of them; a copy may differ (HD-2).
public struct RequestGenerator: Sendable {
    /// Sent with every request unless a later layer sets the same name: generator, service, plan, parameter (HH-G5).
    public var commonHeaders: Headers
    /// Go with every request unless a later layer has one of the same name and place.
    public var commonParameters: [Parameter] = []
    /// Fields of every form, parts of every multipart body, members (strings) of every JSON object; of a call without a body they are the query.
    /// They win over the call's own of the same name (HD-3). Their ``Parameter/place`` does not matter.
    public var builtinBody: [Parameter] = []
    /// The timeouts of plans that do not say their own.
    public var timeouts = TimeoutPolicy()
    /// Gives the boundary of multipart bodies that have files, whose bytes nobody has seen: it must be hard to guess. 1 to 70 letters, digits
    /// and `'()+_,-./:=?` (RFC 2046 §5.1.1).
    public var boundary: @Sendable () -> String = Self.randomBoundary

    /// A generator whose requests have these headers in common, and nothing else.
    public init(commonHeaders: Headers = Headers()) { self.commonHeaders = commonHeaders }

    /// 128 random bits.
    @Sendable public static func randomBoundary() -> String {
        var system = SystemRandomNumberGenerator()
        return "explorer-" + String(system.next(), radix: 36) + String(system.next(), radix: 36)
    }

    /// The request of a plan that needs nobody to be asked: no adapters, nothing pulled. Secrets that are not for the origin that it goes to
    /// are left out of it, and named by ``WireRequest/withheld``.
    /// - Parameters:
    ///   - plan: what is called, with nothing left to be pulled.
    ///   - service: where it goes, standing in its environment; `nil` for absolute URLs.
    /// - Throws: ``NetError/Kind/badRequest`` naming the part that cannot be sent.
    public func request(for plan: RequestPlan, on service: Service?) throws(NetError) -> WireRequest {
        let draft = try draft(of: plan, on: service)
        return try withheld(try request(of: draft), draft)
    }

    static func refusal(_ plan: RequestPlan, _ detail: String) -> NetError {
        NetError(.badRequest, attempted: "\(plan)", detail: detail)
    }

    // MARK: what goes where

    /// A plan with its URL and with the parameters of all layers.
    struct Draft {
        var plan: RequestPlan
        /// What of the service goes along: `nil` without one, and when the URL is another server's.
        var service: Service?
        /// The service that it was made for, whose the URL may be or not; standing in its environment.
        var asked: Service?
        /// There is a service, and the URL is not its.
        var isElsewhere: Bool
        /// What all requests carry of secrets is left out.
        var isBare: Bool
        /// Names of secret header fields that all requests carry, and this one does not: it goes elsewhere.
        var leftOut: [String] = []
        var url: URI
        var parameters: [Parameter]
        /// What of the built-in body goes along.
        var builtinBody: [Parameter]
    }

    /// - Parameter isBare: what all requests carry of secrets is left out, also where the URL is the service's.
    func draft(of plan: RequestPlan, on service: Service?, isBare: Bool = false) throws(NetError) -> Draft {
        if let refusal = plan.refusal { throw NetError(.rejected, attempted: "\(plan)", detail: refusal) }
        guard plan.method.isValid else { throw Self.refusal(plan, "'\(plan.method)' is not a method name") }
        let service = standing(service, for: plan)
        let target = RequestTarget(plan: plan, service: service)
        let base = try target.base()
        // What a service's requests carry is for that service. Where a relative path goes is known before it is filled.
        let hasOwnBase = plan.destination.baseURL != nil
        var isElsewhere = plan.isForStranger || hasOwnBase && base.map { !target.isHome($0) } ?? false
        func lacksSecrets(at url: URI) -> Bool {
            isBare || plan.isForStranger || isElsewhere && !plan.credentialScope.agreed.contains(url.origin)
        }
        var isWithout = lacksSecrets(at: base ?? URI(""))
        var parameters = parameters(of: plan, base == nil || isElsewhere ? nil : service, isBare: isWithout)
        var url = try target.url(base: base, filledBy: base == nil ? plan.parameters : parameters)
        if base == nil {
            isElsewhere = plan.isForStranger || service != nil && !target.isHome(url)
            isWithout = lacksSecrets(at: url)
            parameters = self.parameters(of: plan, isElsewhere ? nil : service, isBare: isWithout)
        }
        parameters = parameters.map { $0.hidden(by: plan.maskedNames) }
        url.query = RequestTarget.query(existing: url.query, adding: parameters.filter { $0.place == .query })
        let secrets = parameters.filter(\.value.isSecret)
        url.secretNames.formUnion(secrets.map { $0.isEncoded ? PercentCoding.decode($0.name) : $0.name })
        url.secretNames.formUnion(plan.maskedNames)
        url.secretTexts.formUnion(plan.maskedTexts)
        for secret in secrets where secret.place == .path {
            let text = secret.value.revealed
            url.secretTexts.insert(Secret(secret.isEncoded ? text : PercentCoding.encode(text, for: .pathSegment)))
        }
        return Draft(
            plan: plan, service: isElsewhere ? nil : service, asked: service, isElsewhere: isElsewhere, isBare: isWithout,
            leftOut: isWithout && !plan.isForStranger ? secretNames(besides: plan) : [],
            url: url, parameters: parameters, builtinBody: builtinBody(isWithout))
    }

    /// The service in the environment that the plan names, if it does.
    func standing(_ service: Service?, for plan: RequestPlan) -> Service? {
        plan.destination.environment.map { service?.standing(in: $0) } ?? service
    }

    func request(of draft: Draft) throws(NetError) -> WireRequest {
        let plan = draft.plan
        var request = WireRequest(
            method: plan.method, url: draft.url,
            timeouts: timeouts.timeouts(for: plan.timeouts, kind: plan.kind ?? (plan.body.hasFiles ? .upload : .data)),
            limits: plan.limits,
            connection: plan.connection.isDefault ? draft.service?.connection ?? plan.connection : plan.connection)
        request.parameters = draft.parameters
        request.isBodySecret = plan.isBodySecret
        request.maskedFields = Set((draft.parameters + draft.builtinBody).filter { $0.value.isSecret }.map(\.name))
        request.headers = headers(of: draft)
        try setBody(of: &request, draft)
        try Self.check(request, plan)
        return request
    }

    /// Also run after adapters: they may have put anything there.
    static func check(_ request: WireRequest, _ plan: RequestPlan) throws(NetError) {
        for field in request.headers.fields {
            guard HTTPMethod(rawValue: field.name).isValid else { throw refusal(plan, "'\(field.name)' is not a header name") }
            guard !field.value.revealed.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) else {
                throw refusal(plan, "the value of header \(field.name) has a line break or NUL in it")
            }
        }
    }

    // MARK: layers

    /// The parameters of all layers, the later ones winning by name and place; the built-in body over all.
    private func parameters(of plan: RequestPlan, _ service: Service?, isBare: Bool) -> [Parameter] {
        // A credential that all requests carry is for the service.
        var parameters = isBare ? commonParameters.filter { !$0.isHidden } : commonParameters
        if let service {
            parameters = parameters.overlaid(by: service.parameters)
            if let own = service.deployment?.parameters { parameters = parameters.overlaid(by: own) }
        }
        parameters = parameters.overlaid(by: plan.parameters)
        guard let place = builtinPlace(plan) else { return parameters }
        return parameters.overlaid(by: builtinBody(isBare).map { Parameter($0.name, $0.value, in: place) })
    }

    /// Header fields that all requests carry in secret, but for those that the plan has itself.
    private func secretNames(besides plan: RequestPlan) -> [String] {
        commonHeaders.fields.filter { $0.value.isSecret && plan.headers.first($0.name) == nil }.map(\.name)
    }

    /// What all bodies have of secrets is for the service.
    private func builtinBody(_ isBare: Bool) -> [Parameter] {
        isBare ? builtinBody.filter { !$0.isHidden } : builtinBody
    }

    /// `nil` when the body is no list of fields; a JSON object takes them as members.
    private func builtinPlace(_ plan: RequestPlan) -> Parameter.Place? {
        guard !builtinBody.isEmpty else { return nil }
        switch plan.body {
        case .none:
            let hasForm = plan.parameters.contains { $0.place == .form }
            return hasForm || WireRequest(method: plan.method, url: URI("")).announcesBody ? .form : .query
        case .multipart: return .form
        case .bytes, .file, .json: return nil
        }
    }

    private func headers(of draft: Draft) -> Headers {
        let common = commonHeaders.hiding(draft.plan.maskedNames)
        var headers = draft.plan.usualHeaders
        headers.overlay(draft.isBare ? Headers(common.fields.filter { !$0.value.isSecret }) : common)
        if let service = draft.service {
            headers.overlay(service.headers)
            if let own = service.deployment?.headers { headers.overlay(own) }
        }
        headers.overlay(draft.plan.headers)
        for parameter in draft.parameters where parameter.place == .header {
            headers.set(HeaderField(parameter.name, parameter.value))
        }
        let cookies = draft.parameters.filter { $0.place == .cookie }.map { "\($0.name)=\($0.value.revealed)" }
        if !cookies.isEmpty { headers.set(HeaderField("Cookie", cookies.joined(separator: "; "))) }
        return headers.hiding(draft.plan.maskedNames)
    }
}

extension Parameter {
    /// A secret where its name is one of these, or says so of a path: there no name is left to mask it by.
    fileprivate func hidden(by names: Set<String>) -> Parameter {
        guard !value.isSecret, names.contains(name) || place == .path && isHidden else { return self }
        var hidden = self
        hidden.value = .secret(Secret(value.revealed))
        return hidden
    }
}

extension Headers {
    /// With secrets in the fields of these names.
    fileprivate func hiding(_ names: Set<String>) -> Headers {
        guard !names.isEmpty else { return self }
        let lower = Set(names.map { $0.lowercased() })
        guard fields.contains(where: { !$0.value.isSecret && lower.contains($0.name.lowercased()) }) else { return self }
        return Headers(
            fields.map { lower.contains($0.name.lowercased()) ? HeaderField($0.name, .secret(Secret($0.value.revealed))) : $0 })
    }

    /// Puts another layer's fields in the place of all of the same name.
    fileprivate mutating func overlay(_ layer: Headers) {
        guard !layer.isEmpty else { return }
        for name in Set(layer.fields.map { $0.name.lowercased() }) { remove(name) }
        layer.fields.forEach { add($0) }
    }
}
