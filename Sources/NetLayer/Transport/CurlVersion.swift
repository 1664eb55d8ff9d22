// The libcurl of this process and its features: distributions differ.

import CCurl

/// The libcurl that was loaded, and the features that the program needs to know.
public struct CurlVersion: Sendable, Hashable, CustomStringConvertible {
    /// `7.88.1`
    public var version: String
    /// The TLS library and its version, `OpenSSL/3.0.19`; `nil` without TLS.
    public var tls: String?
    /// Whether HTTP/2 was built in.
    public var http2: Bool
    /// Whether HTTP/3 was built in.
    public var http3: Bool
    /// Whether it decodes `br`.
    public var brotli: Bool
    /// Whether it decodes `zstd`.
    public var zstd: Bool
    /// Whether NTLM was built in; distributions have begun to leave it out.
    public var ntlm: Bool
    /// Whether Negotiate (Kerberos) was built in.
    public var negotiate: Bool
    /// Whether a stalled name lookup can be abandoned without waiting for it (7.87 or newer).
    public var abandonsLookups: Bool
    /// Whether CURLINFO_REQUEST_SIZE includes a body that was sent in one write with the head (before 8.7).
    let countsCopiedBody: Bool
    /// Whether an easy handle can be reused. From 7.84 to 8.1.0 libcurl keeps a pointer to a transfer's last
    /// header field after its end: in the next transfer, a response whose first field is folded made libcurl
    /// read freed memory (curl/curl#11103).
    let reusesHandles: Bool
    /// Whether a connection in HTTP/2 without TLS can take a second request (8.0).
    let reusesPlainHTTP2: Bool

    /// The loaded library. Reading it initialises nothing: a program that sends no request must
    /// not pay for TLS.
    public static let current = CurlVersion()

    private init() {
        let info = ccurl_version_info().pointee
        func hasFeature(_ feature: Int32) -> Bool { info.features & feature != 0 }
        version = String(cString: info.version)
        tls = info.ssl_version.map { String(cString: $0) }
        http2 = hasFeature(CURL_VERSION_HTTP2)
        http3 = hasFeature(CURL_VERSION_HTTP3)
        brotli = hasFeature(CURL_VERSION_BROTLI)
        zstd = hasFeature(CURL_VERSION_ZSTD)
        ntlm = hasFeature(CURL_VERSION_NTLM)
        negotiate = hasFeature(CURL_VERSION_SPNEGO)
        abandonsLookups = info.version_num >= 0x075700
        countsCopiedBody = info.version_num < 0x080700
        reusesPlainHTTP2 = info.version_num >= 0x080000
        reusesHandles = info.version_num < 0x075400 || info.version_num > 0x080100
    }

    /// `libcurl 7.88.1 (OpenSSL/3.0.19, HTTP/2, brotli, zstd)`
    public var description: String {
        let features = [(http2, "HTTP/2"), (http3, "HTTP/3"), (brotli, "brotli"), (zstd, "zstd")].filter(\.0).map(\.1)
        return "libcurl \(version) (\(([tls ?? "no TLS"] + features).joined(separator: ", ")))"
    }
}

extension CurlTransport {
    /// The libcurl that sends the requests.
    public static var version: CurlVersion { .current }
}
