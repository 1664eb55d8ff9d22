// What a plan takes over from how the program was started, and from the service that it goes to.

import NetLayer

extension RequestPlan {
    /// How requests are sent where neither the request nor its collection says it.
    public mutating func take(_ defaults: RequestDefaults, from pool: ServicePool) {
        if timeouts == .byPolicy { timeouts = defaults.timeouts }
        takeConnection(defaults.connection, from: pool)
        limitBody(defaults.maxBody)
    }

    /// Takes no more of the answer's body than so many bytes, packed and unpacked; `nil` leaves it as it is.
    public mutating func limitBody(_ bytes: Int?) {
        if let bytes { (limits.body, limits.decodedBody) = (bytes, bytes) }
    }

    /// What the service has, over it what the request has, over it the user's own word. What is the service's is for no other address.
    public mutating func takeConnection(_ own: ConnectionOptions, from pool: ServicePool) {
        let address = URI(path).isAbsoluteHTTP ? URI(path) : destination.baseURL
        let service = address != nil ? nil : pool.services.first?.connection
        var own = own
        let homes = pool.services.compactMap { $0.address(in: pool.environment)?.origin }
        if let address, !homes.isEmpty, !homes.contains(address.origin) {
            // A certificate proves who asks, as a password does: it is for the API.
            (own.clientCertificateFile, own.clientKeyFile) = (nil, nil)
        }
        connection = (service ?? ConnectionOptions()).overlaid(by: connection).overlaid(by: own)
    }
}
