// Writes a value in one of OpenAPI's styles. Texts in a URL are escaped as in RFC 6570, item by
// item, to distinguish a comma inside an item from a separator. Headers, and cookies of style
// `cookie`, are written unchanged.

import NetLayer

struct ParameterWriter {
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
        let separator =
            switch style {
            case "spaceDelimited": "%20"
            case "pipeDelimited": "%7C"
            default: ","
            }
        let value = items.map(encoded).joined(separator: separator)
        return Parameter(encoded(name), secret(value), in: place, isEncoded: true)
    }

    /// A pair; left unescaped where the engine escapes it in the same way.
    private func makeParameter(_ name: String, _ text: String) -> Parameter {
        let value = encoded(text)
        // The name of a path parameter is the name in the braces.
        let key = place == .path || place == .cookie && style == "cookie" ? name : PercentCoding.encode(name, for: .expansion)
        let usual: PercentCoding.Place = place == .path ? .pathSegment : .queryItem
        switch place {
        case .cookie: return Parameter(key, secret(value), in: place)
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
            items = explodes ? texts.map(named) : [named(texts.joined(separator: ","))]
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
        case .header: return text
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
