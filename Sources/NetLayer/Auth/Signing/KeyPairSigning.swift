// CT's key pairs (CT-R8): the service knows a public and a private key, another pair in each environment; the private one never goes out.

/// Signs with the ``Service/keys`` of the service that was picked, as it stands in its environment: those of the deployment before those of
/// the service. Parameters of the query carry the public key, a time and the signature.
public struct KeyPairSigning: Sendable, Hashable {
    /// The name of the public key in ``Service/keys``.
    public var publicKey: String
    /// The name of the private key there; the key itself never goes out.
    public var privateKey: String
    /// The parameter of the query that carries the public key.
    public var keyParameter: String
    /// The one that carries the time: seconds since 1970-01-01 UTC.
    public var timeParameter: String
    /// The one that carries the signature.
    public var signatureParameter: String
    /// What is signed, and by which digest.
    public var rule: Rule

    /// What is signed.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The hexadecimal MD5 of time, private key and public key: the form of CT's time, for APIs that still have it.
        case classic
        /// The hexadecimal HMAC-SHA256, under the private key, of method, path, sorted query and time, a line each.
        case hmacSHA256
    }

    /// The names and the rule of CT, unless others are given.
    public init(
        publicKey: String = "publicKey", privateKey: String = "privateKey", keyParameter: String = "apikey",
        timeParameter: String = "ts", signatureParameter: String = "hash", rule: Rule = .classic
    ) {
        self.publicKey = publicKey
        self.privateKey = privateKey
        self.keyParameter = keyParameter
        self.timeParameter = timeParameter
        self.signatureParameter = signatureParameter
        self.rule = rule
    }

    func sign(_ request: inout WireRequest, _ context: RequestContext) throws(NetError) {
        guard let service = context.service, let publicKey = service.key(publicKey), let privateKey = service.key(privateKey)
        else {
            throw Credential.refusal(request, "the service has no keys named '\(publicKey)' and '\(privateKey)' to sign with")
        }
        let time = String(context.wallClock().components.seconds)
        request.setQuery(signatureParameter, "", isSecret: true)
        request.setQuery(keyParameter, publicKey.reveal(), isSecret: false)
        request.setQuery(timeParameter, time, isSecret: false)
        let signature =
            switch rule {
            case .classic: Digest.text(Digest.md5(Array((time + privateKey.reveal() + publicKey.reveal()).utf8)))
            case .hmacSHA256:
                Digest.text(
                    Digest.hmac(
                        Array(
                            CanonicalRequest(request, without: [signatureParameter]).lines(with: [time])
                                .joined(separator: "\n").utf8), key: privateKey))
            }
        request.setQuery(signatureParameter, signature, isSecret: true)
    }
}
