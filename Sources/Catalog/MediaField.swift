// One way in which a body may be written: its media type, its schema, an example.

/// A media type of a request or an answer (OpenAPI, Media Type Object).
public struct MediaField: Sendable, Hashable {
    /// Such as `application/json`.
    public var contentType: String
    /// What the body is; `nil` when the description does not say.
    public var schema: SchemaLink?
    /// An example that the description gives; JSON is pretty-printed.
    public var example: String?
    /// All that it gives by name.
    public var examples: [MediaExample] = []

    /// A media type from its parts.
    public init(contentType: String, schema: SchemaLink? = nil, example: String? = nil) {
        self.contentType = contentType
        self.schema = schema
        self.example = example
    }
}

extension BodyField {
    /// ``media`` as a request can have them; never empty. Where anything is taken, JSON is: a wildcard cannot be sent.
    public var sendable: [MediaField] {
        let media = media.isEmpty ? [MediaField(contentType: "application/json")] : media
        return media.map { media in
            var media = media
            if media.contentType.contains("*") { media.contentType = "application/json" }
            return media
        }
    }

    /// The place in ``sendable`` of what is sent when nobody chooses: JSON where it is taken.
    public var preferred: Int { sendable.firstIndex { MediaType.isJSON($0.contentType) } ?? 0 }
}
