// What all requests of a session have in common.

import NetLayer

/// What every request of a session has in common, from the command line.
public struct RequestDefaults: Sendable {
    public var timeouts: Timeouts
    /// Bytes of a body that are taken at most; `nil` for what fits into the space for bodies.
    public var maxBody: Int?
    /// How many requests the engine sends to one host at once.
    public var mostPerHost = DispatchLimits().perHost
    public var connection: ConnectionOptions
    /// How often a failed request is sent again.
    public var retries: Int
    /// References of the description may lead anywhere in the network.
    public var allowsNetworkReferences = false
    /// Other origins than the API's that the user has agreed to send its credentials to, as ``URI/origin``.
    public var agreedOrigins: Set<String> = []
    /// Makes the requests that are only shown, as the engine's own makes those that are sent.
    public var generator: RequestGenerator

    public init(
        timeouts: Timeouts = .byPolicy, connection: ConnectionOptions = ConnectionOptions(), retries: Int = 0,
        generator: RequestGenerator = RequestGenerator()
    ) {
        self.timeouts = timeouts
        self.connection = connection
        self.retries = retries
        self.generator = generator
    }
}
