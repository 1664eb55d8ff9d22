// Header fields in their order, as they were received or will be sent.

struct Fields: Sendable {
    /// Names are written as the sender wrote them.
    private(set) var pairs: [(name: String, value: String)] = []

    /// The value of a field; several fields of one name form one list (RFC 9110, section 5.3). Names
    /// are case-insensitive.
    subscript(name: String) -> String? {
        let values = pairs.lazy.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    mutating func append(_ name: String, _ value: String) { pairs.append((name, value)) }

    /// Replaces the field of this name, or adds one.
    mutating func set(_ name: String, _ value: String) {
        if let index = pairs.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
            pairs[index].value = value
        } else {
            append(name, value)
        }
    }

    /// Whether a list field has this element, case-insensitively: `close` of `Connection: TE, close`.
    func list(_ name: String, contains element: String) -> Bool {
        (self[name] ?? "").split(separator: ",").contains { part in
            part.drop { $0 == " " }.prefix { $0 != " " }.lowercased() == element
        }
    }
}
