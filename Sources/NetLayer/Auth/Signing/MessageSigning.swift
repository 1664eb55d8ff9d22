// HTTP Message Signatures (RFC 9421) with a shared key: `Signature-Input`, `Signature`, and the digest
// of the content (RFC 9530).

/// Signs requests by `hmac-sha256`. Created and nonce are new with every attempt.
public struct MessageSigning: Sendable, Hashable {
    /// The name of the key at the server (`keyid`).
    public var keyID: String
    /// The signing key; it is never sent.
    public var key: SigningKey
    /// The components to sign: derived components (`@method`, `@authority`, `@path`, `@query`, `@target-uri`,
    /// `@scheme`, `@request-target`) and names of header fields in lower case. A field that the request lacks
    /// is refused; `content-digest` is computed where there is content, and left out where there is none.
    public var components: [String]
    /// Tells several signatures apart (RFC 9421 §4.1).
    public var label: String
    /// How long a server may accept it, as `expires`; none by default.
    public var lifetime: Duration?
    /// A tag that the application chooses; none by default.
    public var tag: String?
    /// Whether to include a nonce.
    public var hasNonce: Bool

    /// By default a signature `sig1` of ``standardComponents`` with a nonce, without an expiry.
    public init(
        keyID: String, key: SigningKey, components: [String] = Self.standardComponents, label: String = "sig1",
        lifetime: Duration? = nil, tag: String? = nil, hasNonce: Bool = true
    ) {
        self.keyID = keyID
        self.key = key
        self.components = components
        self.label = label
        self.lifetime = lifetime
        self.tag = tag
        self.hasNonce = hasNonce
    }

    /// The components that identify the request, its target and its content.
    public static let standardComponents = ["@method", "@authority", "@path", "@query", "content-digest"]

    /// The components that are derived from the request (RFC 9421 §2.2) and that ``components`` may name.
    public static let derivedComponents = [
        "@method", "@authority", "@path", "@query", "@target-uri", "@scheme", "@request-target",
    ]

    func sign(_ request: inout WireRequest, _ context: RequestContext) throws(NetError) {
        let bytes = try key.requireBytes(request)
        if components.contains("content-digest") {
            request.headers.remove("Content-Digest")
            if request.body != .none {
                let digest = Base64.encode(try request.contentDigest())
                request.headers.set(HeaderField("Content-Digest", .plain("sha-256=:\(digest):")))
            }
        }
        let created = Int(context.wallClock().components.seconds)
        let parameters = parameters(
            created: created, nonce: hasNonce ? Nonce.generate(context.random) : nil, covering: covered(request))
        let base = try signatureBase(of: request, parameters)
        request.headers.set(HeaderField("Signature-Input", .plain("\(label)=\(parameters)")))
        let signature = Base64.encode(Digest.hmacSHA256(Array(base.utf8), key: bytes))
        request.headers.set(HeaderField("Signature", .secret(Secret("\(label)=:\(signature):"))))
    }

    private func covered(_ request: WireRequest) -> [String] {
        components.filter { $0 != "content-digest" || request.headers.first($0) != nil }
    }

    /// The inner list of `Signature-Input`, which is itself signed.
    func parameters(created: Int, nonce: String?, covering names: [String]) -> String {
        var text = "(" + names.map(Self.quoted).joined(separator: " ") + ");created=\(created)"
        if let lifetime { text += ";expires=\(created + Int(lifetime.components.seconds))" }
        if let nonce { text += ";nonce=\(Self.quoted(nonce))" }
        text += ";keyid=\(Self.quoted(keyID))"
        if let tag { text += ";tag=\(Self.quoted(tag))" }
        return text + ";alg=\"hmac-sha256\""
    }

    /// The signature base (RFC 9421 §2.5).
    func signatureBase(of request: WireRequest, _ parameters: String) throws(NetError) -> String {
        var lines: [String] = []
        for name in covered(request) { lines.append("\(Self.quoted(name)): \(try value(of: name, request))") }
        return (lines + ["\"@signature-params\": \(parameters)"]).joined(separator: "\n")
    }

    private func value(of name: String, _ request: WireRequest) throws(NetError) -> String {
        let url = request.url
        switch name {
        case "@method": return request.method.rawValue
        case "@scheme": return url.scheme ?? ""
        case "@authority": return Self.authority(url)
        case "@path": return url.path.isEmpty ? "/" : url.path
        case "@query": return "?" + (url.query ?? "")
        case "@request-target": return (url.path.isEmpty ? "/" : url.path) + (url.query.map { "?" + $0 } ?? "")
        case "@target-uri":
            var plain = url
            plain.fragment = nil
            plain.authority = url.authority.map { String($0.split(separator: "@").last ?? "") }
            return plain.revealed
        default:
            let values = request.headers.allValues(name)
            guard !name.hasPrefix("@"), !values.isEmpty else {
                throw Credential.refusal(request, "the signature covers '\(name)', which the request does not have")
            }
            return values.map { $0.trimmingBlanks }.joined(separator: ", ")
        }
    }

    /// In lower case, without a port that is the scheme's own (RFC 9421 §2.2.3).
    private static func authority(_ url: URI) -> String {
        let host = url.host ?? ""
        let name = url.isBracketed ? "[\(host)]" : host
        let standard = url.scheme == "https" ? 443 : 80
        return url.port.map { $0 == standard ? name : "\(name):\($0)" } ?? name
    }

    /// An sf-string (RFC 8941 §3.3.3).
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
