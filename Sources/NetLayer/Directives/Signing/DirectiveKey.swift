// Who may order a pool about: whoever knows its key. The one place where the program signs anything.

import Crypto

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
    public func signature(of directive: Directive) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(directive.canonicalText.utf8), using: key)
        return code.reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    }

    /// Takes as long whatever is wrong with it: nobody finds a signature out byte by byte.
    func verifies(_ signature: [UInt8], of directive: Directive) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: Array(directive.canonicalText.utf8), using: key)
    }

    private var key: SymmetricKey { SymmetricKey(data: Array(secret.reveal().utf8)) }
}
