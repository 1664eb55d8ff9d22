// The settings that a plan inherits from the command line and from its service.

import NetLayer

extension RequestPlan {
    /// Applies defaults that neither the request nor its collection specifies.
    public mutating func applyDefaults(_ defaults: RequestDefaults, from pool: ServicePool) {
        if timeouts == .byPolicy { timeouts = defaults.timeouts }
        applyConnection(defaults.connection, from: pool)
        limitBody(defaults.maxBody)
    }

    /// Applies hedge, priority and deadline where the plan does not have them.
    public mutating func applyPolicies(_ common: CallPolicies) {
        policies.hedge = policies.hedge ?? common.hedge
        policies.priority = policies.priority ?? common.priority
        policies.deadline = policies.deadline ?? common.deadline
    }

    /// Limits the response's body to this many bytes, both compressed and decompressed;
    /// `nil` changes nothing.
    public mutating func limitBody(_ bytes: Int?) {
        if let bytes { (limits.body, limits.decodedBody) = (bytes, bytes) }
    }

    /// Overlays the connection options: first the service's, then the request's, then the user's own. The
    /// service's options apply to its own addresses only.
    public mutating func applyConnection(_ own: ConnectionOptions, from pool: ServicePool) {
        let address = URI(path).isAbsoluteHTTP ? URI(path) : destination.baseURL
        let service = address != nil ? nil : pool.services.first?.connection
        var own = own
        let homes = pool.services.compactMap { $0.address(in: pool.environment)?.origin }
        if let address, !homes.isEmpty, !homes.contains(address.origin) {
            // A certificate authenticates the user, as a password does: it is for the API only.
            (own.clientCertificateFile, own.clientKeyFile) = (nil, nil)
        }
        connection = (service ?? ConnectionOptions()).overlaid(by: connection).overlaid(by: own)
    }
}
