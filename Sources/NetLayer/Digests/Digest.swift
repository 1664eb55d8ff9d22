// Digests of bodies and with secrets as keys, by the module Digests.

import Digests

package enum Digest {
    package static func sha256(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha256.digest(bytes) }
    /// The digest of a body that need not fit into memory.
    static func sha256(_ source: BodySource) throws(TransferFailure) -> [UInt8] {
        let reader = BodyReader(source)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var hash = RunningHash(.sha256)
        while true {
            let count = try reader.read(into: buffer)
            guard count > 0 else { return hash.finish() }
            hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
    /// For names that other programs make with MD5; it protects nothing.
    static func md5(_ bytes: [UInt8]) -> [UInt8] { HashFunction.md5.digest(bytes) }

    /// HMAC-SHA256 (RFC 2104).
    static func hmacSHA256(_ bytes: [UInt8], key: Secret) -> [UInt8] { HMAC.sha256(bytes, key: Self.bytes(key)) }

    /// The same with a binary key.
    static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] { HMAC.sha256(bytes, key: key) }

    /// Takes constant time for every wrong `code`, so that no attacker can find a valid one byte by byte.
    static func isHMAC(_ code: [UInt8], of bytes: [UInt8], key: Secret) -> Bool {
        HMAC.isSHA256(code, of: bytes, key: Self.bytes(key))
    }

    /// In lowercase hexadecimal digits.
    package static func hexString(_ bytes: [UInt8]) -> String { bytes.hexadecimal }

    private static func bytes(_ key: Secret) -> [UInt8] { Array(key.reveal().utf8) }
}
