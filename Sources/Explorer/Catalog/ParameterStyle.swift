// Converts the text of a field to the parameters to send (OpenAPI, "style values"; RFC 6570 where a style has
// an operator there).
//
// The text of an array is a comma-separated list, or a JSON array; the text of an object is JSON.

import Document
import NetLayer

extension ParameterField {
    /// The parameters to send for a typed text.
    /// - Parameters:
    ///   - place: their place, if it differs from the parameter's own: members of form bodies are
    ///     written like queries.
    ///   - isSecret: whether the text is secret. It also is when the field ``isSecret``.
    public func parameters(for text: String, in place: Parameter.Place? = nil, isSecret: Bool = false) -> [Parameter] {
        let writer = ParameterWriter(field: self, isSecret: isSecret || self.isSecret, target: place)
        return writer.write(isEmptyValue(text) ? .text("") : value(of: text))
    }

    /// The parameters to send for all texts that were given under the parameter's name: one text is a value,
    /// several are the items of a list.
    public func parameters(
        forAll texts: [String], in place: Parameter.Place? = nil, isSecret: Bool = false
    ) -> [Parameter] {
        guard texts.count > 1 else { return texts.flatMap { parameters(for: $0, in: place, isSecret: isSecret) } }
        let text = makeText(ofItems: texts)
        guard rules.kinds.isEmpty, !isSerialised else { return parameters(for: text, in: place, isSecret: isSecret) }
        let writer = ParameterWriter(field: self, isSecret: isSecret || self.isSecret, target: place)
        return writer.write(.list(texts.map(StyledValue.text), source: text))
    }

    /// Whether the name may have several values: an array is allowed, or the type is unspecified.
    public var takesList: Bool { rules.kinds.isEmpty || rules.kinds.contains(.array) }

    /// The text that a user would type for all values of the name.
    public func makeText(ofAll texts: [String]) -> String { texts.count == 1 ? texts[0] : makeText(ofItems: texts) }

    /// The text that a user would type for a list of these items: a JSON array, in which a comma inside an
    /// item is no separator.
    private func makeText(ofItems texts: [String]) -> String {
        JSONLiteral.array(texts.map { rules.items.first?.makeJSON(of: $0) ?? JSONLiteral.string($0) })
    }

    /// Whether the text means an empty value: an empty field is not sent.
    public func isEmptyValue(_ text: String) -> Bool { allowsEmpty && text == "\"\"" }

    /// The items of a text that is a list.
    public func items(of text: String) -> [String] { ListText.items(text) }

    /// The media type of a part of a multipart body, if it has one: the description's, else JSON
    /// for an object.
    public var partType: String? {
        if let contentType { return contentType.contains("*") || contentType.contains(",") ? nil : contentType }
        return rules.kinds == [.object] ? "application/json" : nil
    }

    /// Form parts may have a media type beside their style; elsewhere a media type replaces the style.
    private var isSerialised: Bool { place != .querystring && contentType != nil && style == nil }

    private func value(of text: String) -> StyledValue {
        if isSerialised { return .text(text) }
        let first = text.utf8.first
        let mayBeObject = rules.kinds.contains(.object) || rules.kinds.isEmpty && style == "deepObject" || place == .querystring
        if mayBeObject, first == UInt8(ascii: "{"), let root = try? JSONDocument(Array(text.utf8)).root {
            return StyledValue(root)
        }
        if rules.isList || rules.kinds.contains(.array) && first == UInt8(ascii: "[") {
            if first == UInt8(ascii: "["), let root = try? JSONDocument(Array(text.utf8)).root { return StyledValue(root) }
            return .list(ListText.items(text).map(StyledValue.text), source: text)
        }
        return .text(text)
    }
}

extension ValueRules {
    /// A typed item as JSON: a quoted string, unless the item must have another type and the text
    /// has that type.
    fileprivate func makeJSON(of text: String) -> String {
        guard let root = try? JSONDocument(Array(text.utf8)).root else { return JSONLiteral.string(text) }
        switch root.kind {
        case .object: return kinds.contains(.object) ? text : JSONLiteral.string(text)
        case .array: return kinds.contains(.array) ? text : JSONLiteral.string(text)
        case .string: return JSONLiteral.string(text)
        case .number, .true, .false, .null: return kinds.isEmpty || kinds.contains(.string) ? JSONLiteral.string(text) : text
        }
    }
}

/// A value as styles see it. A list or map inside a list or map is sent as typed, as JSON.
enum StyledValue {
    case text(String)
    case list([StyledValue], source: String)
    case map([(name: String, value: StyledValue)], source: String)

    /// Values deeper than 20 levels become text.
    init(_ node: JSONNode, depth: Int = 0) {
        switch node.kind {
        case .array where depth < 20:
            self = .list(node.elements.map { StyledValue($0, depth: depth + 1) }, source: node.source)
        case .object where depth < 20:
            let members = node.entries.map { (name: $0.key, value: StyledValue($0.value, depth: depth + 1)) }
            self = .map(members, source: node.source)
        case .array, .object, .string, .number, .true, .false, .null: self = .text(node.displayText)
        }
    }

    var text: String {
        switch self {
        case .text(let text), .list(_, let text), .map(_, let text): text
        }
    }
}
