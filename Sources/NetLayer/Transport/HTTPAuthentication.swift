// Authentication that takes part in the exchange itself: an answer to a challenge, or a signature over the request as it is sent.

/// What libcurl works out for each exchange. Everything simpler is a header field or a parameter.
public enum HTTPAuthentication: Sendable, Hashable {
    /// Digest access authentication (RFC 7616): the request is sent again with the answer to the server's challenge.
    case digest(user: String, password: Secret)
    /// NTLM (`DOMAIN\\user`), which proves a connection, not a request: over HTTP/1.1 alone.
    case ntlm(user: String, password: Secret)
    /// Negotiate (RFC 4559): Kerberos by the ticket that the user of this machine has (`kinit`).
    case negotiate
    /// AWS Signature Version 4. Where `region` or `service` are empty they are taken from the host's name.
    case awsSigV4(accessKey: String, secretKey: Secret, region: String, service: String)

    /// User and password as libcurl has them.
    var credentials: (user: String, password: String) {
        switch self {
        case .digest(let user, let password), .ntlm(let user, let password): (user, password.reveal())
        // libcurl wants to be told that there is a user.
        case .negotiate: ("", "")
        case .awsSigV4(let accessKey, let secretKey, _, _): (accessKey, secretKey.reveal())
        }
    }

    /// It answers a server's 401 in the same exchange.
    var answersChallenges: Bool {
        switch self {
        case .digest, .ntlm, .negotiate: true
        case .awsSigV4: false
        }
    }

    /// The word for people and files.
    var name: String {
        switch self {
        case .digest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        case .awsSigV4: "aws signature"
        }
    }

    /// The parameter of CURLOPT_AWS_SIGV4.
    var signature: String? {
        guard case .awsSigV4(_, _, let region, let service) = self else { return nil }
        let parts = ["aws", "amz"] + (region.isEmpty ? [] : service.isEmpty ? [region] : [region, service])
        return parts.joined(separator: ":")
    }
}
