// Whose stored answers a call may see: the account and its login, and the cookies that would go along. Never shown: it is made of secrets.

/// What a client adds to a request by itself, after the request is made: `nil` parts are none.
struct CacheIdentity: Sendable, Hashable {
    /// Stands for the account, and for who logged in there.
    var login: Secret?
    /// As they would be sent.
    var cookies: Secret?

    var text: String {
        [login.map { "login:\($0.reveal())" }, cookies.map { "cookies:\($0.reveal())" }].compactMap(\.self).joined(
            separator: "\n")
    }

    /// What was sent, without the credentials that came from here.
    /// - Parameter made: the request before anything was added to it.
    func removed(from sent: WireRequest, made: WireRequest) -> WireRequest {
        var request = sent
        if let cookies, request.headers["Cookie"] == cookies.reveal() { request.headers.remove("Cookie") }
        guard login != nil else { return request }
        for field in sent.headers.fields
        where field.value.isSecret && !field.name.isSameFieldName(as: "Cookie") && made.headers[field.name] == nil {
            request.headers.remove(field.name)
        }
        if made.connection.authentication == nil { request.connection.authentication = nil }
        return request
    }
}

extension NetClient {
    /// `nil` where the plan and its service say it all: nobody logs in, and no cookie goes there.
    ///
    /// A login that is renewed keeps its identity: its answers outlive a token. Who logs in anew may be somebody else, so then, and at the
    /// logout, what was stored for the account goes: see ``AuthSession``.
    func cacheIdentity(_ plan: RequestPlan, on pool: ServicePool, _ url: URI?) -> CacheIdentity? {
        let login = session(for: plan, on: pool).map { Secret($0.identity) }
        var header: Secret?
        if let url, let jar = cookies, !plan.isForStranger {
            header = jar.header(for: url, in: scope(of: pool, for: plan.destination))
        }
        return login == nil && header == nil ? nil : CacheIdentity(login: login, cookies: header)
    }
}

extension AuthSession {
    fileprivate var identity: String {
        let place = "login:\(scope.family)\n\(scope.environment.rawValue)\n\(scope.account)"
        guard isFixed, let credential = authentication.first?.credential else { return "\(place)\n\(logins)" }
        return "\(place)\n\(credential.identity)"
    }
}

extension Credential {
    /// Differs where the credential does; a fresh timestamp or nonce is no difference.
    fileprivate var identity: String {
        switch self {
        case .basic(let user, let password): "basic:\(user):\(password.reveal())"
        case .bearer(let token): "bearer:\(token.reveal())"
        case .apiKey(let key): "key:\(key.name):\(key.place.rawValue):\(key.prefix):\(key.value.reveal())"
        case .keyPair(let pair): "pair:\(pair.publicKey):\(pair.privateKey)"
        case .hmac(let signing): "hmac:\(signing.keyID):\(signing.key.text.reveal())"
        case .messageSignature(let signing): "signature:\(signing.keyID):\(signing.key.text.reveal())"
        case .http(let authentication):
            "http:\(authentication.name):\(authentication.credentials.user):\(authentication.credentials.password)"
        }
    }
}
