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

    /// Whether the text stands for a value with nothing in it: an empty field is not sent.
    public func isEmptyValue(_ text: String) -> Bool { allowsEmpty && text == "\"\"" }

    /// The items of a text that is a list.
    public func items(of text: String) -> [String] { ListText.items(text) }

    /// The media type of a part of a multipart body, where there is one: what the description says, else JSON for an object.
    public var partType: String? {
        if let contentType { return contentType.contains("*") || contentType.contains(",") ? nil : contentType }
        return rules.kinds == [.object] ? "application/json" : nil
    }

    private func value(of text: String) -> StyledValue {
        // Form parts have a media type of their own beside their style; elsewhere one stands in the place of a style.
        if place != .querystring, contentType != nil, style == nil { return .text(text) }
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
