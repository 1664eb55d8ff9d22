// The right to control a pool: the owner of its key has it.

/// The secret with which a pool's operator signs directives.
public struct DirectiveKey: Sendable, Hashable {
    /// The minimum length in bytes: shorter secrets can be guessed.
    public static let shortest = 16

    private let secret: Secret

    /// - Returns: `nil` for a secret of fewer than ``shortest`` bytes.
    public init?(_ secret: Secret) {
        guard secret.reveal().utf8.count >= Self.shortest else { return nil }
        self.secret = secret
    }

    /// HMAC-SHA256 (RFC 2104) over ``Directive/canonicalText``, in lowercase hexadecimal digits.
    public func signature(of directive: Directive) -> String {
        Digest.hexString(Digest.hmacSHA256(Self.bytes(of: directive), key: secret))
    }

    /// Takes the same time for every wrong signature.
    func verifies(_ signature: [UInt8], of directive: Directive) -> Bool {
        Digest.isHMAC(signature, of: Self.bytes(of: directive), key: secret)
    }

    private static func bytes(of directive: Directive) -> [UInt8] { Array(directive.canonicalText.utf8) }
}
