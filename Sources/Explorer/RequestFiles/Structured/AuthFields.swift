// The parameters of an authentication in exports: an object, or a list of names and values.

import Document

/// The parameters of an authentication, and which of them a reader has used.
struct AuthFields {
    /// In the order of the file.
    private(set) var all: [CollectionField] = []
    private var used: Set<String> = []

    /// Names of parameters whose values are secret.
    private static let secrets: Set<String> = [
        "accessToken", "authKey", "clientSecret", "clientToken", "consumerSecret", "key", "password", "privateKey",
        "refreshToken",
        "secret", "secretAccessKey", "secretKey", "sessionToken", "token", "tokenSecret",
    ]

    /// - Parameter write: converts the variables of a value to `{{name}}`.
    init(_ node: JSONNode?, write: (String) -> String = { $0 }) {
        guard let node else { return }
        var pairs: [(name: String, value: JSONNode?)] = []
        if node.kind == .array {
            for element in node.elements { if let name = element.memberText("key") { pairs.append((name, element["value"])) } }
        } else {
            for (name, value) in node.members { pairs.append((name, value)) }
        }
        all = pairs.map { name, value in
            CollectionField(name, write(value?.plainText ?? ""), isSecret: Self.secrets.contains(name))
        }
    }

    /// The value of a parameter, which counts as used from now on; empty if there is none.
    mutating func useValue(_ name: String) -> String {
        used.insert(name)
        return all.last { $0.name == name }?.value ?? ""
    }

    /// The parameters that have a value and were not used.
    func unusedNames(without silent: Set<String>) -> NameList {
        var left = NameList()
        for field in all
        where !field.value.isEmpty && field.value != "false" && !used.contains(field.name) && !silent.contains(field.name) {
            left.add(field.name)
        }
        return left
    }
}
