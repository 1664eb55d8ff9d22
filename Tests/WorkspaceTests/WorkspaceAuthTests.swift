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

    @Test func theKindsThatTheTransportComputesAreConnectionOptionsOfEveryService() throws {
        let variables = ["P": "pass", "S": "wJalr", "T": "t0ken"]
        let ntlm = try Self.read("auth: { ntlm: { user: 'SHOP\\me', password: \"${env:P}\" } }", variables).apis[0]
        #expect(
            ntlm.services.map(\.connection.authentication)
                == Array(
                    repeating: .ntlm(user: "SHOP\\me", password: Secret("pass")), count: 2))
        #expect(try Self.read("auth: { negotiate: true }").apis[0].services[1].connection.authentication == .negotiate)
        #expect(try Self.read("auth: { negotiate: false }").apis[0].services[1].connection.authentication == nil)
        let aws = try Self.read(
            "auth: { aws-sigv4: { access-key: AKID, secret-key: \"${env:S}\", session-token: \"${env:T}\", region: eu-1, service: s3 } }",
            variables
        ).apis[0]
        #expect(
            aws.services[1].connection.authentication
                == .awsSigV4(accessKey: "AKID", secretKey: Secret("wJalr"), region: "eu-1", service: "s3"))
        #expect(aws.services[1].headers.first("X-Amz-Security-Token")?.value == .secret(Secret("t0ken")))
        let bare = try Self.read("auth: { aws-sigv4: { access-key: AKID, secret-key: \"${env:S}\" } }", variables).apis[0]
        #expect(
            bare.services[0].connection.authentication
                == .awsSigV4(accessKey: "AKID", secretKey: Secret("wJalr"), region: "", service: ""))
    }

    @Test func aKeyThatSignsBelongsToTheAPI() throws {
        let variables = ["K": "a2V5"]
        let usual = try Self.read("auth: { hmac: { key-id: shop, key: \"${env:K}\" } }", variables).apis[0]
        #expect(usual.signing == .hmac(HMACSigning(keyID: "shop", key: SigningKey(Secret("a2V5")))))
        #expect(usual.services.allSatisfy(\.headers.isEmpty) && usual.login == nil)
        let named = try Self.read(
            """
            auth:
              hmac:
                key-id: shop
                key: "${env:K}"
                key-coding: base64
                key-header: A
                time-header: B
                nonce-header: C
                signature-header: D
                signature-coding: base64
            """, variables
        ).apis[0]
        let key = SigningKey(Secret("a2V5"), coding: .base64)
        #expect(
            named.signing
                == .hmac(
                    HMACSigning(
                        keyID: "shop", key: key, keyHeader: "A", timeHeader: "B", nonceHeader: "C", signatureHeader: "D",
                        coding: .base64)))
        let standard = try Self.read(
            """
            auth:
              http-signature: { key-id: shop, key: "${env:K}", components: ["@method", date], label: l, expires: 5m, tag: t, nonce: false }
            """, variables
        ).apis[0]
        #expect(
            standard.signing
                == .messageSignature(
                    MessageSigning(
                        keyID: "shop", key: SigningKey(Secret("a2V5")), components: ["@method", "date"], label: "l",
                        lifetime: .seconds(300), tag: "t", hasNonce: false)))
    }

    @Test(arguments: [
        ("hmac: { key: \"${env:K}\" }", "4 hmac has no key-id; write 'key-id: NAME' below it"),
        ("hmac: { key-id: a }", "4 hmac has no key; write 'key: ${secret:NAME}' below it"),
        ("aws-sigv4: { secret-key: \"${env:K}\" }", "4 aws-sigv4 has no access-key; write 'access-key: NAME' below it"),
        ("hmac: { key-id: a, key: \"${env:K}\", nonce-header: x-key-id }", "4 nonce-header and key-header are the same header"),
        (
            "hmac: { key-id: a, key: \"${env:K}\", key-header: A, signature-header: a }",
            "4 signature-header and key-header are the same header, a; give each a name of its own"
        ),
        ("hmac: { key-id: a, key: \"${env:K}\", key-header: Host }", "4 'Host' is a header of the transport"),
        ("hmac: { key-id: grün, key: \"${env:K}\" }", "4 key-id has characters outside of ASCII"),
        ("http-signature: { key-id: a, key: \"${env:K}\", tag: grün }", "4 tag has characters outside of ASCII"),
        (
            "http-signature: { key-id: a, key: \"${env:K}\", expires: 500ms }",
            "4 expires 500ms has a part of a second; take whole seconds from 1s"
        ),
        ("http-signature: { key-id: a, key: \"${env:K}\", expires: 1500ms }", "4 expires 1500ms has a part of a second"),
        ("hmac: { key-id: a, key: open }", "4 key holds a secret; write ${env:NAME}"),
        ("hmac: { key-id: a, key: \"${env:K}\", key-coding: base64 }", "4 the key is not base64; correct the secret"),
        ("hmac: { key-id: a, key: \"${env:K}\", algorithm: md5 }", "4 algorithm 'md5' is not known; there are hmac-sha256"),
        ("hmac: { key-id: a, key: \"${env:K}\", key-header: 'a b' }", "4 'a b' is not a header name"),
        ("http-signature: { key-id: a, key: \"${env:K}\", components: ['@status'] }", "4 '@status' is not a component"),
        ("http-signature: { key-id: a, key: \"${env:K}\", components: [Date] }", "4 'Date' is not a component"),
        ("http-signature: { key-id: a, key: \"${env:K}\", components: [date, date] }", "4 'date' occurs twice"),
        ("http-signature: { key-id: a, key: \"${env:K}\", label: Sig }", "4 'Sig' is not a label"),
        ("aws-sigv4: { access-key: a }", "4 aws-sigv4 has no secret-key"),
        ("aws-sigv4: { access-key: a, secret-key: \"${env:K}\", service: s3 }", "4 aws-sigv4 has a service and no region"),
        ("aws-sigv4: { access-key: a, secret-key: \"${env:K}\", region: 'a:b' }", "4 region 'a:b' has a colon"),
        ("negotiate: maybe", "4 negotiate 'maybe' is neither true nor false"),
        ("ntlm: { user: a }", "4 ntlm needs a user and a password"),
        ("negotiate: true, ntlm: { user: a, password: \"${env:K}\" }", "4 ntlm and negotiate exclude each other"),
        (
            "hmac: { key-id: a, key: \"${env:K}\" }, http-signature: { key-id: a, key: \"${env:K}\" }",
            "4 hmac and http-signature exclude each other; remove one of them"
        ),
    ])
    func eachMistakeIsReportedWithItsLine(_ lines: String, _ message: String) {
        let found = Self.problem("auth: { \(lines) }", ["K": "not base64!"])
        #expect(found.hasPrefix(message), "\(found)")
        #expect(!found.contains("not base64!"))
    }

    /// The ticket of this machine's user is a secret that no text of the file names.
    @Test func negotiateNeedsTrustInTheServices() throws {
        let text = "apis:\n  a:\n    environments: { x: [https://a.example] }\n    auth: { negotiate: true }\n"
        let file = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml", isTrusted: false)
        #expect(file.apis[0].services[0].connection.authentication == nil)
        #expect(file.openNeeds.map(\.text) == ["sends secrets to https://a.example"])
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
