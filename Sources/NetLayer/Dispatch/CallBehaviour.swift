// The code that a call runs at the seams of the pipeline, apart from its request (a plain value) and its decoding.

/// What an endpoint does besides sending its request. Everything has a default that does nothing.
public struct CallBehaviour: Sendable {
    /// What is done to its requests.
    public var request = RequestBehaviour()

    public init() {}
}
