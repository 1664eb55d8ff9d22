// A call from the cache's point of view: the key of its response, known before any service is picked.

import Synchronization

/// A call as the cache identifies it. All services of a pool get the same request, so the URL is that of the
/// first service, whichever one responds.
struct CacheSubject: Sendable {
    let key: CacheKey
    /// The request for that service; its fields select among variants.
    let request: WireRequest
    /// The plan or the cache names the account; otherwise the request's credentials
    /// and its ``identity`` determine it.
    let isAccountNamed: Bool
    /// The identity that the client adds to the request.
    let identity: RequestIdentity?
    /// Adapters or providers contributed to the request: the request that is sent may differ.
    let isAsked: Bool
    /// The service for which the request was made; empty for an absolute URL.
    let service: String
}

/// The most recently made subjects: a plan that is sent again has the same subject.
final class CacheSubjectMemory: Sendable {
    private struct Known: Sendable {
        let plan: RequestPlan
        let pool: ServicePool
        let who: RequestIdentity?
        let account: Secret?
        /// The service that represents the pool, where services are kept apart.
        let service: String?
        let subject: CacheSubject
    }

    private let known = Mutex<[String: Known]>([:])
    private static let capacity = 64

    /// - Parameters:
    ///   - account: the account that owns the responses, where one is named.
    ///   - who: the caller's identity for a URL; evaluated each time, because a login or a
    ///     cookie may have changed it.
    ///   - service: the service that currently represents the pool, where services are kept apart.
    func subject(
        _ plan: RequestPlan, _ pool: ServicePool, account: Secret?, who: (URI) -> RequestIdentity?, service: String?,
        make: () throws(NetError) -> CacheSubject?
    ) throws(NetError) -> CacheSubject? {
        if let known = known.withLock({ $0[plan.id] }), plan.isCopy(of: known.plan), known.pool == pool,
            known.account == account, known.service == service, account != nil || known.who == who(known.subject.key.url)
        {
            return known.subject
        }
        guard let subject = try make() else { return nil }
        guard plan.body == .none else { return subject }
        let who = subject.identity
        known.withLock { known in
            if known.count >= Self.capacity, known[plan.id] == nil { known = [:] }
            known[plan.id] = Known(
                plan: plan, pool: pool, who: who, account: account, service: service, subject: subject)
        }
        return subject
    }
}

extension NetClient {
    /// The subject of a call without adapters, providers or signers; `nil` when the call is not cacheable.
    func subject(
        _ plan: RequestPlan, on pool: ServicePool, _ identity: (any CallIdentity)?, _ stage: ClientCache
    ) throws(NetError) -> CacheSubject? {
        let cache = stage.cache
        let account = plan.policies.caching.account ?? cache.account(plan, pool)
        let apart = cache.keepsServicesApart(plan) ? reference(plan, pool, cache)?.name : nil
        return try stage.subjects.subject(plan, pool, account: account, who: { identity?.additions(for: $0) }, service: apart) {
            () throws(NetError) in
            let service = reference(plan, pool, cache)
            let request = try requests.request(for: plan, on: service)
            return subject(request, plan, pool, service, account, identity, cache, isAsked: false)
        }
    }

    /// The same for a call with adapters, providers or signers. With a known account it skips the signers;
    /// otherwise it runs them once for the cache alone.
    func askedSubject(_ order: CallOrder, _ cache: ResponseCache) async throws(NetError) -> CacheSubject? {
        let (plan, pool) = (order.plan, order.pool)
        let account = plan.policies.caching.account ?? cache.account(plan, pool)
        let service = reference(plan, pool, cache)
        var layer = order.behaviour.request
        var own = service
        if account != nil {
            (layer.signature, layer.signer) = (nil, nil)
            own?.behaviour?.signature = nil
            own?.behaviour?.signer = nil
        }
        let context = RequestContext(task: order.id, attempt: 0, now: now, wallClock: wallClock)
        let request = try await generator.request(for: plan, layers: [layer], on: own, context: context)
        return subject(request, plan, pool, service, account, order.identity, cache, isAsked: true)
    }

    /// The service whose address represents the pool.
    func reference(_ plan: RequestPlan, _ pool: ServicePool, _ cache: ResponseCache) -> Service? {
        let environment = pool.environment(of: plan.destination)
        let service: Service?
        if let name = plan.destination.service {
            service = pool.services.first { $0.name == name }
        } else if cache.keepsServicesApart(plan) {
            return pool.standing(in: environment, at: now)
        } else {
            service = pool.services.first { $0.address(in: environment) != nil } ?? pool.services.first
        }
        return service?.standing(in: environment)
    }

