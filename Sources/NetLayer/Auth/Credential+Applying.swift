// Puts a credential on a request: as the last step, anew for every attempt and every hop within the origin.

extension Credential: RequestCredential {
    /// It signs the request, so nothing may change the request after it.
    var signs: Bool {
        switch self {
        case .keyPair, .hmac, .messageSignature: true
        case .basic, .bearer, .apiKey, .http: false
        }
    }

    /// Whether another request of the same attempt needs it again: a redirect keeps headers, but not the
    /// query, and a signature fits one request only.
    var isPerRequest: Bool {
        if case .apiKey(let key) = self { return key.place == .query }
        return signs
    }

    /// The fields of a signature. Not all of them are secret, but no other origin may get them.
    package var fieldNames: [String] {
        switch self {
        case .hmac(let signing): [signing.keyHeader, signing.timeHeader, signing.nonceHeader, signing.signatureHeader]
        case .messageSignature: ["Signature-Input", "Signature"]
        case .basic, .bearer, .apiKey, .keyPair, .http: []
        }
    }

    /// Puts it on a request, in place of an earlier one.
    /// - Throws: ``NetError/Kind/badRequest`` when the credential has a form that cannot be sent.
    func apply(to request: inout WireRequest, _ context: RequestContext) throws(NetError) {
        switch self {
        case .basic(let user, let password):
            guard !user.utf8.contains(UInt8(ascii: ":")), Self.isText(user), Self.isText(password.reveal()) else {
                throw Self.refusal(
                    request, "a user of basic authentication has no colon, and neither it nor the password a control character")
            }
            request.authorize("Basic " + Base64.encode(Array("\(user):\(password.reveal())".utf8)))
        case .bearer(let token):
            guard Self.isToken(token.reveal()) else {
                throw Self.refusal(request, "a bearer token is one word of visible ASCII characters (RFC 6750 §2.1)")
            }
            request.authorize("Bearer " + token.reveal())
        case .apiKey(let key): try key.apply(to: &request)
        case .keyPair(let signing): try signing.sign(&request, context)
        case .hmac(let signing): try signing.sign(&request, context)
        case .messageSignature(let signing): try signing.sign(&request, context)
        case .http(let authentication): request.connection.authentication = authentication
        }
    }

    /// The call brings its own authentication, which takes precedence.
    func isOverridden(by plan: RequestPlan) -> Bool {
        switch self {
        case .basic, .bearer, .http: plan.authenticatesItself
        case .apiKey(let key):
            switch key.place {
            case .header: plan.sets(header: key.name)
            case .query: plan.parameters.contains { $0.place == .query && $0.name == key.name }
            case .cookie: plan.parameters.contains { $0.place == .cookie && $0.name == key.name }
            }
        case .keyPair, .hmac, .messageSignature: false
        }
    }

    static func refusal(_ request: WireRequest, _ detail: String) -> NetError {
        NetError(.badRequest, attempted: "\(request)", detail: detail)
    }

    private static func isText(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }

    /// b64token allows fewer characters, but servers accept more.
    private static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) } }
}

extension RequestPlan {
    /// Whether its requests carry the credential of the account, if there is one.
    package func takesCredential(on pool: ServicePool) -> Bool {
        !bypassesAuth && !isForThirdParty && !authenticatesItself && isForOwnServices(of: pool)
    }

    /// Its request goes to a service of the pool, so that service's credentials apply to it.
    private func isForOwnServices(of pool: ServicePool) -> Bool {
        let environment = pool.environment(of: destination)
        return pool.services.contains { service in
            ((try? RequestTarget(plan: self, service: service.standing(in: environment)).owner()) ?? nil) != nil
        }
    }

    /// It has an authorization of its own.
    var authenticatesItself: Bool { connection.authentication != nil || sets(header: "Authorization") }

    fileprivate func sets(header name: String) -> Bool {
        !(headers[name] ?? "").isEmpty
            || parameters.contains { $0.place == .header && $0.name.isSameFieldName(as: name) && !$0.value.revealed.isEmpty }
    }
}

extension WireRequest {
    fileprivate mutating func authorize(_ value: String) { headers.set(HeaderField("Authorization", .secret(Secret(value)))) }

    /// Puts a parameter into the query, in place of those with its name, and masks it where the URL is shown.
    mutating func setQuery(_ name: String, _ value: String, isSecret: Bool) {
        let parts = url.query.map { $0.split(separator: "&", omittingEmptySubsequences: false).map(String.init) } ?? []
        let kept = parts.filter { PercentCoding.decode(String($0.prefix { $0 != "=" })) != name }
        url.query = RequestTarget.query(
            existing: kept.isEmpty ? nil : kept.joined(separator: "&"),
            adding: [Parameter(name, .plain(value), in: .query)])
        if isSecret { url.secretNames.insert(name) }
    }
}

extension APIKey {
    fileprivate func apply(to request: inout WireRequest) throws(NetError) {
        let text = prefix + value.reveal()
        switch place {
        case .header: request.headers.set(HeaderField(name, .secret(Secret(text))))
        case .query: request.setQuery(name, text, isSecret: true)
        case .cookie:
            guard !text.utf8.contains(UInt8(ascii: ";")), !name.isEmpty else {
                throw Credential.refusal(request, "a key in a cookie has a name and no semicolon")
            }
            request.headers.setCookie(name, text)
        }
    }
}

extension Headers {
    /// Puts a cookie into the one `Cookie` field, in place of the cookie with its name.
    mutating func setCookie(_ name: String, _ value: String) {
        let others = CookiePairs.parse(allValues("Cookie")).filter { $0.name != name }.map(\.text)
        set(HeaderField("Cookie", (others + ["\(name)=\(value)"]).joined(separator: "; ")))
    }
}
