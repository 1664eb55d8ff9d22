// Who may order a pool about: whoever knows its key.

/// The secret with which a pool's operator signs directives.
public struct DirectiveKey: Sendable, Hashable {
    /// In bytes: what is shorter can be guessed.
    public static let shortest = 16

    private let secret: Secret

    /// - Returns: `nil` for a secret of fewer than ``shortest`` bytes.
    public init?(_ secret: Secret) {
        guard secret.reveal().utf8.count >= Self.shortest else { return nil }
        self.secret = secret
    }

    /// HMAC-SHA256 (RFC 2104) over ``Directive/canonicalText``, in lowercase hexadecimal digits.
    public func signature(of directive: Directive) -> String { Digest.text(Digest.hmac(Self.bytes(of: directive), key: secret)) }

    /// Takes as long whatever is wrong with it.
    func verifies(_ signature: [UInt8], of directive: Directive) -> Bool {
        Digest.isHMAC(signature, of: Self.bytes(of: directive), key: secret)
    }

    private static func bytes(of directive: Directive) -> [UInt8] { Array(directive.canonicalText.utf8) }
}
