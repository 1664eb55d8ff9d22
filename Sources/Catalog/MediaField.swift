// One way in which a body may be written: its media type, its schema, an example.

/// A media type of a request or an answer (OpenAPI, Media Type Object).
public struct MediaField: Sendable, Hashable {
    /// Such as `application/json`.
    public var contentType: String
    /// What the body is; `nil` when the description does not say.
    public var schema: SchemaLink?
    /// An example that the description gives; JSON is pretty-printed.
    public var example: String?

    /// A media type from its parts.
    public init(contentType: String, schema: SchemaLink? = nil, example: String? = nil) {
        self.contentType = contentType
        self.schema = schema
        self.example = example
    }
}
