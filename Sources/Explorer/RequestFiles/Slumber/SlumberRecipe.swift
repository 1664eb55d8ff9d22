// One recipe of a slumber collection: method, URL, query, header fields, authentication, body.

import Document

extension SlumberTree {
    mutating func readRecipe(_ members: [JSONMember], _ node: JSONNode, _ pointer: String, name: String) -> CollectionRequest? {
        func member(_ key: String) -> JSONMember? { members.last { $0.keyEquals(key) && $0.value.kind != .null } }
        guard let url = member("url")?.value, url.kind == .string else {
            addNote(.skipped, node, pointer, "the recipe has no URL", hint: "write one")
            return nil
        }
        var method = member("method")?.value.displayText ?? ""
        if method.isEmpty {
            addNote(.assumed, node, pointer, "the recipe has no method; read as GET", hint: "write one")
            method = "GET"
        }
        var request = CollectionRequest(
            name: name, method: method.uppercased(), url: readTemplate(url, pointer + "/url"), place: text.place(node, pointer))
        if let query = member("query")?.value { request.query = fields(query, pointer + "/query") }
        if let headers = member("headers")?.value { request.headers = fields(headers, pointer + "/headers") }
        if let auth = member("authentication")?.value { request.auth = readAuth(auth, pointer + "/authentication") }
        if let body = member("body") { request.body = readBody(body, pointer + "/body") }
        return request
    }

    /// An object of texts or lists of texts; before version 4 a list of `name=value`.
    private mutating func fields(_ node: JSONNode, _ pointer: String) -> [CollectionField] {
        var fields: [CollectionField] = []
        if node.kind == .array {
            for (number, element) in node.elements.enumerated() {
                let pair = readTemplate(element, "\(pointer)/\(number)")
                let name = pair.prefix { $0 != "=" }
                fields.append(CollectionField(String(name), String(pair.dropFirst(name.count + 1))))
            }
            return fields
        }
        for member in references.members(node) {
            let at = JSONPointer.append(pointer, member.key)
            let name = SlumberTemplate(member.key).text
            guard member.value.kind == .array else {
                fields.append(CollectionField(name, readTemplate(member.value, at)))
                continue
            }
            for (number, element) in member.value.elements.enumerated() {
                fields.append(CollectionField(name, readTemplate(element, "\(at)/\(number)")))
            }
        }
        return fields
    }

    private mutating func readAuth(_ node: JSONNode, _ pointer: String) -> CollectionAuth? {
        // Before version 4, `!bearer` has only its token.
        if node.kind == .string { return .bearer(token: readTemplate(node, pointer)) }
        let members = references.members(node)
        var values: [String: String] = [:]
        for member in members { values[member.key] = readTemplate(member.value, JSONPointer.append(pointer, member.key)) }
        let kind = values["type"] ?? (values["username"] == nil ? "" : "basic")
        switch kind {
        case "basic": return .basic(user: values["username"] ?? "", password: values["password"] ?? "")
        case "bearer": return .bearer(token: values["token"] ?? "")
        default:
            addNote(
                .unsupported, node, pointer, "the authentication \(kind.prefix(40)) is not known",
                hint: "use another way to sign in")
            return .other(name: kind, members.map { CollectionField($0.key, values[$0.key] ?? "") })
        }
    }

    // MARK: Body

    private enum BodyKind: String, CaseIterable {
        case json, stream
        case form = "form_urlencoded"
        case multipart = "form_multipart"
    }

    private mutating func readBody(_ body: JSONMember, _ pointer: String) -> CollectionBody {
        let node = body.value
        if node.kind == .object, let type = node["type"]?.string, let kind = BodyKind(rawValue: type) {
            return readBody(node["data"] ?? node, kind, pointer + "/data")
        }
        // Before version 4, a tag gives the kind of the body.
        if let kind = BodyKind.allCases.first(where: { text.hasTag($0.rawValue, key: body.name, value: node) }) {
            return readBody(node, kind, pointer)
        }
        if node.kind == .object || node.kind == .array {
            addNote(.assumed, node, pointer, "the body has no type; read as JSON", hint: "write its type")
            return readBody(node, .json, pointer)
        }
        return readText(node, pointer)
    }

    private mutating func readText(_ node: JSONNode, _ pointer: String) -> CollectionBody {
        if let path = SlumberTemplate(node.displayText).file { return .file(path: path, mediaType: nil) }
        return .text(readTemplate(node, pointer), mediaType: nil)
    }

    private mutating func readBody(_ node: JSONNode, _ kind: BodyKind, _ pointer: String) -> CollectionBody {
        switch kind {
        case .stream: return readText(node, pointer)
        case .form: return .form(fields(node, pointer))
        case .multipart: return .multipart(readParts(node, pointer))
        case .json:
            return .text(makeText(SlumberTemplate(JSONPretty.format(node.source)), node, pointer), mediaType: "application/json")
        }
    }

    private mutating func readParts(_ node: JSONNode, _ pointer: String) -> [CollectionPart] {
        var parts: [CollectionPart] = []
        for member in references.members(node) {
            if let path = SlumberTemplate(member.value.displayText).file {
                parts.append(CollectionPart(member.key, .file(path: path)))
            } else {
                parts.append(
                    CollectionPart(member.key, .text(readTemplate(member.value, JSONPointer.append(pointer, member.key)))))
            }
        }
        return parts
    }
}
