// Authentication of Postman: inherited, none, and its kinds with their parameters (an
// object in 2.0, a list in 2.1).

import Document

extension PostmanReading {
    /// Parameters of Postman's own form, and those that the server's challenge
    /// gives. Unused, they need no note.
    private static let silent: Set<String> = [
        "showPassword", "saveHelperData", "disableRetryRequest", "realm", "nonce", "nonceCount", "qop", "clientNonce", "opaque",
        "algorithm",
    ]

    /// - Returns: `nil` if the node inherits the authentication; `.none` if the file says `noauth`.
    mutating func readAuth(_ node: JSONNode?, at pointer: String) -> CollectionAuth? {
        guard let node, node.kind == .object, let type = node.filled("type")?.plainText else {
            if let node, node.isFilled {
                report.addNote(.skipped, source.place(node, pointer), "the authentication does not say its type")
            }
            return nil
        }
        var fields = AuthFields(node[type])
        let auth: CollectionAuth
        switch type {
        case "noauth": return CollectionAuth.none
        case "inherit": return nil
        case "basic": auth = .basic(user: fields.useValue("username"), password: fields.useValue("password"))
        case "bearer": auth = .bearer(token: fields.useValue("token"))
        case "digest": auth = .digest(user: fields.useValue("username"), password: fields.useValue("password"))
        case "apikey":
            auth = .apiKey(
                name: fields.useValue("key"), value: fields.useValue("value"), inQuery: fields.useValue("in") == "query")
        case "awsv4":
            auth = .awsSigV4(
                accessKey: fields.useValue("accessKey"), secretKey: fields.useValue("secretKey"),
                region: fields.useValue("region"),
                service: fields.useValue("service"), sessionToken: fields.useValue("sessionToken"))
        case "oauth2": return .oauth2(fields.all)
        default:
            report.addNote(
                .unsupported, source.place(node, pointer), "authentication of type \(type.brief) is not known",
                hint: "write the header field that it would send")
            return .other(name: type, fields.all)
        }
        let left = fields.unusedNames(without: Self.silent)
        if !left.isEmpty {
            report.addNote(.unsupported, source.place(node, pointer), "parameters of \(type) that are not used: \(left.text)")
        }
        return auth
    }
}
