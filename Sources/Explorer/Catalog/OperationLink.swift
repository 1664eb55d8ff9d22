// A link of a response (OpenAPI, Link Object): an operation that can be called next, and the sources
// of its parameters.

/// An operation that can be called after a response.
public struct OperationLink: Sendable, Hashable {
    /// A parameter of the linked operation.
    public struct LinkParameter: Sendable, Hashable {
        /// The name without a place before it: `id` of `path.id`.
        public var name: String
        /// The place of the parameter; `nil` where the link does not say.
        public var place: ParameterPlace?
        /// The source of its value.
        public var value: LinkValue
        /// The value as the description writes it.
        public var written: String
    }

    /// Its name in the response.
    public var name: String
    /// The status of the response that has the link.
    public var status: String
    /// As written; empty when there is none.
    public var description: String
    /// The index of the linked operation in ``APIDescription/endpoints``; `nil` when the link has no target.
    public var target: Int?
    /// The operation as the link names it: its id or its reference.
    public var targetName: String
    /// In the description's order.
    public var parameters: [LinkParameter]
    /// The source of the body; `nil` when the link gives none.
    public var requestBody: LinkValue?
    /// Replaces the operation's servers.
    public var server: Server?
}
