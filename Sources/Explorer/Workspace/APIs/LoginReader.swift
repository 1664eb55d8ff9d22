// Reads `auth: oauth2:`: the authorization server, the client, and the grant.

import Catalog
import NetLayer

struct LoginReader {
    private static let needed = ["grant", "token-url"]
    static let options =
        needed + [
            "client-id", "client-secret", "client-auth", "authorization-url", "device-url", "scopes", "parameters", "user",
            "password",
        ]
    private static let grants: [(word: String, grant: TokenFlow.Grant)] = [
        ("client-credentials", .clientCredentials), ("authorization-code", .authorizationCode),
        ("device-code", .deviceAuthorization), ("password", .password),
    ]

    private static let addresses = [
        ("token-url", "logs in at"), ("authorization-url", "opens the browser at"), ("device-url", "asks for a device code at"),
    ]

    let texts: SecretText

    func readLogin(_ node: ConfigNode) -> LoginPlan? {
        let options = node.options(Self.options)
        guard node.node.kind == .object else { return nil }
        for name in Self.needed where options[name] == nil {
            node.complain("oauth2 has no \(name)", "write '\(name): …' below it")
        }
        // Checks the addresses as written, before anything is resolved: the value of a reference is
        // unknown until the user agrees.
        var isAllowed = true
        for (name, deed) in Self.addresses {
            guard let option = options[name], let text = option.node.string else { continue }
            guard URI(text).authority?.contains("@") != true else {
                option.complain(
                    "'\(URI(text))' names a user", "remove the part before the @: the login has client-id and client-secret")
                continue
            }
            isAllowed = node.requireTrust(.host, "\(deed) \(text)") && isAllowed
        }
        guard let grant = options["grant"].flatMap(readGrant),
            let token = options["token-url"].flatMap(readAddress),
            let id = readClientID(grant, options, node)
        else { return nil }
        var secret: Secret?
        if let option = options["client-secret"] {
            // The reader has already reported a secret that is missing or not trusted.
            // Without it the client cannot log in.
            guard let text = texts.resolveText(option) else { return nil }
            secret = Secret(text)
        } else if grant == .clientCredentials {
            node.complain("client-credentials need a client-secret", "write 'client-secret: ${env:NAME}'")
            return nil
        }
        var client = OAuthClient(id: id, secret: secret, tokenURL: token)
        if let way = options["client-auth"]?.readWord(["basic", "body", "none"]) {
            client.authentication = way == "basic" ? .basic : way == "body" ? .body : .none
        }
        if let url = readURL("authorization-url", for: .authorizationCode, grant, options, node) { client.authorizationURL = url }
        if let url = readURL("device-url", for: .deviceAuthorization, grant, options, node) { client.deviceURL = url }
        client.scopes = options["scopes"].map(readScopes) ?? []
        for entry in options["parameters"]?.entries("'audience: …'") ?? [] {
            if let text = texts.resolveText(entry, isSecret: false) { client.parameters[entry.name] = text }
        }
        var login = OAuthLogin(client: client, grant: grant)
        if grant == .password {
            guard let (user, password) = readUserAndPassword(options, node) else { return nil }
            (login.user, login.password) = (user, password)
        } else {
            for option in ["user", "password"].compactMap({ options[$0] }) {
                option.complain("'\(option.name)' is for the grant password alone", "remove it")
            }
        }
        return isAllowed ? LoginPlan(.oauth(login)) : nil
    }

    /// The client id at the server; it may be empty with the password grant.
    private func readClientID(_ grant: TokenFlow.Grant, _ options: [String: ConfigNode], _ node: ConfigNode) -> String? {
        if let option = options["client-id"] { return texts.resolveText(option, isSecret: false) }
        if grant == .password { return "" }
        node.complain("oauth2 has no client-id", "write 'client-id: …' below it")
        return nil
    }

    /// The user and the password that go to the server.
    private func readUserAndPassword(_ options: [String: ConfigNode], _ node: ConfigNode) -> (user: String, password: Secret)? {
        for name in ["user", "password"] where options[name] == nil {
            node.complain("the grant password has no \(name)", "write '\(name): ${env:NAME}' below it")
        }
        guard let user = options["user"].flatMap({ texts.resolveText($0, isSecret: false) }),
            let password = options["password"].flatMap({ texts.resolveText($0) })
        else { return nil }
        return (user, Secret(password))
    }

    private func readGrant(_ node: ConfigNode) -> TokenFlow.Grant? {
        let word = node.readWord(Self.grants.map(\.word))
        return Self.grants.first { $0.word == word }?.grant
    }

    private func readURL(
        _ name: String, for needing: TokenFlow.Grant, _ grant: TokenFlow.Grant, _ options: [String: ConfigNode],
        _ node: ConfigNode
    ) -> URI? {
        guard let option = options[name] else {
            if grant == needing { node.complain("oauth2 has no \(name)", "write '\(name): https://…' below it") }
            return nil
        }
        return readAddress(option)
    }

    private func readAddress(_ node: ConfigNode) -> URI? {
        guard let text = texts.resolveText(node, isSecret: false) else { return nil }
        let url = URI(text)
        guard url.isAbsoluteHTTP else {
            node.complain("\(node.name) is not an http or https URL", "write one with its host")
            return nil
        }
        return url
    }

    /// A list, or words separated by spaces.
    private func readScopes(_ node: ConfigNode) -> [String] {
        if node.node.kind == .array {
            return node.node.elements.compactMap { element in
                let text = element.displayText
                guard !text.isEmpty, !text.contains(" ") else {
                    node.complain("a scope is one word", "write them as a list: [read, write]")
                    return nil
                }
                return text
            }
        }
        return node.readText()?.split(separator: " ").map(String.init) ?? []
    }
}
