// What a connection demands of its server: a known key, a version of TLS, a version of HTTP.

/// The SHA-256 of a server's public key (the SubjectPublicKeyInfo of its certificate, in DER), as in RFC 7469
/// §2.4. It stays the same when the certificate is renewed for the same key.
///
///     openssl x509 -in cert.pem -pubkey -noout | openssl pkey -pubin -outform der \
///         | openssl dgst -sha256 -binary | base64
public struct PublicKeyPin: Sendable, Hashable, CustomStringConvertible {
    /// 32 bytes in base64, with padding.
    public let sha256: String

    /// `nil` unless the text is base64 of 32 bytes; `sha256//`, as curl writes it, may precede.
    public init?(sha256 text: String) {
        let digest = text.hasPrefix("sha256//") ? text.dropFirst("sha256//".count) : Substring(text)
        let utf8 = digest.utf8
        guard utf8.count == 44, utf8.last == UInt8(ascii: "="), utf8.dropLast().allSatisfy(Self.isBase64) else { return nil }
        sha256 = String(digest)
    }

    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    /// `sha256//` and the base64.
    public var description: String { "sha256//\(sha256)" }
}

/// A version of TLS.
public enum TLSVersion: String, Sendable, Hashable, CaseIterable {
    /// RFC 5246.
    case tls12 = "1.2"
    /// RFC 8446.
    case tls13 = "1.3"
}

/// The version of HTTP that a request is sent with.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.0: a connection for each request.
    case http10 = "1.0"
    /// HTTP/1.1 only.
    case http11 = "1.1"
    /// Offers HTTP/2 over TLS; HTTP/1.1 where the server does not take it, and without TLS.
    case http2 = "2"
    /// HTTP/2 at once, also without TLS, for a server that is known to speak it (RFC 9113 §3.3).
    case http2PriorKnowledge = "2-prior-knowledge"
    /// Offers HTTP/3, and falls back to the others. A libcurl without HTTP/3 (``CurlVersion/http3``) refuses
    /// the request as ``NetError/Kind/unsupported``.
    case http3 = "3"
}
