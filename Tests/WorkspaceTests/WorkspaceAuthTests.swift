// auth and network of an API in explorer.yaml.

import Foundation
import NetLayer
import TestSupport
import Testing

@testable import Workspace

@Suite struct WorkspaceAuthTests {
    private static func read(_ lines: String, _ environment: [String: String] = [:], at path: String = "/w/explorer.yaml") throws
        -> WorkspaceFile
    {
        let text = "apis:\n  shop:\n    environments: { release: [https://a.example, https://b.example] }\n"
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        return try WorkspaceFile(Array((text + indented).utf8), path: path, environment: environment)
    }

    private static func problem(_ lines: String, _ environment: [String: String] = [:]) -> String {
        do {
            _ = try read(lines, environment)
            return "none"
        } catch let error as WorkspaceError {
            return error.problems.map { "\($0.line) \($0.message); \($0.hint)" }.joined(separator: "\n")
        } catch {
            return "\(error)"
        }
    }

    @Test func eachKindGoesWhereItBelongsAndToEveryService() throws {
        let variables = ["T": "secret", "P": "pass"]
        let bearer = try Self.read("auth: { bearer: \"${env:T}\" }", variables).apis[0]
        #expect(bearer.services.map { $0.headers["Authorization"] } == ["Bearer secret", "Bearer secret"])
        #expect(!"\(bearer.services[0].headers)".contains("secret"))
        let basic = try Self.read("auth: { basic: { user: me, password: \"${env:P}\" } }", variables).apis[0]
        #expect(basic.services[0].headers["Authorization"] == "Basic bWU6cGFzcw==")
        let digest = try Self.read("auth: { digest: { user: me, password: \"${env:P}\" } }", variables).apis[0]
        #expect(digest.services[1].connection.authentication == .digest(user: "me", password: Secret("pass")))
        let header = try Self.read("auth: { header: { name: X-Key, value: \"k-${env:T}\" } }", variables).apis[0]
        #expect(
            header.services[0].headers["X-Key"] == "k-secret" && header.services[0].headers.first("X-Key")?.value.isSecret == true
        )
        let query = try Self.read("auth: { query: { name: key, value: \"${env:T}\" } }", variables).apis[0]
        #expect(query.services[0].parameters == [Parameter("key", .secret(Secret("secret")), in: .query)])
    }

    @Test func aFileHoldsASecretToo() throws {
        let folder = try TemporaryFolder()
        try Data("from file\n".utf8).write(to: URL(fileURLWithPath: folder.path("token")))
        let file = try Self.read("auth: { bearer: \"${file:./token}\" }", at: folder.path("explorer.yaml"))
        #expect(file.apis[0].services[0].headers["Authorization"] == "Bearer from file")
    }

    @Test func whatIsNotThereIsLeftOutAndSaid() throws {
        let file = try Self.read("auth: { bearer: \"${env:T}\" }")
        #expect(file.apis[0].services[0].headers.isEmpty)
        #expect(file.warnings.map(\.message) == ["the variable T is not set, so bearer is left out"])
        let lost = try Self.read("auth: { bearer: \"${file:lost}\" }")
        #expect(lost.warnings.map(\.message) == ["/w/lost cannot be read, so bearer is left out"])
    }

    @Test func aSecretInTheFileIsRefusedAndNotRepeated() {
        let found = Self.problem("auth: { bearer: abc123 }")
        #expect(found.hasPrefix("4 bearer holds a secret; write ${env:NAME}") && !found.contains("abc123"))
        #expect(Self.problem("auth: { bearer: \"${TOKEN}\" }").contains("is neither ${env:NAME} nor ${file:PATH}"))
        #expect(Self.problem("auth: {}").contains("auth is empty"))
        #expect(Self.problem("auth: { basic: { user: me } }").contains("needs a user and a password"))
        #expect(
            Self.problem("auth: { header: { name: 'X Key', value: \"${env:T}\" } }", ["T": "1"]).contains("is not a header name"))
        #expect(Self.problem("auth: { beerer: x }").contains("did you mean bearer?"))
    }

    @Test func aWorkspaceThatNobodyTrustsGetsNoSecrets() throws {
        let text = "apis:\n  a:\n    environments: { x: [https://a.example] }\n    auth: { bearer: \"${env:T}\" }\n"
        let file = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", environment: ["T": "s"], isTrusted: false)
        #expect(file.apis[0].services[0].headers.isEmpty && file.openNeeds.count == 2)
    }

    @Test func filesElsewhereAreNoSecretsOfIts() {
        #expect(Self.problem("auth: { bearer: \"${file:/etc/hostname}\" }").contains("is not below the workspace's folder"))
        #expect(Self.problem("auth: { bearer: \"${file:../x}\" }").contains("is not below the workspace's folder"))
        #expect(Self.problem("network: { proxy: \"http://${env:T}.evil.example\" }", ["T": "s"]).contains("cannot be a secret"))
    }

    @Test func theNetworkIsThatOfEveryService() throws {
        let api = try Self.read(
            "network: { ca: ca.pem, certificate: ./c.pem, key: /k.pem, insecure: true, proxy: \"http://p.example:1\", socket: s }"
        ).apis[0]
        for service in api.services {
            #expect(service.connection.caFile == "/w/ca.pem" && service.connection.clientCertificateFile == "/w/c.pem")
            #expect(service.connection.clientKeyFile == "/k.pem" && service.connection.insecure)
            #expect(service.connection.proxy?.reveal() == "http://p.example:1" && service.connection.unixSocket == "/w/s")
        }
        #expect(Self.problem("network: { key: k.pem }").contains("a key belongs to a certificate"))
        #expect(Self.problem("network: { proxy: \"http://me:pw@p.example\" }").contains("proxy holds a secret"))
    }
}
