// One deployment of an API, and the ordered pool that a call is sent to.

/// A deployment: a name and a base URL, with headers that all its requests carry.
public struct Service: Sendable, Hashable {
    public var name: String
    public var baseURL: URI
    public var headers: Headers

    public init(name: String, baseURL: URI, headers: Headers = Headers()) {
        self.name = name
        self.baseURL = baseURL
        self.headers = headers
    }
}

/// The services of one API in order of preference.
public struct ServicePool: Sendable, Hashable {
    public var services: [Service]
    /// Index of the service that new attempts go to.
    public var active: Int

    public init(_ services: [Service], active: Int = 0) {
        self.services = services
        self.active = active
    }

    /// Every attempt takes a lease and names the service by it; `nil` when the pool has no services (absolute URLs need none).
    func pick() -> Lease? { services.indices.contains(active) ? Lease(service: services[active]) : nil }
}

/// One attempt's right to use a service.
struct Lease: Sendable {
    var service: Service
}
