// What the API calls because of an operation (OpenAPI, Callback Object).

/// A request that the API sends itself because of this operation.
public struct CallbackField: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The method that the API uses.
    public var method: String
    /// The expression that gives the address.
    public var expression: String
    /// What it is for, on one line; empty when the description does not say.
    public var summary: String
}
