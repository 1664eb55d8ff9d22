// Digests, plain and keyed: the one place that knows swift-crypto.

import Crypto

enum Digest {
    /// HMAC-SHA256 (RFC 2104).
    static func hmac(_ bytes: [UInt8], key: Secret) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: symmetric(key)))
    }

    /// Takes as long whatever is wrong with `code`: nobody finds one out byte by byte.
    static func isHMAC(_ code: [UInt8], of bytes: [UInt8], key: Secret) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: symmetric(key))
    }

    /// In lowercase hexadecimal digits.
    static func text(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    }

    private static func symmetric(_ key: Secret) -> SymmetricKey { SymmetricKey(data: Array(key.reveal().utf8)) }
}
