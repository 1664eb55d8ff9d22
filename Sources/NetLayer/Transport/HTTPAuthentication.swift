// Authentication within the exchange itself: a reply to a challenge, or a signature over the request
// as it is sent.

/// Authentication that libcurl computes for each exchange. Simpler kinds are a header field or a parameter.
public enum HTTPAuthentication: Sendable, Hashable {
    /// Digest access authentication (RFC 7616): the request is sent again with the reply
    /// to the server's challenge.
    case digest(user: String, password: Secret)
    /// NTLM (`DOMAIN\\user`), which authenticates a connection, not a request: only over HTTP/1.1.
    case ntlm(user: String, password: Secret)
    /// Negotiate (RFC 4559): Kerberos with the ticket of this machine's user (`kinit`).
    case negotiate
    /// AWS Signature Version 4. An empty `region` or `service` is derived from the host's name.
    case awsSigV4(accessKey: String, secretKey: Secret, region: String, service: String)

    /// User and password for libcurl.
    package var credentials: (user: String, password: String) {
        switch self {
        case .digest(let user, let password), .ntlm(let user, let password): (user, password.reveal())
        // libcurl requires a user name, even an empty one.
        case .negotiate: ("", "")
        case .awsSigV4(let accessKey, let secretKey, _, _): (accessKey, secretKey.reveal())
        }
    }

    /// Whether it replies to a server's 401 in the same exchange.
    var answersChallenges: Bool {
        switch self {
        case .digest, .ntlm, .negotiate: true
        case .awsSigV4: false
        }
    }

    /// The word for the user and for files.
    package var name: String {
        switch self {
        case .digest: "digest"
        case .ntlm: "ntlm"
        case .negotiate: "negotiate"
        case .awsSigV4: "aws signature"
        }
    }

    /// The parameter of CURLOPT_AWS_SIGV4.
    package var signature: String? {
        guard case .awsSigV4(_, _, let region, let service) = self else { return nil }
        let parts = ["aws", "amz"] + (region.isEmpty ? [] : service.isEmpty ? [region] : [region, service])
        return parts.joined(separator: ":")
    }
}
