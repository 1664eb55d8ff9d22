// A named value and where in the request it goes.

/// One parameter of a call.
public struct Parameter: Sendable, Hashable, CustomStringConvertible {
    /// Where the value is put. OpenAPI's `in`, plus form fields.
    public enum Place: String, Sendable, Hashable, CaseIterable { case path, query, header, cookie, form }

    public var name: String
    public var value: FieldValue
    public var place: Place

    public init(_ name: String, _ value: FieldValue, in place: Place) {
        self.name = name
        self.value = value
        self.place = place
    }

    public var description: String { "\(place.rawValue) \(name)=\(shownValue)" }

    private var shownValue: FieldValue { SensitiveNames.isSecretParameter(name) && place != .path ? .secret(Secret(value.revealed)) : value }
}
