// libcrypto's own provider and three of its algorithms, each fetched once. The module Digests is its only user.
//
// A library context of our own reads no openssl.cnf: a machine whose configuration allows FIPS algorithms
// alone still computes the MD5 of a file name. The provider is a part of libcrypto. So a call can fail only
// where memory has run out, and there Swift's own allocations trap as well.

import CCrypto

enum LibCrypto {
    // Safe: OpenSSL's library contexts may be used by several threads; this one is never freed.
    nonisolated(unsafe) private static let context: OpaquePointer = {
        let context = required(OSSL_LIB_CTX_new())
        _ = required(OSSL_PROVIDER_load(context, "default"))
        return context
    }()
    // Safe: OpenSSL changes no fetched algorithm, and this one is never freed.
    nonisolated(unsafe) static let md5 = required(EVP_MD_fetch(context, "MD5", nil))
    // Safe: OpenSSL changes no fetched algorithm, and this one is never freed.
    nonisolated(unsafe) static let sha256 = required(EVP_MD_fetch(context, "SHA256", nil))
    // Safe: OpenSSL changes no fetched algorithm, and this one is never freed.
    nonisolated(unsafe) static let hmac = required(EVP_MAC_fetch(context, "HMAC", nil))

    static func required(_ object: OpaquePointer?) -> OpaquePointer {
        guard let object else { preconditionFailure("libcrypto: \(reason)") }
        return object
    }

    static func require(_ status: Int32) { precondition(status == 1, "libcrypto: \(reason)") }

    private static var reason: String {
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(ERR_get_error(), &text, text.count)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
