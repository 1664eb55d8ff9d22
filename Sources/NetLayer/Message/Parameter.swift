// A named value and where in the request it goes.

/// One parameter of a call.
public struct Parameter: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Where the value is put. OpenAPI's `in`, plus form fields.
    public enum Place: String, Sendable, Hashable, CaseIterable { case path, query, header, cookie, form }

    /// The name in its place.
    public var name: String
    /// Its one value; a name with several has several parameters.
    public var value: FieldValue
    /// Where in the request it goes.
    public var place: Place
    /// Name and value go into the URL as they are: the caller has escaped them where necessary. In a query, a
    /// parameter without a name is the whole query, or a part of it that is not a pair.
    public var isEncoded: Bool

    /// A value that is percent-encoded as its place requires, unless `isEncoded` says that it is already.
    public init(_ name: String, _ value: FieldValue, in place: Place, isEncoded: Bool = false) {
        self.name = name
        self.value = value
        self.place = place
        self.isEncoded = isEncoded
    }

    public var description: String { "\(place.rawValue) \(name)=\(shownValue)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": shownValue, "place": place], displayStyle: .struct)
    }

    /// Whether the value must not be shown, and goes to no other server than the one it is for.
    var isHidden: Bool { shownValue.isSecret }

    private var shownValue: FieldValue { isSensitive ? .secret(Secret(value.revealed)) : value }

    /// By the conventions of its place; a cookie always counts as a credential.
    private var isSensitive: Bool {
        switch place {
        case .path: SensitiveNames.isSecretPathParameter(name)
        case .query, .form: SensitiveNames.isSecretParameter(name)
        case .header: SensitiveNames.isSecretHeader(name)
        case .cookie: true
        }
    }
}

extension [Parameter] {
    /// These parameters without those that a later layer has too, followed by that layer: compared by name
    /// and place, names of headers without case. A layer may repeat a name.
    func overlaid(by layer: [Parameter]) -> [Parameter] {
        guard !layer.isEmpty else { return self }
        guard !isEmpty else { return layer }
        return filter { own in !layer.contains { own.isReplaced(by: $0) } } + layer
    }
}

extension Parameter {
    fileprivate func isReplaced(by other: Parameter) -> Bool {
        place == other.place && (name == other.name || (place == .header && name.isSameFieldName(as: other.name)))
    }
}
