// Requests later pages from the service that served the previous page, as long as it works: a cursor
// may be valid there alone.

/// How failover of a pool affects the pages of a list.
struct FlowStickiness: Sendable {
    let pool: ServicePool
    let list: RequestPlan

    /// - Parameters:
    ///   - plan: the page's request, made from the list's request or from a next URL.
    ///   - service: the service that served the previous page; empty when it is unknown.
    func adapt(_ plan: RequestPlan, at spot: PageSpot, after service: String) -> RequestPlan {
        let destination = list.destination
        // A plan that names a server goes to that server.
        guard destination.service == nil, pool.failover(of: list) != nil else { return plan }
        var plan = plan
        if !service.isEmpty { plan.destination.preferredService = service }
        guard case .url(let url) = spot else { return plan }
        let environment = pool.environment(of: destination)
        let services = pool.services.filter { $0.name == service } + pool.services.filter { $0.name != service }
        for candidate in services {
            guard let path = relativePath(of: url, on: candidate.standing(in: environment)) else { continue }
            // The URL names a service, not a machine: if that service is broken, the same path goes to
            // whichever service the pool chooses.
            plan.path = path
            plan.destination.preferredService = candidate.name
            return plan
        }
        return plan
    }

    /// The path that leads to the URL at that service; `nil` when no path leads there exactly.
    private func relativePath(of url: URI, on service: Service) -> String? {
        var own = list
        own.path = ""
        guard let base = try? RequestTarget(plan: own, service: service).resolveBase(), base.origin == url.origin else {
            return nil
        }
        let head = joiningPrefix(of: base, service.joining)
        guard url.path.utf8.starts(with: head.utf8) else { return nil }
        own.path = String(decoding: url.path.utf8.dropFirst(head.utf8.count), as: UTF8.self) + (url.query.map { "?" + $0 } ?? "")
        guard let built = try? RequestTarget(plan: own, service: service).makeURL(base: base, filledBy: []) else { return nil }
        return built.origin == url.origin && built.path == url.path && built.query == url.query ? own.path : nil
    }

    /// The part of the URL that a path is joined to.
    private func joiningPrefix(of base: URI, _ joining: URLJoining) -> String {
        switch joining {
        case .append: base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        case .resolve: String(base.path.prefix(through: base.path.lastIndex(of: "/") ?? base.path.startIndex))
        }
    }
}
