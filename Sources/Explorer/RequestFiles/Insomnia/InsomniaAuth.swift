// Authentication of Insomnia: an object without a type inherits it, and one that is turned off sends nothing.

import Document

extension InsomniaReading {
    /// - Parameter isFolder: if it is turned off, a folder inherits the authentication of its
    ///   parent, but a request sends none.
    mutating func readAuth(_ node: JSONNode?, at pointer: String, isFolder: Bool) -> CollectionAuth? {
        guard let node, node.isFilled, node.kind == .object else { return nil }
        var fields = AuthFields(node, write: InsomniaTemplate.normalised)
        // Versions 1 and 2 support one kind, and do not name it (or use a separate member).
        guard let type = node.filled("type")?.plainText ?? node.filled("_type")?.plainText ?? Self.oldType(node) else {
            return nil
        }
        if node.isTrue("disabled") {
            report.addNote(
                .assumed, source.place(node, pointer), "its authentication (\(type.brief)) is switched off and left out")
            return isFolder ? nil : CollectionAuth.none
        }
        switch type {
        case "none": return CollectionAuth.none
        case "basic":
            if node.isTrue("useISO88591") {
                report.addNote(
                    .unsupported, source.place(node, pointer), "user and password are sent in UTF-8, not in ISO-8859-1")
            }
            return .basic(user: fields.useValue("username"), password: fields.useValue("password"))
        case "digest": return .digest(user: fields.useValue("username"), password: fields.useValue("password"))
        case "bearer":
            let prefix = fields.useValue("prefix")
            return .bearer(
                token: fields.useValue("token"), prefix: prefix.isEmpty ? "Bearer" : prefix == "NO_PREFIX" ? "" : prefix)
        case "singleToken": return .bearer(token: fields.useValue("token"))
        case "apikey": return readAPIKey(&fields, node, at: pointer)
        case "iam":
            return .awsSigV4(
                accessKey: fields.useValue("accessKeyId"), secretKey: fields.useValue("secretAccessKey"),
                region: fields.useValue("region"),
                service: fields.useValue("service"), sessionToken: fields.useValue("sessionToken"))
        case "oauth2": return .oauth2(fields.all.filter { $0.name != "type" && $0.name != "disabled" })
        default:
            report.addNote(
                .unsupported, source.place(node, pointer), "authentication of type \(type.brief) is not known",
                hint: "write the header field that it would send")
            return .other(name: type, fields.all.filter { $0.name != "type" && $0.name != "disabled" })
        }
    }

    private mutating func readAPIKey(_ fields: inout AuthFields, _ node: JSONNode, at pointer: String) -> CollectionAuth {
        let (key, value) = (fields.useValue("key"), fields.useValue("value"))
        guard fields.useValue("addTo") == "cookie" else {
            return .apiKey(name: key, value: value, inQuery: fields.useValue("addTo") == "queryParams")
        }
        report.addNote(.assumed, source.place(node, pointer), "the key goes into a cookie; it is sent as a field Cookie")
        return .apiKey(name: "Cookie", value: "\(key)=\(value)", inQuery: false)
    }

    private static func oldType(_ node: JSONNode) -> String? {
        node.filled("username") != nil || node.filled("password") != nil ? "basic" : nil
    }
}
