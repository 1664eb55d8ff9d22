// Hash functions: bytes to a digest, at once or piece by piece.

import CCrypto

package enum HashFunction: Sendable {
    /// RFC 1321. For names and signatures that other programs make with it; it protects nothing.
    case md5
    /// FIPS 180-4.
    case sha256

    package func digest(_ bytes: [UInt8]) -> [UInt8] {
        var hash = RunningHash(self)
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }

    var byteCount: Int { self == .md5 ? 16 : 32 }
    var algorithm: OpaquePointer { self == .md5 ? LibCrypto.md5 : LibCrypto.sha256 }
}

/// The digest of bytes that arrive in pieces.
package struct RunningHash: ~Copyable {
    private let function: HashFunction
    private let context: OpaquePointer

    package init(_ function: HashFunction) {
        self.function = function
        context = LibCrypto.required(EVP_MD_CTX_new())
        LibCrypto.require(EVP_DigestInit_ex2(context, function.algorithm, nil))
    }

    deinit { EVP_MD_CTX_free(context) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        LibCrypto.require(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
    }

    package consuming func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: function.byteCount) { output, count in
            LibCrypto.require(EVP_DigestFinal_ex(context, output.baseAddress, nil))
            count = function.byteCount
        }
    }
}
