// Reads authentication: the credentials go to the API's own services only.

import Catalog
import Foundation
import NetLayer

struct AuthReader {
    static let options = ["bearer", "basic", "digest", "header", "query", "oauth2"]

    let texts: SecretText

    /// Adds the credentials to the services.
    /// - Returns: the login, if the workspace configures one instead.
    func readAuthentication(_ node: ConfigNode, into services: inout [Service]) -> LoginPlan? {
        let options = node.options(Self.options)
        if options.isEmpty, node.node.kind == .object {
            node.complain("auth is empty", "write 'bearer: ${env:TOKEN}'")
        }
        if let token = options["bearer"].flatMap({ texts.resolveText($0) }) { authorize("Bearer \(token)", &services) }
        if let (user, password) = options["basic"].flatMap(readUserAndPassword) {
            authorize("Basic " + Data("\(user):\(password)".utf8).base64EncodedString(), &services)
        }
        if let (user, password) = options["digest"].flatMap(readUserAndPassword) {
            change(&services) { $0.connection.authentication = .digest(user: user, password: Secret(password)) }
        }
        if let (name, value) = options["header"].flatMap(readNameAndValue) {
            change(&services) { $0.headers.set(HeaderField(name, .secret(Secret(value)))) }
        }
        if let (name, value) = options["query"].flatMap(readNameAndValue) {
            change(&services) { $0.parameters.append(Parameter(name, .secret(Secret(value)), in: .query)) }
        }
        return options["oauth2"].flatMap { LoginReader(texts: texts).readLogin($0) }
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
