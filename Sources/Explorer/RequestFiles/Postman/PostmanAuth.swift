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
    mutating func auth(_ node: JSONNode?, at pointer: String) -> CollectionAuth? {
        guard let node, node.kind == .object, let type = node.filled("type")?.plainText else {
            if let node, node.isFilled {
                report.note(.skipped, source.place(node, pointer), "the authentication does not say its type")
            }
            return nil
        }
        var fields = AuthFields(node[type])
        let auth: CollectionAuth
        switch type {
        case "noauth": return CollectionAuth.none
        case "inherit": return nil
        case "basic": auth = .basic(user: fields.take("username"), password: fields.take("password"))
        case "bearer": auth = .bearer(token: fields.take("token"))
        case "digest": auth = .digest(user: fields.take("username"), password: fields.take("password"))
        case "apikey":
            auth = .apiKey(name: fields.take("key"), value: fields.take("value"), inQuery: fields.take("in") == "query")
        case "awsv4":
            auth = .awsSigV4(
                accessKey: fields.take("accessKey"), secretKey: fields.take("secretKey"), region: fields.take("region"),
                service: fields.take("service"), sessionToken: fields.take("sessionToken"))
        case "oauth2": return .oauth2(fields.all)
        default:
            report.note(
                .unsupported, source.place(node, pointer), "authentication of type \(type.brief) is not known",
                hint: "write the header field that it would send")
            return .other(name: type, fields.all)
        }
        let left = fields.left(without: Self.silent)
        if !left.isEmpty {
            report.note(.unsupported, source.place(node, pointer), "parameters of \(type) that are not used: \(left.text)")
        }
        return auth
    }
}
