// Digests, plain and keyed: the only user of swift-crypto.

import Crypto

package enum Digest {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
    /// The digest of a body that need not fit into memory.
    static func sha256(_ source: BodySource) throws(TransferFailure) -> [UInt8] {
        let reader = BodyReader(source)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var hash = SHA256()
        while true {
            let count = try reader.read(into: buffer)
            guard count > 0 else { return Array(hash.finalize()) }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
    /// For names that other programs make with MD5; it protects nothing.
    static func md5(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.MD5.hash(data: bytes)) }

    /// HMAC-SHA256 (RFC 2104).
    static func hmacSHA256(_ bytes: [UInt8], key: Secret) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: symmetric(key)))
    }

    /// The same with a binary key.
    static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
    }

    /// Takes constant time for every wrong `code`, so that no attacker can find a valid one byte by byte.
    static func isHMAC(_ code: [UInt8], of bytes: [UInt8], key: Secret) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: symmetric(key))
    }

    /// In lowercase hexadecimal digits.
    package static func hexString(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { text, byte in text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    }

    private static func symmetric(_ key: Secret) -> SymmetricKey { SymmetricKey(data: Array(key.reveal().utf8)) }
}
