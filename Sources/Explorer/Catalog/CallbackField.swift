// A request that the API sends because of an operation (OpenAPI, Callback Object).

/// A request that the API sends itself because of this operation.
public struct CallbackField: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The method of the request.
    public var method: String
    /// The expression that gives the address.
    public var expression: String
    /// Its purpose, on one line; empty when the description does not say.
    public var summary: String
}
