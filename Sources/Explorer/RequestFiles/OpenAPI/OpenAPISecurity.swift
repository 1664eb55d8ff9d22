// The security schemes that represent the credentials of a request in an OpenAPI description.

import NetLayer

struct OpenAPISecurity {
    private var schemes: [(id: String, text: String)] = []

    /// All of them are required together.
    var requirement: String? {
        schemes.isEmpty ? nil : ExportJSON.array([ExportJSON.object(schemes.map { ($0.id, "[]") })])
    }

    var schemesText: String? { schemes.isEmpty ? nil : ExportJSON.object(schemes.map { ($0.id, $0.text) }) }

    /// Adds the user name and password of a URL.
    mutating func addUser(of url: URI) { if url.authority?.contains("@") == true { addHTTP("basic") } }

    mutating func add(_ authentication: HTTPAuthentication) {
        switch authentication {
        case .digest, .ntlm, .negotiate: addHTTP(authentication.name)
        case .awsSigV4: addHTTP("aws4-hmac-sha256")
        }
    }

    /// Adds a secret header field: an authorization with a scheme, cookies, or a key.
    mutating func add(_ field: HeaderField) {
        let value = field.value.revealed
        if field.name.isSameFieldName(as: "Authorization") {
            if let scheme = SecretNames.scheme(of: value) { return addHTTP(scheme.lowercased()) }
        } else if field.name.isSameFieldName(as: "Cookie") {
            for pair in value.split(separator: ";") {
                addKey(String(pair.prefix { $0 != "=" }.drop { $0 == " " }), in: "cookie")
            }
            return
        }
        addKey(field.name, in: "header")
    }

    mutating func addKey(_ name: String, in place: String) {
        let members = [("type", "apiKey"), ("in", place), ("name", name)].map { ($0.0, ExportJSON.string($0.1)) }
        addScheme("apiKey", ExportJSON.object(members.map { ($0.0, $0.1) }))
    }

    private mutating func addHTTP(_ scheme: String) {
        let members = [("type", "http"), ("scheme", scheme)].map { ($0.0, ExportJSON.string($0.1)) }
        addScheme(scheme, ExportJSON.object(members.map { ($0.0, $0.1) }))
    }

    private mutating func addScheme(_ base: String, _ text: String) {
        guard !schemes.contains(where: { $0.text == text }) else { return }
        var id = base
        var number = 1
        while schemes.contains(where: { $0.id == id }) {
            number += 1
            id = "\(base)\(number)"
        }
        schemes.append((id, text))
    }
}
