// Credentials, in the standard forms of HTTP and in common ones.

/// A credential, ready to be put on requests. It goes with requests to its own service alone: never to an
/// absolute URL elsewhere, never along with a redirect to another origin.
public enum Credential: Sendable, Hashable {
    /// `Authorization: Basic` (RFC 7617), user and password in UTF-8. A user with a colon or a
    /// control character is refused.
    case basic(user: String, password: Secret)
    /// `Authorization: Bearer` (RFC 6750).
    case bearer(Secret)
    /// A key under a name that the API chose, in a header field, the query or a cookie.
    case apiKey(APIKey)
    /// A public key that is sent and a private one that signs: classic services.
    case keyPair(KeyPairSigning)
    /// A signature over a canonical form of the request, with time and nonce.
    case hmac(HMACSigning)
    /// HTTP Message Signatures (RFC 9421).
    case messageSignature(MessageSigning)
    /// Digest, NTLM, Negotiate and AWS, which libcurl computes.
    case http(HTTPAuthentication)

    /// The name for users and files.
    public var name: String {
        switch self {
        case .basic: "basic"
        case .bearer: "bearer"
        case .apiKey: "api key"
        case .keyPair: "key pair"
        case .hmac: "hmac"
        case .messageSignature: "message signature"
        case .http(let authentication): authentication.name
        }
    }
}

/// A key under a name that the API chose.
public struct APIKey: Sendable, Hashable {
    /// OpenAPI's `in`.
    public enum Place: String, Sendable, Hashable, CaseIterable { case header, query, cookie }

    /// The name of the header field, query parameter or cookie.
    public var name: String
    /// The key itself, without ``prefix``.
    public var value: Secret
    /// Where in the request it goes.
    public var place: Place
    /// Stands before the value: `Token ` in `Authorization: Token abc`.
    public var prefix: String

    /// A key that goes into a header field unless another place is named.
    public init(_ name: String, _ value: Secret, in place: Place = .header, prefix: String = "") {
        self.name = name
        self.value = value
        self.place = place
        self.prefix = prefix
    }
}
