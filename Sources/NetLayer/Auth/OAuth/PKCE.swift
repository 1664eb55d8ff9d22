// Proof Key for Code Exchange (RFC 7636), method S256: a thief of the code cannot use it.

struct PKCE: Sendable {
    let verifier: Secret
    let challenge: String

    /// - Parameter verifier: 43 to 128 unreserved characters (RFC 7636 §4.1).
    init(verifier: String) {
        self.verifier = Secret(verifier)
        challenge = Base64.urlEncode(Digest.sha256(Array(verifier.utf8)))
    }

    /// 256 random bits.
    init(_ random: RandomSource) { self.init(verifier: Base64.urlEncode(Nonce.bytes(32, random))) }
}
