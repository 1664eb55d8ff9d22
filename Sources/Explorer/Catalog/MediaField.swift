// One representation of a body: its media type, its schema, an example.

import NetLayer

/// How a member of a form body is written (OpenAPI, Encoding Object).
public struct PartEncoding: Sendable, Hashable {
    /// `style` as written; `nil` stands for the default.
    public var style: String?
    /// `explode` as written; `nil` stands for the style's default.
    public var explode: Bool?
    /// Whether reserved characters are sent unescaped.
    public var allowsReserved: Bool
    /// The media type of a part of a multipart body.
    public var contentType: String?
}

/// A media type of a request or a response (OpenAPI, Media Type Object).
public struct MediaField: Sendable, Hashable {
    /// Such as `application/json`.
    public var contentType: String
    /// The schema of the body; `nil` when the description does not give one.
    public var schema: SchemaLink?
    /// An example that the description gives; JSON is pretty-printed.
    public var example: String?
    /// All named examples.
    public var examples: [MediaExample] = []
    /// How members of a form body are written, by their names.
    public var encodings: [String: PartEncoding]

    /// A media type from its parts.
    public init(
        contentType: String, schema: SchemaLink? = nil, example: String? = nil, encodings: [String: PartEncoding] = [:]
    ) {
        self.encodings = encodings
        self.contentType = contentType
        self.schema = schema
        self.example = example
    }
}

extension MediaField {
    /// Whether the user cannot type the body: a type of images, archives and the like, or a schema
    /// with format `binary`.
    public var isBinary: Bool {
        let type = MediaType.normalizedName(contentType)
        if MediaType.isJSON(type) || type.hasPrefix("multipart/") || type == "application/x-www-form-urlencoded" { return false }
        let binary = ["application/octet-stream", "application/pdf", "application/zip", "application/gzip", "application/x-tar"]
        if binary.contains(type) || ["image/", "audio/", "video/", "font/"].contains(where: type.hasPrefix) {
            return type != "image/svg+xml"
        }
        return schema?.resolve().rules.format == "binary"
    }
}

extension BodyField {
    /// ``media`` for a request; never empty. A wildcard cannot be sent: JSON replaces it.
    public var sendable: [MediaField] {
        let media = media.isEmpty ? [MediaField(contentType: "application/json")] : media
        return media.map { media in
            var media = media
            if media.contentType.contains("*") { media.contentType = "application/json" }
            return media
        }
    }

    /// The index in ``sendable`` of the default: the first JSON type, else the first type.
    public var preferred: Int { sendable.firstIndex { MediaType.isJSON($0.contentType) } ?? 0 }
}
