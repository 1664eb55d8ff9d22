// The common settings of all requests of a session.

import Catalog
import NetLayer

/// The common settings of all requests of a session, from the command line.
public struct RequestDefaults: Sendable {
    public var timeouts: Timeouts
    /// The most bytes of a body that are accepted; `nil` for as many as the space for bodies allows.
    public var maxBody: Int?
    /// The most requests that the engine sends to one host at once.
    public var mostPerHost = DispatchLimits().perHost
    public var connection: ConnectionOptions
    /// How often a failed request is repeated.
    public var retries: Int
    /// References of the description may lead to any host.
    public var allowsNetworkReferences = false
    /// Other origins than the API's that the user has agreed to send its credentials to, as ``URI/origin``.
    public var agreedOrigins: Set<String> = []
    /// The guards that are known before a description is read.
    public var guards = GuardBook()
    /// Makes requests for display, exactly as the engine makes those that it sends.
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
