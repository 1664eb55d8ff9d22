// Key pairs of classic services: the service knows a public and a private key, another pair in each
// environment; the private key is never sent.

/// Signs with the ``Service/keys`` of the chosen service, as it is in its environment: the keys of
/// the deployment take precedence over those of the service. Query parameters carry the public key,
/// a time and the signature.
public struct KeyPairSigning: Sendable, Hashable {
    /// The name of the public key in ``Service/keys``.
    public var publicKey: String
    /// The name of the private key there; the key itself is never sent.
    public var privateKey: String
    /// The query parameter that carries the public key.
    public var keyParameter: String
    /// The one that carries the time: seconds since 1970-01-01 UTC.
    public var timeParameter: String
    /// The one that carries the signature.
    public var signatureParameter: String
    /// The text that is signed, and its digest.
    public var rule: Rule

    /// The text that is signed, and its digest.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The hexadecimal MD5 of time, private key and public key: an old form, for
        /// APIs that still require it.
        case classic
        /// The hexadecimal HMAC-SHA256, under the private key, of method, path, sorted
        /// query and time, a line each.
        case hmacSHA256
    }

    /// By default the classic names and rule.
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
        guard let service = context.service, let publicKey = service.signingKey(publicKey),
            let privateKey = service.signingKey(privateKey)
        else {
            throw Credential.refusal(request, "the service has no keys named '\(publicKey)' and '\(privateKey)' to sign with")
        }
        let time = String(context.wallClock().components.seconds)
        request.setQuery(keyParameter, publicKey.reveal(), isSecret: false)
        request.setQuery(timeParameter, time, isSecret: false)
        let signature =
            switch rule {
            case .classic: Digest.hexString(Digest.md5(Array((time + privateKey.reveal() + publicKey.reveal()).utf8)))
            case .hmacSHA256:
                Digest.hexString(
                    Digest.hmacSHA256(
                        Array(
                            CanonicalRequest(request, without: [signatureParameter]).lines(with: [time])
                                .joined(separator: "\n").utf8), key: privateKey))
            }
        request.setQuery(signatureParameter, signature, isSecret: true)
    }
}
