// A link of a response (OpenAPI, Link Object): an operation that can be called next, and where its parameters come from.

/// What can be called after an answer.
public struct OperationLink: Sendable, Hashable {
    /// A parameter of the linked operation.
    public struct LinkParameter: Sendable, Hashable {
        /// Without the place that may stand before it: `id` of `path.id`.
        public var name: String
        /// Where it goes; `nil` where the link leaves that open.
        public var place: ParameterPlace?
        /// Where its value comes from.
        public var value: LinkValue
        /// The value as the description writes it.
        public var written: String
    }

    /// Its name in the response.
    public var name: String
    /// The response that has it.
    public var status: String
    /// As written; empty when there is none.
    public var description: String
    /// Index of the linked operation in ``APIDescription/endpoints``; `nil` when the link names nothing.
    public var target: Int?
    /// The operation as the link names it: its id or its reference.
    public var targetName: String
    /// In the description's order.
    public var parameters: [LinkParameter]
    /// Where the body comes from; `nil` when the link gives none.
    public var requestBody: LinkValue?
    /// Takes the place of the operation's servers.
    public var server: Server?
}
