// The default decoding of endpoints that return JSON.

import Document

extension Endpoint where Response == JSONDocument {
    /// Returns the body of the response as JSON (RFC 8259). A body that is not JSON fails the call with
    /// ``NetError/Kind/decode``. `Endpoint(plan)` without a type returns the response as it was received.
    @_disfavoredOverload
    public init(_ plan: RequestPlan) { self.init(plan) { try JSONDocument($0.body) } }
}

extension EndpointDefinition where Response == JSONDocument {
    /// Returns the body of the response as JSON (RFC 8259).
    public func decode(_ response: RawResponse) throws -> JSONDocument { try JSONDocument(response.body) }
}
