// Whose stored answers a call may see: the account and its login, and the cookies that would go along. Never shown: it is made of secrets.

extension NetClient {
    /// `nil` where the plan and its service say it all: nobody logs in, and no cookie goes there.
    ///
    /// A login that is renewed keeps its identity: its answers outlive a token. Who logs in anew may be somebody else, so then, and at the
    /// logout, what was stored for the account goes: see ``AuthSession``.
    func cacheIdentity(_ plan: RequestPlan, on pool: ServicePool, _ url: URI?) -> Secret? {
        var parts: [String] = []
        if let session = session(for: plan, on: pool) { parts.append(session.identity) }
        if let url, let jar = cookies, !plan.isForStranger,
            let header = jar.header(for: url, in: scope(of: pool, for: plan.destination))
        {
            parts.append("cookies:\(header.reveal())")
        }
        return parts.isEmpty ? nil : Secret(parts.joined(separator: "\n"))
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
