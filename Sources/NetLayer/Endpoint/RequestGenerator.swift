// Makes the request on the wire from a plan and the service that was picked. Runs again for every attempt;
// pure except that it reads the sizes of files.
//
//   usual ◄ common ◄ service ◄ deployment ◄ plan ◄ providers
//   Headers and parameters of a layer take precedence over those to its left, the built-in body over all.

/// Makes wire requests. Its properties apply to all of them; a copy may differ.
public struct RequestGenerator: Sendable {
    /// Sent with every request unless a later layer sets the same name: generator, service, plan, parameter.
    public var commonHeaders: Headers
    /// Sent with every request unless a later layer has one of the same name and place.
    public var commonParameters: [Parameter] = []
    /// Fields of every form, parts of every multipart body, members (strings) of every JSON object; in a call
    /// without a body they go into the query. They take precedence over the call's own of the same name.
    /// Their ``Parameter/place`` has no effect.
    public var builtinBody: [Parameter] = []
    /// The timeouts of plans that set none of their own.
    public var timeouts = TimeoutPolicy()
    /// Makes the boundary of multipart bodies with files. The generator does not search files for the
    /// boundary, so it must be hard to guess. 1 to 70 letters, digits and `'()+_,-./:=?` (RFC 2046 §5.1.1).
    public var boundary: @Sendable () -> String = Self.randomBoundary

    /// A generator whose requests share these headers and nothing else.
    public init(commonHeaders: Headers = Headers()) { self.commonHeaders = commonHeaders }

    /// 128 random bits.
    @Sendable public static func randomBoundary() -> String {
        var system = SystemRandomNumberGenerator()
        return "explorer-" + String(system.next(), radix: 36) + String(system.next(), radix: 36)
    }

    /// The request of a plan that needs no behaviours: without adapters and providers. Leaves out secrets
    /// that are not for the request's origin and names them in ``WireRequest/withheld``.
    /// - Parameters:
    ///   - plan: the call, complete: providers no longer run for it.
    ///   - service: the destination, in its environment; `nil` for absolute URLs.
    /// - Throws: ``NetError/Kind/badRequest`` that names the part that cannot be sent.
    public func request(for plan: RequestPlan, on service: Service?) throws(NetError) -> WireRequest {
        let draft = try draft(of: plan, on: service)
        return try withheld(try request(of: draft), draft)
    }

    static func refusal(_ plan: RequestPlan, _ detail: String) -> NetError {
        NetError(.badRequest, attempted: "\(plan)", detail: detail)
    }

    // MARK: Draft of a request

    /// A plan with its URL and with the parameters of all layers.
    struct Draft {
        var plan: RequestPlan
        /// The service whose headers and parameters apply: `nil` without a service, and when the
        /// URL is another server's.
        var service: Service?
        /// The service that the draft was made for, in its environment; the URL may belong to another server.
        var asked: Service?
        /// There is a service, and the URL does not belong to it.
        var isElsewhere: Bool
        /// The secrets that all requests carry are left out.
        var isBare: Bool
        /// Names of secret header fields that all requests carry, but not this one, because it
        /// goes to another server.
        var leftOut: [String] = []
        var url: URI
        var parameters: [Parameter]
        /// The fields of the built-in body that apply.
        var builtinBody: [Parameter]
    }

    /// - Parameter isBare: leaves out the secrets that all requests carry, also where the
    ///   URL is the service's.
    func draft(of plan: RequestPlan, on service: Service?, isBare: Bool = false) throws(NetError) -> Draft {
        if let refusal = plan.refusal { throw NetError(.rejected, attempted: "\(plan)", detail: refusal) }
        guard plan.method.isValid else { throw Self.refusal(plan, "'\(plan.method)' is not a method name") }
        let service = resolvedService(service, for: plan)
        let target = RequestTarget(plan: plan, service: service)
        let base = try target.resolveBase()
        // A service's headers and parameters are for that service. The origin of a relative path is known
        // before its template is filled.
        let hasOwnBase = plan.destination.baseURL != nil
        var isElsewhere = plan.isForThirdParty || hasOwnBase && base.map { !target.isHome($0) } ?? false
        func lacksSecrets(at url: URI) -> Bool {
            isBare || plan.isForThirdParty || isElsewhere && !plan.credentialScope.agreed.contains(url.origin)
        }
        var isWithout = lacksSecrets(at: base ?? URI(""))
        var parameters = parameters(of: plan, base == nil || isElsewhere ? nil : service, isBare: isWithout)
        var url = try target.makeURL(base: base, filledBy: base == nil ? plan.parameters : parameters)
        if base == nil {
            isElsewhere = plan.isForThirdParty || service != nil && !target.isHome(url)
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
            leftOut: isWithout && !plan.isForThirdParty ? secretNames(besides: plan) : [],
            url: url, parameters: parameters, builtinBody: builtinBody(isWithout))
    }

