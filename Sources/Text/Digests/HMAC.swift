// Keyed digests: HMAC (RFC 2104) with SHA-256.

import CCrypto

package enum HMAC {
    /// Keys of any length, the empty one too.
    package static func sha256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        let context = LibCrypto.required(EVP_MAC_CTX_new(LibCrypto.hmac))
        defer { EVP_MAC_CTX_free(context) }
        // OpenSSL keeps addresses of the parameters, so all of them live for the whole call.
        // A missing address is no empty key.
        (key.isEmpty ? [0] : key).withUnsafeBufferPointer { keyBytes in
            "digest".withCString { parameter in
                var name = Array("SHA256".utf8CString)
                name.withUnsafeMutableBufferPointer { name in
                    let parameters = [
                        OSSL_PARAM_construct_utf8_string(parameter, name.baseAddress, 0), OSSL_PARAM_construct_end(),
                    ]
                    LibCrypto.require(EVP_MAC_init(context, keyBytes.baseAddress, key.count, parameters))
                }
            }
        }
        LibCrypto.require(EVP_MAC_update(context, bytes, bytes.count))
        return [UInt8](unsafeUninitializedCapacity: HashFunction.sha256.byteCount) { output, count in
            LibCrypto.require(EVP_MAC_final(context, output.baseAddress, &count, output.count))
        }
    }

    /// Takes the same time for every wrong `code` of the right length, so that no attacker can find a valid
    /// one byte by byte.
    package static func isSHA256(_ code: [UInt8], of bytes: [UInt8], key: [UInt8]) -> Bool {
        let right = sha256(bytes, key: key)
        return code.count == right.count && CRYPTO_memcmp(code, right, right.count) == 0
    }
}
