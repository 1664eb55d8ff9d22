// Reads authentication: the credentials go to the API's own services only.

import Catalog
import Foundation
import NetLayer

struct AuthReader {
    static let options =
        ["bearer", "basic", "header", "query"] + exchanged + SigningReader.kinds + logins
    /// The kinds that libcurl computes: a request has one of them.
    private static let exchanged = ["digest", "ntlm", "negotiate", "aws-sigv4"]
    /// The kinds that obtain a token, and log in again when it is refused.
    private static let logins = ["oauth2", "login"]
    /// The kinds that an account of the API has: there is one account.
    private static let accounts = SigningReader.kinds + logins

    /// What the requests of an API carry that no service holds.
    struct Account {
        /// The login with OAuth 2, if the workspace configures one.
        var login: LoginPlan?
        /// The login by a request, to be read when the variables of its texts are known.
        var requestLogin: ConfigNode?
        /// The key that signs the requests, if the workspace configures one.
        var signing: Credential?
    }

    static let awsOptions = ["access-key", "secret-key", "session-token", "region", "service"]

    let texts: SecretText

    /// Adds the credentials to the services.
    /// - Returns: the login or the signing key, if the workspace configures one.
    func readAuthentication(_ node: ConfigNode, into services: inout [Service]) -> Account {
        let options = node.options(Self.options)
        refuseSeveral(Self.exchanged, options)
        refuseSeveral(Self.accounts, options)
        if options.isEmpty, node.node.kind == .object {
            node.complain("auth is empty", "write 'bearer: ${env:TOKEN}'")
        }
        if let token = options["bearer"].flatMap({ texts.resolveText($0) }) { authorize("Bearer \(token)", &services) }
        if let (user, password) = options["basic"].flatMap(readUserAndPassword) {
            authorize("Basic " + Data("\(user):\(password)".utf8).base64EncodedString(), &services)
        }
        readExchanged(options, &services)
        if let (name, value) = options["header"].flatMap(readNameAndValue) {
            change(&services) { $0.headers.set(HeaderField(name, .secret(Secret(value)))) }
        }
        if let (name, value) = options["query"].flatMap(readNameAndValue) {
            change(&services) { $0.parameters.append(Parameter(name, .secret(Secret(value)), in: .query)) }
        }
        let signing = SigningReader(texts: texts)
        return Account(
            login: options["oauth2"].flatMap { LoginReader(texts: texts).readLogin($0) }, requestLogin: options["login"],
            signing: options["hmac"].flatMap(signing.readHMAC) ?? options["http-signature"].flatMap(signing.readSignature))
    }

    /// Whether the API has a login.
    static func logsIn(_ auth: ConfigNode?) -> Bool { logins.contains { auth?.node[$0] != nil } }

    /// Whether requests carry a secret that no text of the file names: a login obtains one, and so does the
    /// ticket of this machine's user.
    static func obtainsSecrets(_ auth: ConfigNode?) -> Bool { logsIn(auth) || auth?.node["negotiate"] != nil }

    private func refuseSeveral(_ kinds: [String], _ options: [String: ConfigNode]) {
        let found = kinds.filter { options[$0] != nil }
        guard found.count > 1, let second = options[found[1]] else { return }
        second.complain("\(found[0]) and \(found[1]) exclude each other", "remove one of them")
    }

    private func readExchanged(_ options: [String: ConfigNode], _ services: inout [Service]) {
        if let (user, password) = options["digest"].flatMap(readUserAndPassword) {
            change(&services) { $0.connection.authentication = .digest(user: user, password: Secret(password)) }
        }
        if let (user, password) = options["ntlm"].flatMap(readUserAndPassword) {
            change(&services) { $0.connection.authentication = .ntlm(user: user, password: Secret(password)) }
        }
        // The ticket of this machine's user is a secret: APIReader asks for trust in the services.
        if let node = options["negotiate"], node.readFlag() == true, node.notes.isTrusted {
            change(&services) { $0.connection.authentication = .negotiate }
        }
        if let node = options["aws-sigv4"] { readAWS(node, &services) }
    }

    private func readAWS(_ node: ConfigNode, _ services: inout [Service]) {
        let options = node.options(Self.awsOptions)
        guard node.node.kind == .object else { return }
        // The id of the key is sent as it is; the key is outside the file.
        for (name, example) in [("access-key", "NAME"), ("secret-key", "${secret:NAME}")] where options[name] == nil {
            node.complain("aws-sigv4 has no \(name)", "write '\(name): \(example)' below it")
        }
        let region = options["region"].flatMap { texts.resolveText($0, isSecret: false) }
        let service = options["service"].flatMap { texts.resolveText($0, isSecret: false) }
        if options["service"] != nil, options["region"] == nil {
            node.complain("aws-sigv4 has a service and no region", "write 'region: eu-central-1' below it")
        }
        for (name, text) in [("region", region), ("service", service)] where text?.contains(":") == true {
            options[name]?.complain("\(name) '\(text ?? "")' has a colon", "write one word, for example eu-central-1")
        }
        let token = options["session-token"].flatMap { texts.resolveText($0) }
        guard let accessKey = options["access-key"].flatMap({ texts.resolveText($0, isSecret: false) }),
            let secretKey = options["secret-key"].flatMap({ texts.resolveText($0) })
        else { return }
        change(&services) {
            $0.connection.authentication = .awsSigV4(
                accessKey: accessKey, secretKey: Secret(secretKey), region: region ?? "", service: service ?? "")
            if let token { $0.headers.set(HeaderField("X-Amz-Security-Token", .secret(Secret(token)))) }
        }
    }

    private func authorize(_ text: String, _ services: inout [Service]) {
        change(&services) { $0.headers.set(HeaderField("Authorization", .secret(Secret(text)))) }
    }

    private func change(_ services: inout [Service], _ body: (inout Service) -> Void) {
        for index in services.indices { body(&services[index]) }
    }

    private func readUserAndPassword(_ node: ConfigNode) -> (String, String)? {
        let options = node.options(["user", "password"])
        guard let user = options["user"], let password = options["password"] else {
            if node.node.kind == .object { node.complain("\(node.name) needs a user and a password", "write both below it") }
            return nil
        }
        guard let user = texts.resolveText(user, isSecret: false), let password = texts.resolveText(password) else { return nil }
        return (user, password)
    }

    private func readNameAndValue(_ node: ConfigNode) -> (String, String)? {
        let options = node.options(["name", "value"])
        guard let name = options["name"], let value = options["value"] else {
            if node.node.kind == .object { node.complain("\(node.name) needs a name and a value", "write both below it") }
            return nil
        }
        guard let text = name.readText() else { return nil }
        guard node.name == "query" || HTTPMethod(rawValue: text).isValid else {
            name.complain("'\(text)' is not a header name", "write one, for example X-Api-Key")
            return nil
        }
        return texts.resolveText(value).map { (text, $0) }
    }
}
