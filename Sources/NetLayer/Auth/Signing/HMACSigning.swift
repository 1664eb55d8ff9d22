// Signatures over a canonical form of the request, as many APIs have invented their own: key
// id, time, nonce, digest.

/// Signs method, path, sorted query, time, nonce and the SHA-256 of the content (hexadecimal), a line each,
/// by HMAC-SHA256. Time and nonce are new with every attempt, so that a server can refuse a repetition. The
/// standard's own form is ``MessageSigning``.
public struct HMACSigning: Sendable, Hashable {
    /// The name of the key at the server.
    public var keyID: String
    /// The signing key; it is never sent.
    public var key: SigningKey
    /// The header field that carries ``keyID``.
    public var keyHeader: String
    /// The one that carries the time: seconds since 1970-01-01 UTC.
    public var timeHeader: String
    /// The one that carries the nonce: 128 random bits as base64 for URLs.
    public var nonceHeader: String
    /// The one that carries the signature.
    public var signatureHeader: String
    /// How the signature is written.
    public var coding: Coding

    /// How the signature's bytes are written.
    public enum Coding: String, Sendable, Hashable, CaseIterable { case hex, base64 }

    /// By default the fields are `X-Key-Id`, `X-Timestamp`, `X-Nonce` and `X-Signature`, and the
    /// signature is hexadecimal.
    public init(
        keyID: String, key: SigningKey, keyHeader: String = "X-Key-Id", timeHeader: String = "X-Timestamp",
        nonceHeader: String = "X-Nonce", signatureHeader: String = "X-Signature", coding: Coding = .hex
    ) {
        self.keyID = keyID
        self.key = key
        self.keyHeader = keyHeader
        self.timeHeader = timeHeader
        self.nonceHeader = nonceHeader
        self.signatureHeader = signatureHeader
        self.coding = coding
    }

    func sign(_ request: inout WireRequest, _ context: RequestContext) throws(NetError) {
        let bytes = try key.requireBytes(request)
        let time = String(context.wallClock().components.seconds)
        let nonce = Nonce.generate(context.random)
        let digest = Digest.hexString(try request.contentDigest())
        let text = CanonicalRequest(request).lines(with: [time, nonce, digest]).joined(separator: "\n")
        let signature = Digest.hmacSHA256(Array(text.utf8), key: bytes)
        request.headers.set(HeaderField(keyHeader, .plain(keyID)))
        request.headers.set(HeaderField(timeHeader, .plain(time)))
        request.headers.set(HeaderField(nonceHeader, .plain(nonce)))
        let written = coding == .hex ? Digest.hexString(signature) : Base64.encode(signature)
        request.headers.set(HeaderField(signatureHeader, .secret(Secret(written))))
    }
}

/// A random value for one use.
enum Nonce {
    /// 128 bits, as base64 for URLs.
    static func generate(_ random: RandomSource) -> String { Base64.urlEncode(bytes(16, random)) }

    static func bytes(_ count: Int, _ random: RandomSource) -> [UInt8] {
        (0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next().bigEndian, Array.init) }.prefix(count).map { $0 }
    }
}
