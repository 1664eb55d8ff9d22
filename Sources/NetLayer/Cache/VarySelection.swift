// The requests to which a response applies: the fields that its `Vary` names, with the
// request's values (RFC 9111 §4.1).

/// The selecting fields of one stored response.
public struct VarySelection: Sendable, Hashable {
    /// Lower-case names, sorted, each with its normalized value: equal values are equal strings. `nil` where
    /// the field was absent.
    public private(set) var fields: [Field] = []

    /// One selecting field.
    public struct Field: Sendable, Hashable {
        /// The header field's name, in lower case.
        public var name: String
        /// Secret, because a server may vary by credentials.
        public var value: Secret?
    }

    /// A selection that fits every request.
    public init() {}

    init(fields: [Field]) { self.fields = fields }

    /// `nil` when no other request fits (`Vary: *`).
    public init?(answer: Headers, request: Headers) {
        let names = Set(FieldList.members(answer.allValues("Vary")).map { $0.lowercased() })
        guard !names.contains("*") else { return nil }
        fields = names.sorted().map { Field(name: $0, value: Self.value($0, request)) }
    }

    /// Whether the request has the same values.
    public func matches(_ request: Headers) -> Bool { fields.allSatisfy { Self.value($0.name, request) == $0.value } }

    /// Normalizes a field: several lines equal one line with commas, and blanks around commas
    /// do not matter. Languages ignore case. Their order stays, because some servers treat it
    /// as a preference (RFC 9110 §12.5.4).
    static func value(_ name: String, _ headers: Headers) -> Secret? {
        let lines = headers.allValues(name)
        guard !lines.isEmpty else { return nil }
        let text = FieldList.members(lines).joined(separator: ",")
        return Secret(name == "accept-language" || name == "accept-encoding" ? text.lowercased() : text)
    }
}
