// How one request reaches its server, beyond the URL: trust, identity, proxy, protocol versions.

/// The options of a connection, in addition to the URL.
public struct ConnectionOptions: Sendable, Hashable {
    private struct Parts: Sendable, Hashable {
        var caFile: String?
        var clientCertificateFile: String?
        var clientKeyFile: String?
        var insecure: Bool = false
        var proxy: Secret?
        var unixSocket: String?
        var connectTo: [String] = []
        var isFresh: Bool = false
        var authentication: HTTPAuthentication?
        var pins: Set<PublicKeyPin> = []
        var minimumTLS: TLSVersion?
        var httpVersion: HTTPVersion?
    }

    private var shared = Self.nothing
    private static let nothing = Shared(Parts())
    private var parts: Parts {
        _read { yield shared.value }
        _modify { yield &shared.value }
    }

    /// A file of certificates (PEM) that are trusted instead of the system's.
    public var caFile: String? {
        get { parts.caFile }
        _modify { yield &parts.caFile }
    }
    /// The client's certificate (PEM), with its key in the same file or in ``clientKeyFile``.
    public var clientCertificateFile: String? {
        get { parts.clientCertificateFile }
        _modify { yield &parts.clientCertificateFile }
    }
    /// The key (PEM) of the client's certificate; `nil` when it is in the same file.
    public var clientKeyFile: String? {
        get { parts.clientKeyFile }
        _modify { yield &parts.clientKeyFile }
    }
    /// Accepts any certificate. Never a default; the interface must warn clearly while it is on.
    public var insecure: Bool {
        get { parts.insecure }
        _modify { yield &parts.insecure }
    }
    /// A proxy URL: `http://`, `socks5h://` …; `nil` follows the environment as curl does.
    public var proxy: Secret? {
        get { parts.proxy }
        _modify { yield &parts.proxy }
    }
    /// Connects to this Unix socket instead of the URL's host.
    public var unixSocket: String? {
        get { parts.unixSocket }
        _modify { yield &parts.unixSocket }
    }
    /// `host:port:other host:other port`: a connection for the first pair goes to the second; an
    /// empty part matches any, or stays the same. TLS and `Host` still use the URL's host. Applies
    /// only to this request (CURLOPT_CONNECT_TO).
    public var connectTo: [String] {
        get { parts.connectTo }
        _modify { yield &parts.connectTo }
    }
    /// Uses a new connection, which no other request uses afterwards: for requests that test whether a
    /// connection can be made.
    public var isFresh: Bool {
        get { parts.isFresh }
        _modify { yield &parts.isFresh }
    }
    /// Authenticates the caller to the server that the request is for.
    public var authentication: HTTPAuthentication? {
        get { parts.authentication }
        _modify { yield &parts.authentication }
    }
    /// The public keys by which the server is recognized, in addition to its certificate: the key of its
    /// certificate must be one of them. Another key fails as ``NetError/Kind/tls`` before anything is sent.
    /// Empty: any key. With ``insecure`` the key alone decides.
    public var pins: Set<PublicKeyPin> {
        get { parts.pins }
        _modify { yield &parts.pins }
    }
    /// The oldest version of TLS that is spoken to the server; `nil` is TLS 1.2, older ones are never spoken
    /// (RFC 8996).
    public var minimumTLS: TLSVersion? {
        get { parts.minimumTLS }
        _modify { yield &parts.minimumTLS }
    }
    /// The version of HTTP; `nil` offers HTTP/2 over TLS and speaks HTTP/1.1 elsewhere.
    public var httpVersion: HTTPVersion? {
        get { parts.httpVersion }
        _modify { yield &parts.httpVersion }
    }

    /// curl's defaults: the system's certificates, and the proxy of the environment.
    public init() {}

    /// These options, overridden by the values that another sets. `insecure` and `isFresh` stay set
    /// if either sets them.
    public func overlaid(by other: ConnectionOptions) -> ConnectionOptions {
        guard !other.isDefault else { return self }
        var options = self
        options.caFile = other.caFile ?? caFile
        if let certificate = other.clientCertificateFile {
            (options.clientCertificateFile, options.clientKeyFile) = (certificate, other.clientKeyFile)
        }
        options.insecure = insecure || other.insecure
        options.proxy = other.proxy ?? proxy
        options.unixSocket = other.unixSocket ?? unixSocket
        options.connectTo = other.connectTo.isEmpty ? connectTo : other.connectTo
        options.isFresh = isFresh || other.isFresh
        options.authentication = other.authentication ?? authentication
        options.pins = other.pins.isEmpty ? pins : other.pins
        options.minimumTLS = other.minimumTLS ?? minimumTLS
        options.httpVersion = other.httpVersion ?? httpVersion
        return options
    }

    /// The options that stay valid for another origin than the one they were made for: the proxy and the
    /// oldest version of TLS. Of the trust settings only the authorities and the pins, and only for the same
    /// host, as in a redirect from http to https.
    public func elsewhere(onSameHost isSameHost: Bool) -> ConnectionOptions {
        var plain = ConnectionOptions()
        plain.proxy = proxy
        plain.minimumTLS = minimumTLS
        if isSameHost { (plain.caFile, plain.pins) = (caFile, pins) }
        return plain
    }
}

extension ConnectionOptions {
    var isDefault: Bool {
        caFile == nil && clientCertificateFile == nil && clientKeyFile == nil && !insecure && proxy == nil && unixSocket == nil
            && !isFresh && authentication == nil && connectTo.isEmpty && pins.isEmpty && minimumTLS == nil
            && httpVersion == nil
    }
}
