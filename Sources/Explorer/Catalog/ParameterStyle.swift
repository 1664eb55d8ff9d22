// How the text of one field becomes what is sent (OpenAPI, "style values"; RFC 6570 where a style has an operator there).
//
// The text of an array is what stands between commas, or a JSON array; that of an object is JSON.

import Document
import NetLayer

extension ParameterField {
    /// What is sent for a text that was typed.
    /// - Parameters:
    ///   - place: where it goes, if that is not the parameter's own place: members of form bodies are written like queries.
    ///   - isSecret: the text must not be shown; it is not where the field ``isSecret`` either.
    public func parameters(for text: String, in place: Parameter.Place? = nil, isSecret: Bool = false) -> [Parameter] {
        let writer = ParameterWriter(field: self, isSecret: isSecret || self.isSecret, target: place)
        return writer.write(isEmptyValue(text) ? .text("") : value(of: text))
    }

    /// What is sent for all texts that were given under the parameter's name: one is a value, several are the items of a list.
    public func parameters(
        forAll texts: [String], in place: Parameter.Place? = nil, isSecret: Bool = false
    ) -> [Parameter] {
        guard texts.count > 1 else { return texts.flatMap { parameters(for: $0, in: place, isSecret: isSecret) } }
        let text = text(ofItems: texts)
        guard rules.kinds.isEmpty, !isSerialised else { return parameters(for: text, in: place, isSecret: isSecret) }
        let writer = ParameterWriter(field: self, isSecret: isSecret || self.isSecret, target: place)
        return writer.write(.list(texts.map(StyledValue.text), source: text))
    }

    /// Whether several values may be given under the name: an array is allowed, or nothing is said of the type.
    public var takesList: Bool { rules.kinds.isEmpty || rules.kinds.contains(.array) }

    /// What a person would type for all that was given under the name.
    public func text(ofAll texts: [String]) -> String { texts.count == 1 ? texts[0] : text(ofItems: texts) }

    /// What a person would type for a list of these items: a JSON array, in which a comma inside of an item separates nothing.
    private func text(ofItems texts: [String]) -> String {
        JSONLiteral.array(texts.map { rules.items.first?.json(of: $0) ?? JSONLiteral.string($0) })
    }

    /// Whether the text stands for a value with nothing in it: an empty field is not sent.
    public func isEmptyValue(_ text: String) -> Bool { allowsEmpty && text == "\"\"" }

    /// The items of a text that is a list.
    public func items(of text: String) -> [String] { ListText.items(text) }

    /// The media type of a part of a multipart body, where there is one: what the description says, else JSON for an object.
    public var partType: String? {
        if let contentType { return contentType.contains("*") || contentType.contains(",") ? nil : contentType }
        return rules.kinds == [.object] ? "application/json" : nil
    }

    /// Form parts have a media type of their own beside their style; elsewhere one stands in the place of a style.
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
    /// A typed item as JSON: a text in quotes, unless the item must be something else and the text is that.
    fileprivate func json(of text: String) -> String {
        guard let root = try? JSONDocument(Array(text.utf8)).root else { return JSONLiteral.string(text) }
        switch root.kind {
        case .object: return kinds.contains(.object) ? text : JSONLiteral.string(text)
        case .array: return kinds.contains(.array) ? text : JSONLiteral.string(text)
        case .string: return JSONLiteral.string(text)
        case .number, .true, .false, .null: return kinds.isEmpty || kinds.contains(.string) ? JSONLiteral.string(text) : text
        }
    }
}

/// A value as styles know it. What is composed inside of a list or a map goes as it was typed, as JSON.
enum StyledValue {
    case text(String)
    case list([StyledValue], source: String)
    case map([(name: String, value: StyledValue)], source: String)

    /// What lies deeper than anybody writes by hand is its text.
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
