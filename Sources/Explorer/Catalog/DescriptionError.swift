// Why nothing could be read from a description, and what to do about it.

/// Why a text is no API description that this version reads.
public struct DescriptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No bytes, or blank space only.
        case empty
        /// Bytes that are no text: compressed, an image, a program.
        case binary
        /// JSON that is broken.
        case notJSON
        /// JSON that ends too early.
        case truncated
        /// YAML that is broken, or that JSON cannot hold.
        case notYAML
        /// It nests too deep, or grows too large by its own aliases.
        case excessive
        /// A web page or other markup.
        case html
        /// A format that is known by name and not read: Postman, AsyncAPI, HAR …
        case otherFormat
        /// A file of requests that cannot be read.
        case brokenCollection
        /// A version of OpenAPI or Swagger that is not read.
        case unsupportedVersion
        /// JSON or YAML that describes no API.
        case notAnAPI
    }

    /// The reason.
    public let kind: Kind
    /// The file name or URL that was read.
    public let source: String
    /// What is wrong, as a clause without a full stop.
    public let message: String
    /// What to do about it, as a clause without a full stop.
    public let hint: String
    /// The line, from 1.
    public let line: Int?
    /// The column, from 1, in Unicode code points.
    public let column: Int?
    /// The JSON pointer of the part, where the text is JSON.
    public let pointer: String?

    /// An error from its parts.
    public init(
        _ kind: Kind, source: String, message: String, hint: String, line: Int? = nil, column: Int? = nil, pointer: String? = nil
    ) {
        self.kind = kind
        self.source = source
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.pointer = pointer
    }

    /// One line: `api.json:3:7: the JSON is broken: expected ':' after the key; hint`.
    public var description: String {
        let place = [source, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return Wording.folded("\(place): \(message)\(hint.isEmpty ? "" : "; \(hint)")")
    }
}
