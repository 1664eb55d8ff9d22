// The members of a form body as fields, and the parts that are sent for them. The screen and the commands
// build forms only from these.

import Document
import NetLayer

/// A member of a form body.
public struct FormMember: Sendable {
    /// The member as a field, with its style.
    public var field: ParameterField
    /// Whether its value is the content of a file.
    public var isFile: Bool
    /// Whether the description says that it is a password, or contains one.
    public var isPassword: Bool
}

extension MediaField {
    /// The two kinds of forms.
    public enum FormKind: Sendable, Hashable { case urlencoded, multipart }

    /// The form of the body; `nil` for other bodies, and for a form whose members the description
    /// does not list.
    public var formKind: FormKind? {
        guard let kind = FormKind(contentType), let schema = schema?.resolve(), !schema.properties.isEmpty else { return nil }
        return kind
    }

    /// The members of a form body, required ones first; empty for other bodies.
    public var formMembers: [FormMember] {
        guard formKind != nil, let link = schema else { return [] }
        let schema = link.resolve()
        let properties = schema.properties.filter(\.isRequired) + schema.properties.filter { !$0.isRequired }
        let secrets = link.secrets.names
        return properties.compactMap { property in
            let value = property.schema.resolve()
            guard !value.isReadOnly else { return nil }
            let encoding = encodings[property.name]
            let isFile = value.rules.format == "binary" || value.rules.items.first?.format == "binary"
            let field = ParameterField(
                name: property.name, place: .query, isRequired: property.isRequired,
                type: isFile ? "@path, or text" : value.type,
                format: isFile ? nil : value.rules.format, rules: value.rules, choices: value.rules.choices,
                defaultValue: value.defaultValue.map(Self.typed),
                // A description from elsewhere must not name a file of this machine.
                example: property.isRequired && !isFile ? value.example.map(Self.typed) ?? value.rules.choices.first : nil,
                description: value.details, isDeprecated: value.isDeprecated,
                style: encoding?.style ?? (value.rules.kinds == [.object] ? "deepObject" : nil), explode: encoding?.explode,
                contentType: encoding?.contentType, allowsReserved: encoding?.allowsReserved == true)
            return FormMember(
                field: field, isFile: isFile, isPassword: secrets.contains(property.name) || !property.schema.secrets.isEmpty)
        }
    }

    /// A JSON string as the user types it; other values as written.
    private static func typed(_ json: String) -> String { (try? JSONDocument(Array(json.utf8)).root.displayText) ?? json }
}

extension MediaField.FormKind {
    /// The kind that a media type names.
    public init?(_ contentType: String) {
        switch MediaType.normalizedName(contentType) {
        case "application/x-www-form-urlencoded": self = .urlencoded
        case "multipart/form-data": self = .multipart
        default: return nil
        }
    }
}

extension ParameterField {
    /// The text of each part: one for each item of a list, or one for a single value.
    public func partTexts(of text: String) -> [String] { rules.isList ? items(of: text) : [text] }

    /// The parts of a multipart body for a typed text: a list has a part for each item, and an
    /// object is JSON.
    public func parts(for text: String, isFile: Bool = false) -> [MultipartBody.Part] {
        if isFile { return [MultipartBody.Part(name: name, text: text, isFile: true)] }
        return partTexts(of: text).map {
            MultipartBody.Part(name: name, content: .bytes(Array($0.utf8)), contentType: partType)
        }
    }

    /// The part for a file, with the media type that the description gives it.
    public func makePart(ofFile path: String) -> MultipartBody.Part {
        var part = MultipartBody.Part(name: name, file: path)
        if let partType { part.contentType = partType }
        return part
    }
}
