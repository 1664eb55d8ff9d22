// Authentication of Postman: none said, none wanted, and its kinds with their parameters (an object in 2.0, a list in 2.1).

import Document

extension PostmanReading {
    /// Parameters of Postman's own form, and those that the server's challenge gives.
    private static let silent: Set<String> = [
        "showPassword", "saveHelperData", "disableRetryRequest", "realm", "nonce", "nonceCount", "qop", "clientNonce", "opaque",
        "algorithm",
    ]

    /// `nil` has what is around it; `noauth` is wanted by the file.
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
                .unsupported, source.place(node, pointer), "authentication of type \(type) is not known",
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

/// The parameters of an authentication, and which of them were used.
struct AuthFields {
    /// In the order of the file.
    private(set) var all: [CollectionField] = []
    private var used: Set<String> = []

    /// Names of parameters that hold what nobody else may see.
    private static let secrets: Set<String> = [
        "accessToken", "authKey", "clientSecret", "clientToken", "consumerSecret", "key", "password", "privateKey",
        "refreshToken",
        "secret", "secretAccessKey", "secretKey", "sessionToken", "token", "tokenSecret",
    ]

    init(_ node: JSONNode?) {
        guard let node else { return }
        if node.kind == .array {
            for element in node.elements { if let name = element.text("key") { add(name, element["value"]) } }
        } else {
            for (name, value) in node.members { add(name, value) }
        }
    }

    private mutating func add(_ name: String, _ value: JSONNode?) {
        all.append(CollectionField(name, value?.plainText ?? "", isSecret: Self.secrets.contains(name)))
    }

    /// The value of a parameter; empty when there is none.
    mutating func take(_ name: String) -> String {
        used.insert(name)
        return all.last { $0.name == name }?.value ?? ""
    }

    /// What is filled in and was not taken.
    func left(without silent: Set<String>) -> NameList {
        var left = NameList()
        for field in all
        where !field.value.isEmpty && field.value != "false" && !used.contains(field.name) && !silent.contains(field.name) {
            left.add(field.name)
        }
        return left
    }
}
