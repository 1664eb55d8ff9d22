// Converts the text of a field to the parameters to send (OpenAPI, "style values"; RFC 6570 where a style has
// an operator there).
//
// The text of an array is a comma-separated list, or a JSON array; the text of an object is JSON. Texts in a
// URL are escaped as in RFC 6570, item by item, to distinguish a comma inside an item from a separator.
// Headers, and cookies of style `cookie`, are written unchanged.

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

struct ParameterWriter {
    /// The style of `collectionFormat: tsv` in Swagger 2.0, which OpenAPI 3 does not have.
    static let tabStyle = "tabDelimited"

    let field: ParameterField
    let isSecret: Bool
    /// The place, if it differs from the field's own.
    let target: Parameter.Place?

    private var name: String { field.name }

    private var place: Parameter.Place { target ?? Parameter.Place(rawValue: field.place.rawValue) ?? .query }

    private var style: String { field.style ?? (place == .path || place == .header ? "simple" : "form") }

    /// `form` and `cookie` explode by default, `deepObject` always does, the other styles only on request.
    private var explodes: Bool { field.explode ?? (style == "form" || style == "cookie") }

    func write(_ value: StyledValue) -> [Parameter] {
        if field.place == .querystring { return wholeQuery(value) }
        switch place {
        case .path:
            let text = expanded(value)
            return [isPlain(value) ? makeParameter(name, value.text) : Parameter(name, secret(text), in: .path, isEncoded: true)]
        case .header: return [Parameter(name, secret(expanded(value)), in: .header)]
        case .query, .cookie, .form: return pairs(value)
        case .json: return [Parameter(name, secret(value.text), in: .json)]
        }
    }

    // MARK: Pairs of queries, cookies and forms

    private func pairs(_ value: StyledValue) -> [Parameter] {
        switch value {
        case .text(let text): return [makeParameter(name, text)]
        case .list where style == "deepObject", .map where style == "deepObject": return makeDeepParameters(name, value)
        case .list(let items, _):
            if items.isEmpty { return [] }
            if explodes { return items.map { makeParameter(name, $0.text) } }
            return [joined(items.map(\.text))]
        case .map(let members, _):
            if members.isEmpty { return [] }
            if explodes { return members.map { makeParameter($0.name, $0.value.text) } }
            return [joined(members.flatMap { [$0.name, $0.value.text] })]
        }
    }

    /// `name[a][0]=…`: the brackets of PHP, Rails and qs, deeper than OpenAPI defines.
    private func makeDeepParameters(_ name: String, _ value: StyledValue) -> [Parameter] {
        switch value {
        case .text(let text): [makeParameter(name, text)]
        case .list(let items, _): items.enumerated().flatMap { makeDeepParameters("\(name)[\($0)]", $1) }
        case .map(let members, _): members.flatMap { makeDeepParameters("\(name)[\($0.name)]", $0.value) }
        }
    }

    private func joined(_ items: [String]) -> Parameter {
        let value = items.map(encoded).joined(separator: delimiter)
        return Parameter(encoded(name), secret(value), in: place, isEncoded: true)
    }

    /// What stands between the items of a list that is one text.
    private var delimiter: String {
        let isRaw = place == .header
        return switch style {
        case "spaceDelimited": isRaw ? " " : "%20"
        case "pipeDelimited": isRaw ? "|" : "%7C"
        case Self.tabStyle: isRaw ? "\t" : "%09"
        default: ","
        }
    }

    /// A pair; left unescaped where the engine escapes it in the same way.
    private func makeParameter(_ name: String, _ text: String) -> Parameter {
        let value = encoded(text)
        // The name of a path parameter is the name in the braces.
        let key = place == .path || place == .cookie && style == "cookie" ? name : PercentCoding.encode(name, for: .expansion)
        let usual: PercentCoding.Place = place == .path ? .pathSegment : .queryItem
        switch place {
        case .cookie: return Parameter(key, secret(value), in: place)
        case .json: return Parameter(name, secret(text), in: place)
        case .path, .query, .header, .form:
            let isUsual = place == .path || PercentCoding.encode(name, for: usual) == key
            return isUsual && PercentCoding.encode(text, for: usual) == value
                ? Parameter(name, secret(text), in: place) : Parameter(key, secret(value), in: place, isEncoded: true)
        }
    }

    // MARK: Paths and headers

    private func isPlain(_ value: StyledValue) -> Bool { if case .text = value { style == "simple" } else { false } }

    private func expanded(_ value: StyledValue) -> String {
        let (first, between): (String, String) =
            switch style {
            case "matrix": (";", ";")
            case "label": (".", ".")
            default: ("", ",")
            }
        let items: [String]
        switch value {
        case .text(let text): items = [named(encoded(text))]
        case .list(let list, _) where list.isEmpty: return ""
        case .map(let members, _) where members.isEmpty: return ""
        case .list(let list, _):
            let texts = list.map { encoded($0.text) }
            items = explodes ? texts.map(named) : [named(texts.joined(separator: delimiter))]
        case .map(let members, _):
            let texts = members.map { (encoded($0.name), encoded($0.value.text)) }
            items =
                explodes
                ? texts.map { member($0.0, $0.1) } : [named(texts.map { "\($0.0),\($0.1)" }.joined(separator: ","))]
        }
        return first + items.joined(separator: between)
    }

    /// The text with its name, where the style writes names.
    private func named(_ text: String) -> String { style == "matrix" ? member(encoded(name), text) : text }

    /// The `=` before an empty value is left out after `;` (RFC 6570 §3.2.7).
    private func member(_ name: String, _ text: String) -> String {
        style == "matrix" && text.isEmpty ? name : "\(name)=\(text)"
    }

    // MARK: The whole query

    private func wholeQuery(_ value: StyledValue) -> [Parameter] {
        let isForm = field.contentType?.hasPrefix("application/x-www-form-urlencoded") ?? true
        let text: String
        switch value {
        case .map(let members, _) where isForm:
            text = members.map { Self.encodeForm($0.name) + "=" + Self.encodeForm($0.value.text) }.joined(separator: "&")
        case .text(let typed) where isForm:
            text = PercentCoding.encode(typed, for: .reservedExpansion).replacing("#", with: "%23")
        case .text, .list, .map: text = PercentCoding.encode(value.text, for: .expansion)
        }
        return [Parameter("", secret(text), in: .query, isEncoded: true)]
    }

    /// Form encoding: a space becomes a plus.
    private static func encodeForm(_ text: String) -> String {
        PercentCoding.encode(text, for: .expansion).replacing("%20", with: "+")
    }

    // MARK: Escapes

    private func secret(_ text: String) -> FieldValue { isSecret ? .secret(Secret(text)) : .plain(text) }

    private func encoded(_ text: String) -> String {
        switch place {
        case .header, .json: return text
        case .cookie where style == "cookie": return text
        case .path, .query, .cookie, .form:
            guard field.allowsReserved else { return PercentCoding.encode(text, for: .expansion) }
            // The characters that would end the path or the query, and those that no part of a
            // URL may contain.
            let ends: [(String, String)] =
                [("#", "%23"), ("[", "%5B"), ("]", "%5D")] + (place == .path ? [("?", "%3F")] : [])
            return ends.reduce(PercentCoding.encode(text, for: .reservedExpansion)) { $0.replacing($1.0, with: $1.1) }
        }
    }
}