    private func subject(
        _ request: WireRequest, _ plan: RequestPlan, _ pool: ServicePool, _ service: Service?, _ account: Secret?,
        _ caller: (any CallIdentity)?, _ cache: ResponseCache, isAsked: Bool
    ) -> CacheSubject? {
        let options = plan.policies.caching
        // A body from a file is read once, and may be large.
        if case .stream = request.body { return nil }
        guard !plan.mayNeedBodyOnce else { return nil }
        var partition = CachePartition(credentialsOf: request)
        let identity = account == nil ? caller?.additions(for: request.url) : nil
        if let account {
            partition.account = account
        } else if let identity {
            partition.account = Secret("\(partition.account.reveal())\n\(identity.text)")
        }
        let environment = pool.environment(of: plan.destination)
        partition.environment = environment.rawValue
        partition.service = cache.keepsServicesApart(plan) ? service?.name ?? "" : Self.poolName(of: pool, in: environment)
        // A server reached over another route may be another server, or not the one that it claims to be.
        let way = request.connection.way
        if !way.isEmpty { partition.service += "\n\(way)" }
        var name = options.key
        if name == nil, options.keyStyle ?? cache.options.keyStyle == .classic {
            name = CacheKey.classic(path: plan.path, parameters: request.parameters)
        }
        let key = CacheKey(
            method: request.method, url: request.url, partition: partition, version: options.version ?? cache.options.version,
            name: name, detail: Self.detail(request, options), folder: options.folder)
        return CacheSubject(
            key: key, request: request, isAccountNamed: account != nil, identity: identity, isAsked: isAsked,
            service: service?.name ?? "")
    }

    /// Pools share the responses of the same services.
    private static func poolName(of pool: ServicePool, in environment: Environment) -> String {
        guard pool.services.count > 1 else { return pool.family }
        return ([pool.family] + pool.services.map { $0.address(in: environment)?.revealed ?? "" }).joined(separator: "\n")
    }

    private static func detail(_ request: WireRequest, _ options: CacheOptions) -> String {
        var bytes: [UInt8] = []
        if let folder = options.folder {
            // No header field has a name with a blank in it.
            ByteWriter.append(Array("cache folder".utf8), &bytes)
            ByteWriter.append(Array(folder.utf8), &bytes)
        }
        if case .bytes(let body) = request.body {
            ByteWriter.append(body, &bytes)
            ByteWriter.append(Array((request.headers["Content-Type"] ?? "").utf8), &bytes)
        }
        for name in options.keyHeaders.map({ $0.lowercased() }).sorted() {
            ByteWriter.append(Array(name.utf8), &bytes)
            ByteWriter.append(Array(request.headers.allValues(name).joined(separator: "\n").utf8), &bytes)
        }
        return bytes.isEmpty ? "" : Digest.hexString(Digest.sha256(bytes))
    }

    /// A response's URL in the cache's terms: the URL at the first service of the pool.
    func canonical(_ url: URI, from name: String, _ plan: RequestPlan, _ pool: ServicePool, _ cache: ResponseCache) -> URI {
        let environment = pool.environment(of: plan.destination)
        guard let base = pool.services.first(where: { $0.name == name })?.address(in: environment),
            let reference = reference(plan, pool, cache)?.baseURL, base.origin == url.origin
        else { return url }
        let head = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        guard url.path.hasPrefix(head) else { return url }
        var canonical = url
        (canonical.scheme, canonical.authority) = (reference.scheme, reference.authority)
        canonical.path =
            (reference.path.hasSuffix("/") ? String(reference.path.dropLast()) : reference.path)
            + url.path.dropFirst(head.count)
        return canonical
    }
}

extension CacheKey {
    /// HH's key: MD5 of the path and of `&name=value` for each parameter, sorted by name where
    /// HH leaves the order undefined.
    static func classic(path: String, parameters: [Parameter]) -> String {
        let pairs = parameters.sorted { $0.name < $1.name }.map { "&\($0.name)=\($0.value.revealed)" }
        return Digest.hexString(Digest.md5(Array((path + pairs.joined()).utf8)))
    }
}

extension ConnectionOptions {
    /// The route to the server, as far as it may lead to a different server.
    fileprivate var way: String {
        var parts: [String] = []
        if let unixSocket { parts.append("socket:\(unixSocket)") }
        if !connectTo.isEmpty { parts.append("connect-to:\(connectTo)") }
        if insecure { parts.append("insecure") }
        return parts.joined(separator: "\n")
    }
}
