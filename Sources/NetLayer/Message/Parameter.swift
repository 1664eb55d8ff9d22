// A named value and where in the request it goes.

/// One parameter of a call.
public struct Parameter: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Where the value is put: OpenAPI's `in`, form fields, and members of the JSON object in the body.
    public enum Place: String, Sendable, Hashable, CaseIterable { case path, query, header, cookie, form, json }

    /// The name in its place.
    public var name: String
    /// Its one value as a text; a name with several has several parameters. In ``Place/json`` a parameter of
    /// the same name replaces an earlier one. A new text makes the member a JSON string: see ``json``.
    public var value: FieldValue { didSet { typedJSON = nil } }
    /// Where in the request it goes.
    public var place: Place
    /// Name and value go into the URL as they are: the caller has escaped them where necessary. In a query, a
    /// parameter without a name is the whole query, or a part of it that is not a pair.
    public var isEncoded: Bool
    /// The value of a member that is no string.
    private var typedJSON: JSONValue?

    /// A value that is percent-encoded as its place requires, unless `isEncoded` says that it is already.
    public init(_ name: String, _ value: FieldValue, in place: Place, isEncoded: Bool = false) {
        self.name = name
        self.value = value
        self.place = place
        self.isEncoded = isEncoded
    }

    /// A member of the JSON object in the body, with the type that the value has in JSON. ``value`` is the
    /// text of a string, and the JSON text of any other value.
    /// - Parameters:
    ///   - name: the name of the member.
    ///   - json: its value.
    ///   - isSecret: displays and copies leave the value out, as they do for names that mean a secret.
    public init(_ name: String, json: JSONValue, isSecret: Bool = false) {
        let text = json.plainText
        self.init(name, isSecret ? .secret(Secret(text)) : .plain(text), in: .json)
        if case .string = json { return }
        typedJSON = json
    }

    /// The value as a member of a JSON object: by default a string with the text of ``value``.
    public var json: JSONValue { typedJSON ?? .string(value.revealed) }

    /// A copy whose value is a secret, with the same type in JSON.
    var asSecret: Parameter {
        var secret = self
        let type = typedJSON
        secret.value = .secret(Secret(value.revealed))
        secret.typedJSON = type
        return secret
    }

    public var description: String { "\(place.rawValue) \(name)=\(shownValue)" }

    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": shownValue, "place": place], displayStyle: .struct)
    }

    /// Whether the value must not be shown, and goes to no other server than the one it is for.
    package var isHidden: Bool { shownValue.isSecret }

    /// Members of an object or array may be secrets by their names, so displays leave them out.
    private var shownValue: FieldValue {
        if isSensitive { return .secret(Secret(value.revealed)) }
        return switch typedJSON {
        case .object? where !value.isSecret: "{…}"
        case .array? where !value.isSecret: "[…]"
        default: value
        }
    }

    /// By the conventions of its place; a cookie always counts as a credential.
    private var isSensitive: Bool {
        switch place {
        case .path: SensitiveNames.isSecretPathParameter(name)
        case .query, .form, .json: SensitiveNames.isSecretParameter(name)
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
