// Why a description could not be read, and what to do about it.

/// The reason why a text is not an API description that this version reads.
public struct DescriptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The closed list of reasons.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No bytes, or blank space only.
        case empty
        /// Bytes that are not text: compressed data, an image, a program.
        case binary
        /// Malformed JSON.
        case notJSON
        /// JSON that ends too early.
        case truncated
        /// Malformed YAML, or YAML that JSON cannot represent.
        case notYAML
        /// It is nested too deeply, or its aliases make it too large.
        case excessive
        /// A web page or other markup.
        case html
        /// A recognised format that is not read, such as AsyncAPI, or a request file without its requests.
        case otherFormat
        /// A request file that cannot be read.
        case brokenCollection
        /// An unsupported version of OpenAPI or Swagger.
        case unsupportedVersion
        /// JSON or YAML that does not describe an API.
        case notAnAPI
    }

    /// The reason.
    public let kind: Kind
    /// The file name or URL that was read.
    public let source: String
    /// The fault, as a clause without a full stop.
    public let message: String
    /// What to do about it, as a clause without a full stop.
    public let hint: String
    /// The line, from 1.
    public let line: Int?
    /// The column, from 1, in Unicode code points.
    public let column: Int?
    /// The JSON pointer of the faulty part, where the text is JSON.
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
