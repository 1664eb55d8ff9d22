// The servers that the secrets of a pool are for, and the secrets that a plan would carry elsewhere.

extension ServicePool {
    /// The origins that secrets given for the pool are for: those of the active service, or with
    /// failover those of every service that attempts may go to. A description may have more servers,
    /// which no user has reviewed.
    public var credentialOrigins: Set<String> {
        let asked = failover == nil ? services.indices.filter { $0 == active } : Array(services.indices)
        return Set(
            asked.flatMap { services[$0].credentialHome ?? Set(services[$0].address(in: environment).map { [$0.origin] } ?? []) })
    }

    /// The same services with their secrets limited to these origins.
    public func keeping(credentialsFor origins: Set<String>) -> ServicePool {
        var own = services
        for index in own.indices { own[index].credentialHome = origins }
        return replacing(services: own, active: active, failover: failover)
    }
}

extension RequestGenerator {
    /// The secrets that the requests of a plan would carry to origins that they are not for, by origin. The
    /// user has to agree to them before the requests are sent, since ``request(for:on:)`` leaves them out
    /// otherwise. Empty where every origin may receive its secrets, and where no request can be made.
    /// - Parameters:
    ///   - plan: the call.
    ///   - pool: its services that an attempt may go to are checked.
    public func foreignCredentials(of plan: RequestPlan, on pool: ServicePool) -> [ForeignCredentials] {
        let environment = pool.environment(of: plan.destination)
        let services: [Service?]
        if let name = plan.destination.service {
            services = pool.services.filter { $0.name == name }
        } else if pool.failover != nil {
            services = pool.services.filter { $0.address(in: environment) != nil }
        } else {
            services = pool.services.indices.contains(pool.active) ? [pool.services[pool.active]] : [nil]
        }
        var found: [ForeignCredentials] = []
        for service in services.map({ $0?.standing(in: environment) })
        where plan.credentialScope.home != nil || service?.credentialHome != nil {
            guard let draft = try? draft(of: plan, on: service), let request = try? request(of: draft),
                let foreign = foreign(request, draft), !found.contains(where: { $0.origin == foreign.origin })
            else { continue }
            found.append(foreign)
        }
        return found
    }
}
