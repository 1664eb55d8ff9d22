// The key of a stored response: the request in canonical form, and the accounts that may share it.

/// Separates the stored responses of accounts, environments and services. Partitions that differ
/// in any field share nothing.
public struct CachePartition: Sendable, Hashable {
    /// The account that owns the responses, or a value that stands for it. Empty: no particular account.
    public var account: Secret
    /// The deployment's name: a test system's responses differ from another system's.
    public var environment: String
    /// The service or pool that responded. Empty: the URL determines it.
    public var service: String

    /// By default no particular account. The account becomes a ``Secret``.
    public init(account: String = "", environment: String = "", service: String = "") {
        self.account = Secret(account)
        self.environment = environment
        self.service = service
    }

    /// The partition of a request about which nothing else is known: all its credentials stand for the
    /// account, including those of cookies and of the connection. A request with another token therefore
    /// starts with an empty cache.
    public init(credentialsOf request: WireRequest) {
        var parts = request.headers.fields.filter(\.value.isSecret).map { "\($0.name.lowercased()):\($0.value.revealed)" }
            .sorted()
        switch request.connection.authentication {
        case .digest(let user, let password): parts.append("digest:\(user):\(password.reveal())")
        case .ntlm(let user, let password): parts.append("ntlm:\(user):\(password.reveal())")
        case .negotiate: parts.append("negotiate")
        case .awsSigV4(let key, let secret, let region, let service):
            parts.append("aws:\(key):\(secret.reveal()):\(region):\(service)")
        case nil: break
        }
        if let certificate = request.connection.clientCertificateFile { parts.append("certificate:\(certificate)") }
        self.init(account: parts.joined(separator: "\n"), environment: request.connection.unixSocket ?? "")
    }
}

/// Names one resource of one partition. Requests that differ in spelling but mean the same have the same key.
public struct CacheKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The request's method; `GET` for `HEAD`.
    public let method: HTTPMethod
    /// The URL as first requested, for display: only its canonical halves are compared.
    public let url: URI
    /// The normalised URL without its query.
    let address: String
    /// The query's parameters, sorted by name; parameters with the same name keep their order. `nil` when
    /// there is no query.
    let query: String?
    /// The partition that shares the responses.
    public let partition: CachePartition
    /// Responses of another version are not found: a new form of the same data gets a new version.
    public let version: String
    /// Other data that distinguishes requests: a digest of the content and of selected headers. Empty: none.
    let detail: String
    /// The caller's own name for the resource, which replaces the URL.
    public let name: String?
    /// ``CacheOptions/folder``: which disk cache stores the entry. ``detail`` covers it too, so keys of
    /// different folders differ.
    let folder: String?

    /// - Parameters:
    ///   - method: a cache serves `HEAD` from a stored `GET` response (RFC 9111 §4), so both have one key.
    ///   - url: the requested URL; URLs that differ in spelling but mean the same give the same key.
    ///   - partition: the partition that shares the responses.
    ///   - version: responses that were stored under another version are not found.
    ///   - name: replaces the URL; `nil`: the URL counts.
    public init(
        method: HTTPMethod = .get, url: URI, partition: CachePartition = CachePartition(), version: String = "",
        name: String? = nil
    ) { self.init(method: method, url: url, partition: partition, version: version, name: name, detail: "") }

    init(
        method: HTTPMethod, url: URI, partition: CachePartition, version: String, name: String?, detail: String,
        folder: String? = nil
    ) {
        self.method = method == .head ? .get : method
        self.url = url
        // No URL has the form of a named address.
        (address, query) = name.map { (Self.address(named: $0), nil) } ?? Self.canonical(url)
        self.detail = detail
        self.name = name
        self.folder = folder
        self.partition = partition
        self.version = version
    }

    public static func == (a: CacheKey, b: CacheKey) -> Bool {
        a.address == b.address && a.query == b.query && a.method == b.method && a.partition == b.partition
            && a.version == b.version && a.detail == b.detail && a.name == b.name
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(query)
        hasher.combine(method)
        hasher.combine(partition)
        hasher.combine(version)
        hasher.combine(detail)
    }

    /// Method and URL, secrets masked.
    public var description: String { "\(method) \(url)" }

    /// The address of a resource that has a name of its own.
    static func address(named name: String) -> String { "name \(name)" }

    /// The key's strings hold credentials in plain text, so a mirror shows the description alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description], displayStyle: .struct) }

    /// The two canonical halves of a URL: equal URLs give equal strings. The fragment is left out,
    /// because it is never sent.
    static func canonical(_ url: URI) -> (address: String, query: String?) {
        var plain = url.normalized
        plain.fragment = nil
        let query = plain.query.map(sorted)
        plain.query = nil
        return (plain.revealed, query)
    }

    /// Sorts the query only where every part is a parameter with a name: the order of other
    /// parts may have a meaning.
    private static func sorted(_ query: String) -> String {
        let parts = query.split(separator: "&", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return query }
        var named: [(name: Substring, part: Substring)] = []
        for part in parts {
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return query }
            named.append((part[..<equals], part))
        }
        let order = named.indices.sorted { (named[$0].name, $0) < (named[$1].name, $1) }
        return order.map { named[$0].part }.joined(separator: "&")
    }

    /// In bytes.
    var weight: Int {
        // The requested URL is about as long as its canonical halves.
        method.rawValue.utf8.count + 2 * (address.utf8.count + (query?.utf8.count ?? 0)) + partition.account.reveal().utf8.count
            + partition.environment.utf8.count + partition.service.utf8.count + version.utf8.count + detail.utf8.count
    }
}
