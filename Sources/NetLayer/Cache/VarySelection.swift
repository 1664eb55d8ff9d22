// Which requests an answer is for: the fields that its `Vary` names, with the values that they had (RFC 9111 §4.1).

/// The selecting fields of one stored answer.
public struct VarySelection: Sendable, Hashable {
    /// Names in lower case, sorted, each with its value in the form in which equal ones are equal texts; `nil` where the field was absent.
    public private(set) var fields: [Field] = []

    /// One of them.
    public struct Field: Sendable, Hashable {
        /// The header field's name, in lower case.
        public var name: String
        /// A server may vary by credentials.
        public var value: Secret?
    }

    /// One that every request fits.
    public init() {}

    init(fields: [Field]) { self.fields = fields }

    /// `nil` when no other request fits (`Vary: *`).
    public init?(answer: Headers, request: Headers) {
        let names = Set(FieldList.members(answer.all("Vary")).map { $0.lowercased() })
        guard !names.contains("*") else { return nil }
        fields = names.sorted().map { Field(name: $0, value: Self.value($0, request)) }
    }

    /// Whether the request has the same values.
    public func fits(_ request: Headers) -> Bool { fields.allSatisfy { Self.value($0.name, request) == $0.value } }

    /// Several lines mean the same as one with commas, and blanks around commas mean nothing. Languages have no case. Their order stays:
    /// there are servers to whom it is a preference (RFC 9110 §12.5.4).
    static func value(_ name: String, _ headers: Headers) -> Secret? {
        let lines = headers.all(name)
        guard !lines.isEmpty else { return nil }
        let text = FieldList.members(lines).joined(separator: ",")
        return Secret(name == "accept-language" || name == "accept-encoding" ? text.lowercased() : text)
    }
}
