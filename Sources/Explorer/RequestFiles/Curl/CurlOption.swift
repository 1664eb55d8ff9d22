// Every option of curl by name: its effect on the request, if any, and whether it takes a value.

/// An option that the reader understands. The raw value is the long name.
enum CurlSetting: String, Sendable, CaseIterable {
    case request, header, data, json, form, user, digest, negotiate, ntlm, basic, anyauth, cookie, referer, location, insecure
    case cacert, cert, key, proxy, resolve, connectTo = "connect-to", compressed, range, url, globoff, get, head, next, socks4,
        socks4a, socks5
    case dataASCII = "data-ascii"
    case dataBinary = "data-binary"
    case dataRaw = "data-raw"
    case dataURLEncode = "data-urlencode"
    case formString = "form-string"
    case uploadFile = "upload-file"
    case bearer = "oauth2-bearer"
    case awsSigV4 = "aws-sigv4"
    case userAgent = "user-agent"
    case locationTrusted = "location-trusted"
    case unixSocket = "unix-socket"
    case maxTime = "max-time"
    case connectTimeout = "connect-timeout"
    case continueAt = "continue-at"
    case urlQuery = "url-query"
    case pathAsIs = "path-as-is"
    case socks5Hostname = "socks5-hostname"
    case proxyUser = "proxy-user"
}

/// An option of curl.
struct CurlOption: Sendable {
    enum Effect: Sendable {
        case setting(CurlSetting)
        /// It changes the request or the transfer, and ``CollectionRequest`` cannot represent it.
        case unsupported
        /// It concerns curl's output or its own work, not the request.
        case silent
    }

    let name: String
    let effect: Effect
    let takesValue: Bool

    /// Its value is a body, which may be binary.
    var keepsBytes: Bool {
        guard case .setting(let setting) = effect else { return false }
        return [.data, .dataASCII, .dataBinary, .dataRaw, .json].contains(setting)
    }

    static func withLongName(_ name: String) -> CurlOption? { table.long[name] }
    static func withShortName(_ letter: UInt8) -> CurlOption? { table.short[letter] }

    /// The one option whose name begins with `start`; curl accepts abbreviations.
    static func abbreviated(_ start: String) -> CurlOption? {
        var found: CurlOption?
        for (name, option) in table.long where name.utf8.starts(with: start.utf8) {
            if found != nil { return nil }
            found = option
        }
        return found
    }

    private static let table = CurlOptionTable()
}

/// The options, parsed once from the lists below. A letter after a colon is the short name.
private struct CurlOptionTable: Sendable {
    var long: [String: CurlOption] = [:]
    var short: [UInt8: CurlOption] = [:]

    init() {
        insert(Self.understoodFlags, takesValue: false) { CurlSetting(rawValue: $0).map { .setting($0) } ?? .silent }
        insert(Self.understoodValues, takesValue: true) { CurlSetting(rawValue: $0).map { .setting($0) } ?? .silent }
        insert(Self.unsupportedFlags, takesValue: false) { _ in .unsupported }
        insert(Self.unsupportedValues, takesValue: true) { _ in .unsupported }
        insert(Self.silentFlags, takesValue: false) { _ in .silent }
        insert(Self.silentValues, takesValue: true) { _ in .silent }
    }

    private mutating func insert(_ list: String, takesValue: Bool, _ effect: (String) -> CurlOption.Effect) {
        for entry in list.split(whereSeparator: \.isWhitespace) {
            // The short name of `next` is the colon itself.
            let parts = entry.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            let option = CurlOption(name: name, effect: effect(name), takesValue: takesValue)
            long[name] = option
            if parts.count == 2, let letter = parts[1].utf8.first { short[letter] = option }
        }
    }

    private static let understoodFlags = """
        digest negotiate ntlm basic anyauth location:L location-trusted insecure:k compressed globoff:g get:G head:I next:: path-as-is
        """

    private static let understoodValues = """
        request:X header:H data:d data-ascii data-binary data-raw data-urlencode json form:F form-string upload-file:T user:u
        oauth2-bearer aws-sigv4 cookie:b referer:e user-agent:A cacert cert:E key proxy:x socks4 socks4a socks5 socks5-hostname
        proxy-user:U unix-socket resolve connect-to max-time:m connect-timeout continue-at:C range:r url url-query
        """

    private static let unsupportedFlags = """
        http0.9 http1.0:0 http1.1 http2 http2-prior-knowledge http3 http3-only post301 post302 post303 proxytunnel:p netrc:n
        netrc-optional sslv2:2 sslv3:3 tlsv1:1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 ssl ssl-reqd ipv4:4 ipv6:6 tr-encoding raw crlf use-ascii:B
        proxy-anyauth proxy-basic proxy-digest proxy-insecure proxy-negotiate proxy-ntlm proxy-tlsv1 proxy-http2 proxy-ca-native ca-native
        haproxy-protocol ntlm-wb socks5-basic socks5-gssapi socks5-gssapi-nec cert-status alpn npn ech-grease form-escape false-start
        ignore-content-length disallow-username-in-url doh-insecure doh-cert-status ssl-allow-beast ssl-no-revoke ssl-revoke-best-effort
        ssl-auto-client-cert proxy-ssl-allow-beast proxy-ssl-auto-client-cert retry-all-errors retry-connrefused append:a list-only:l
        tls-earlydata follow mptcp
        """

    private static let unsupportedValues = """
        abstract-unix-socket alt-svc hsts capath cert-type key-type pass ciphers curves tls13-ciphers tls-max tlsauthtype tlsuser tlspassword
        sigalgs crlfile pinnedpubkey engine egd-file random-file config:K netrc-file noproxy preproxy proxy1.0
        proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
        proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlsuser proxy-tlspassword service-name
        socks5-gssapi-service delegation login-options sasl-authzid max-redirs retry retry-delay retry-max-time request-target time-cond:z
        etag-compare expect100-timeout interface local-port dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url proto proto-default
        proto-redir limit-rate rate haproxy-clientip ech variable expand-url expand-data expand-header expand-user expand-json
        quote:Q telnet-option:t ftp-port:P mail-from mail-rcpt mail-auth ip-tos vlan-priority ipfs-gateway upload-flags
        """

    private static let silentFlags = """
        include:i silent:s show-error:S verbose:v remote-name:O remote-header-name:J remote-time:R remote-name-all fail:f fail-early
        fail-with-body progress-bar:# progress-meter buffer:N no-buffer create-dirs clobber no-clobber xattr styled-output junk-session-cookies:j
        parallel:Z parallel-immediate tcp-nodelay tcp-fastopen keepalive no-keepalive sessionid no-sessionid no-progress-meter no-alpn no-npn
        trace-time trace-ids remove-on-error suppress-connect-headers disable:q manual:M version:V metalink compressed-ssh sasl-ir
        disable-eprt disable-epsv ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control mail-rcpt-allowfails
        tftp-no-options skip-existing out-null
        """

    private static let silentValues = """
        output:o output-dir write-out:w dump-header:D stderr trace trace-ascii cookie-jar:c libcurl etag-save create-file-mode max-filesize
        speed-limit:Y speed-time:y keepalive-time keepalive-cnt parallel-max parallel-max-host happy-eyeballs-timeout-ms help:h ftp-account
        ftp-alternative-to-user ftp-method ftp-ssl-ccc-mode krb hostpubmd5 hostpubsha256 pubkey tftp-blksize knownhosts dns-timeout
        """
}