    /// The service in the plan's environment, if the plan names one.
    func resolvedService(_ service: Service?, for plan: RequestPlan) -> Service? {
        plan.destination.environment.map { service?.standing(in: $0) } ?? service
    }

    func request(of draft: Draft) throws(NetError) -> WireRequest {
        let plan = draft.plan
        var request = WireRequest(
            method: plan.method, url: draft.url,
            timeouts: timeouts.timeouts(for: plan.timeouts, kind: plan.kind ?? (plan.body.isUpload ? .upload : .data)),
            limits: plan.limits,
            connection: Self.connection(of: plan, on: draft.service))
        request.parameters = draft.parameters
        request.isBodySecret = plan.isBodySecret
        request.maskedFields = Set((draft.parameters + draft.builtinBody).filter { $0.value.isSecret }.map(\.name))
        request.headers = headers(of: draft)
        try setBody(of: &request, draft)
        try Self.check(request, plan)
        return request
    }

    /// A plan's own options complete those of the service, whose pins and authorities no other option turns
    /// off. They do not share its acceptance of any certificate.
    private static func connection(of plan: RequestPlan, on service: Service?) -> ConnectionOptions {
        guard let service, !plan.connection.isDefault else { return service?.connection ?? plan.connection }
        var options = service.connection.overlaid(by: plan.connection)
        options.insecure = plan.connection.insecure
        return options
    }

    /// Also runs after adapters: they may have set any header.
    static func check(_ request: WireRequest, _ plan: RequestPlan) throws(NetError) {
        for field in request.headers.fields {
            guard HTTPMethod(rawValue: field.name).isValid else { throw refusal(plan, "'\(field.name)' is not a header name") }
            guard !field.value.revealed.unicodeScalars.contains(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) else {
                throw refusal(plan, "the value of header \(field.name) has a line break or NUL in it")
            }
        }
    }

    // MARK: layers

    /// The parameters of all layers; later layers take precedence by name and place, the
    /// built-in body over all.
    private func parameters(of plan: RequestPlan, _ service: Service?, isBare: Bool) -> [Parameter] {
        // A credential that all requests carry is for the service.
        var parameters = isBare ? commonParameters.filter { !$0.isHidden } : commonParameters
        if let service {
            parameters = parameters.overlaid(by: service.parameters)
            if let own = service.deployment?.parameters { parameters = parameters.overlaid(by: own) }
        }
        parameters = parameters.overlaid(by: plan.parameters)
        guard let place = builtinPlace(plan, parameters) else { return parameters }
        return parameters.overlaid(by: builtinBody(isBare).map { Parameter($0.name, $0.value, in: place) })
    }

    /// Secret header fields that all requests carry, except those that the plan sets itself.
    private func secretNames(besides plan: RequestPlan) -> [String] {
        commonHeaders.fields.filter { $0.value.isSecret && plan.headers.first($0.name) == nil }.map(\.name)
    }

    /// Secrets in the built-in body are for the service.
    private func builtinBody(_ isBare: Bool) -> [Parameter] {
        isBare ? builtinBody.filter { !$0.isHidden } : builtinBody
    }

    /// `nil` when the body takes no fields.
    private func builtinPlace(_ plan: RequestPlan, _ parameters: [Parameter]) -> Parameter.Place? {
        guard !builtinBody.isEmpty else { return nil }
        switch plan.body {
        case .none:
            if parameters.contains(where: { $0.place == .json }) { return .json }
            let hasForm = plan.parameters.contains { $0.place == .form }
            return hasForm || WireRequest(method: plan.method, url: URI("")).announcesBody ? .form : .query
        case .multipart: return .form
        case .json(let value): return value.isObject ? .json : nil
        case .bytes, .file, .sequence: return nil
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
    /// A secret where its name is one of these, or is sensitive in a path: a path contains no name to
    /// mask the value by.
    fileprivate func hidden(by names: Set<String>) -> Parameter {
        guard !value.isSecret, names.contains(name) || place == .path && isHidden else { return self }
        return asSecret
    }
}

extension Headers {
    /// A copy in which the fields of these names are secrets.
    fileprivate func hiding(_ names: Set<String>) -> Headers {
        guard !names.isEmpty else { return self }
        let lower = Set(names.map { $0.lowercased() })
        guard fields.contains(where: { !$0.value.isSecret && lower.contains($0.name.lowercased()) }) else { return self }
        return Headers(
            fields.map { lower.contains($0.name.lowercased()) ? HeaderField($0.name, .secret(Secret($0.value.revealed))) : $0 })
    }

    /// Replaces all fields of the same names with another layer's fields.
    fileprivate mutating func overlay(_ layer: Headers) {
        guard !layer.isEmpty else { return }
        for name in Set(layer.fields.map { $0.name.lowercased() }) { remove(name) }
        layer.fields.forEach { add($0) }
    }
}
