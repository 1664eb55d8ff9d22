// Under what an answer is stored: what was asked for, in one spelling, and who may share it.

/// Who shares stored answers. Two that differ in anything never see each other's.
public struct CachePartition: Sendable, Hashable {
    /// Whose answers these are: the account, or what stands for it. Empty: nobody's in particular.
    public var account: Secret
    /// The deployment's name: answers of a test system are not those of another.
    public var environment: String
    /// The service or pool that answered. Empty: the URL says it.
    public var service: String

    /// By default nobody's in particular. The account becomes a ``Secret``.
    public init(account: String = "", environment: String = "", service: String = "") {
        self.account = Secret(account)
        self.environment = environment
        self.service = service
    }

    /// For requests of whom nothing else is known: all their credentials stand for the account, those of cookies and of the connection too.
    /// A request with another token has stored nothing yet.
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

/// Names one resource of one partition. Requests that are written differently and mean the same have the same key.
public struct CacheKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The request's method; `GET` for `HEAD`.
    public let method: HTTPMethod
    /// As it was first asked for, to be shown: only its canonical halves are compared.
    public let url: URI
    /// The normalised URL without its query.
    let address: String
    /// The query's parameters, sorted by name, those of one name in their order (B-CT-3); `nil` when there is none.
    let query: String?
    /// Who shares the answers.
    public let partition: CachePartition
    /// Answers of another version are not found (YT-2): a new form of the same data gets a new one.
    public let version: String
    /// What else tells requests apart: a digest of the content and of chosen headers. Empty: nothing.
    let detail: String
    /// A name of the caller's own in the place of the URL (YB-8).
    public let name: String?

    /// - Parameters:
    ///   - method: `HEAD` is answered from what `GET` has stored (RFC 9111 §4), so both have one key.
    ///   - url: what is asked for; URLs that are written differently and mean the same give the same key.
    ///   - partition: who shares the answers.
    ///   - version: answers that were stored under another one are not found.
    ///   - name: stands in the place of the URL; `nil`: the URL counts.
    public init(
        method: HTTPMethod = .get, url: URI, partition: CachePartition = CachePartition(), version: String = "",
        name: String? = nil
    ) { self.init(method: method, url: url, partition: partition, version: version, name: name, detail: "") }

    init(method: HTTPMethod, url: URI, partition: CachePartition, version: String, name: String?, detail: String) {
        self.method = method == .head ? .get : method
        self.url = url
        // No URL looks like this.
        (address, query) = name.map { (Self.address(named: $0), nil) } ?? Self.canonical(url)
        self.detail = detail
        self.name = name
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

    /// The address of what bears a name.
    static func address(named name: String) -> String { "name \(name)" }

    /// Its texts hold credentials in the clear, so a mirror shows the description alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: [description], displayStyle: .struct) }

    /// A URL's two halves in the form in which equal ones are equal texts. No fragment: it is never sent.
    static func canonical(_ url: URI) -> (address: String, query: String?) {
        var plain = url.normalized
        plain.fragment = nil
        let query = plain.query.map(sorted)
        plain.query = nil
        return (plain.revealed, query)
    }

    /// Only where every part is a parameter with a name: the order of others may mean something.
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
        // The URL as it was asked for is about as long as its canonical halves.
        method.rawValue.utf8.count + 2 * (address.utf8.count + (query?.utf8.count ?? 0)) + partition.account.reveal().utf8.count
            + partition.environment.utf8.count + partition.service.utf8.count + version.utf8.count + detail.utf8.count
    }
}
