// `auth:` kinds that compute a credential for each request: what the server gets, and what is never shown.

import Foundation
import TestSupport
import Testing

@Suite(.within(minutes: 2)) struct SigningTests {
    private let server: FaultServer
    private let folder: TemporaryFolder
    private static let secret = "c2VjcmV0LWtleQ=="

    init() throws {
        server = try FaultServer { request in
            request.path == "/api.json"
                ? .answer(
                    headers: [("Content-Type", "application/json")],
                    body: Array(
                        #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/items":{"get":{"operationId":"items"}}}}"#
                            .utf8)) : .answer(headers: [("Content-Type", "application/json")], body: Array("[]".utf8))
        }
        folder = try TemporaryFolder()
    }

    private func run(_ arguments: String...) async throws -> ChildProcess.Result {
        try await ExplorerProgram.command(
            arguments,
            environment: ExplorerProgram.environment.merging([
                "EXPLORER_STATE_DIR": folder.path("state"), "HOME": folder.path, "KEY": Self.secret,
            ]) { $1 })
    }

    private func trusted(_ auth: String) async throws -> String {
        let path = try folder.file(
            "explorer.yaml",
            """
            apis:
              shop:
                description: \(server.url("/api.json"))
                environments: { release: ["\(server.url(""))"] }
                auth: { \(auth) }
                requests: { mine: { url: /items } }
            """)
        let result = try await run("trust", path)
        try #require(result.code == 0, "\(result.errors)")
        return path
    }

    private func fields(_ name: String) -> [String] {
        server.counts.requests.filter { $0.path == "/items" }.flatMap { request in
            request.fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }
    }

    @Test func anHMACIsNewWithEachRequestOfEachCommand() async throws {
        defer { server.stop() }
        let path = try await trusted(#"hmac: { key-id: shop, key: "${env:KEY}", key-coding: base64 }"#)
        let log = folder.path("calls.log")
        let commands = [["send", path, "items"], ["run", path, "items"], ["run", path, "mine"], ["pages", path, "items"]]
        for command in commands {
            let result = try await ExplorerProgram.command(
                command + ["--log", log, "--log-level", "debug"],
                environment: ExplorerProgram.environment.merging([
                    "EXPLORER_STATE_DIR": folder.path("state"), "HOME": folder.path, "KEY": Self.secret,
                ]) { $1 })
            #expect(result.code == 0, "\(command): \(result.errors)")
        }
        #expect(fields("X-Key-Id") == Array(repeating: "shop", count: 4))
        #expect(Set(fields("X-Signature")).count == 4 && Set(fields("X-Nonce")).count == 4)
        let text = try folder.text("calls.log")
        #expect(text.contains("X-Signature: ") && !text.contains(Self.secret))
        for signature in fields("X-Signature") { #expect(!text.contains(signature)) }
    }

    @Test func aStandardSignatureNamesItsKeyAndComponents() async throws {
        defer { server.stop() }
        let path = try await trusted(
            #"http-signature: { key-id: shop, key: "${env:KEY}", components: ["@method", "@path"], label: app, expires: 5m }"#)
        let result = try await run("send", path, "items")
        #expect(result.code == 0, "\(result.errors)")
        let input = try #require(fields("Signature-Input").first)
        #expect(input.hasPrefix(#"app=("@method" "@path");created="#) && input.contains(#";keyid="shop""#), "\(input)")
        #expect(input.contains(";expires=") && fields("Signature").first?.hasPrefix("app=:") == true)
    }

    @Test func anAWSSignatureCoversTheSessionToken() async throws {
        defer { server.stop() }
        let path = try await trusted(
            #"aws-sigv4: { access-key: AKID, secret-key: "${env:KEY}", session-token: "${env:KEY}", region: eu-central-1, service: s3 }"#
        )
        let result = try await run("send", path, "items")
        #expect(result.code == 0, "\(result.errors)")
        let field = try #require(fields("Authorization").first)
        #expect(
            field.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/") && field.contains("/eu-central-1/s3/aws4_request"), "\(field)")
        #expect(field.contains("x-amz-security-token") && fields("X-Amz-Security-Token") == [Self.secret])
    }

    @Test func ntlmBeginsWithItsFirstMessage() async throws {
        defer { server.stop() }
        let path = try await trusted(#"ntlm: { user: 'SHOP\me', password: "${env:KEY}" }"#)
        let result = try await run("send", path, "items")
        #expect(result.code == 0, "\(result.errors)")
        #expect(fields("Authorization").first?.hasPrefix("NTLM TlRMTVNT") == true, "\(fields("Authorization"))")
    }

    @Test func aCurlLineHasTheOptionOfTheKind() async throws {
        defer { server.stop() }
        for (auth, words) in [
            (
                #"aws-sigv4: { access-key: AKID, secret-key: "${env:KEY}", region: eu-1, service: s3 }"#,
                "--aws-sigv4 aws:amz:eu-1:s3"
            ), (#"ntlm: { user: me, password: "${env:KEY}" }"#, "--ntlm"), ("negotiate: true", "--negotiate"),
        ] {
            let result = try await run("export", try await trusted(auth), "items")
            #expect(result.code == 0 && result.text.contains(words) && !result.text.contains(Self.secret), "\(result.text)")
        }
    }

    @Test func whatIsAddedWhenItIsSentIsSaidWhereNothingIsSent() async throws {
        defer { server.stop() }
        let path = try await trusted(#"hmac: { key-id: shop, key: "${env:KEY}" }"#)
        let dry = try await run("send", path, "items", "--dry-run")
        #expect(dry.code == 0 && dry.text.contains("(hmac credential: added when it is sent)"), "\(dry.text)")
        let saved = try await run("run", path, "mine", "--dry-run")
        #expect(saved.code == 0 && saved.text.contains("(hmac credential: added when it is sent)"), "\(saved.text)")
        let export = try await run("export", path, "items")
        #expect(export.code == 0 && export.errors.contains("the export lacks the hmac credential"), "\(export.errors)")
    }

    /// A request with its own authentication gets no signature, and one to another server neither.
    @Test func nothingIsAddedToARequestThatAuthenticatesItself() async throws {
        defer { server.stop() }
        let path = try folder.file(
            "explorer.yaml",
            """
            apis:
              shop:
                environments: { release: ["\(server.url(""))"] }
                auth: { hmac: { key-id: shop, key: "${env:KEY}" } }
                requests:
                  plain: { url: /items, auth: none }
                  own: { url: /items, auth: { bearer: "${env:KEY}" } }
                  away: { url: "http://127.0.0.1:9/items" }
                  signed: { url: /items }
            """)
        try #require(try await run("trust", path).code == 0)
        for (name, isSigned) in [("plain", false), ("own", false), ("away", false), ("signed", true)] {
            let dry = try await run("run", path, name, "--dry-run")
            #expect(dry.code == 0 && dry.text.contains("added when it is sent") == isSigned, "\(name): \(dry.text) \(dry.errors)")
            guard ["plain", "own"].contains(name) else { continue }
            #expect(try await run("run", path, name).code == 0)
        }
        #expect(fields("X-Signature").isEmpty && fields("Authorization") == ["Bearer \(Self.secret)"])
    }

    @Test func theTokenOfALoginIsNamedBeforeThereIsOne() async throws {
        defer { server.stop() }
        let path = try await trusted(
            #"oauth2: { grant: client-credentials, token-url: "\#(server.url("/token"))", client-id: me, client-secret: "${env:KEY}" }"#
        )
        let dry = try await run("send", path, "items", "--dry-run")
        #expect(dry.code == 0 && dry.text.contains("(token of the login: added when it is sent)"), "\(dry.text) \(dry.errors)")
        let export = try await run("export", path, "items")
        #expect(export.code == 0 && export.errors.contains("the export lacks the token of the login"), "\(export.errors)")
        #expect(server.counts.requests.allSatisfy { $0.path == "/api.json" })
    }

    /// A description declares a header of the signature, and perhaps a key beside it that no signature replaces.
    @Test(arguments: [
        (#"hmac: { key-id: shop, key: "${env:KEY}" }"#, "x-signature", false),
        (#"hmac: { key-id: shop, key: "${env:KEY}" }"#, "X-API-Key", true),
        (#"aws-sigv4: { access-key: AKID, secret-key: "${env:KEY}", region: eu-1, service: s3 }"#, "Authorization", false),
    ])
    func aMissingCredentialIsReported(_ auth: String, _ header: String, _ isMissing: Bool) async throws {
        defer { server.stop() }
        _ = try folder.file(
            "secured.json",
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"security":[{"k":[]}],"components":{"securitySchemes":{"k":{"type":"apiKey","in":"header","name":"\#(header)"}}},"paths":{"/items":{"get":{"operationId":"items"}}}}"#
        )
        let path = try folder.file(
            "explorer.yaml",
            """
            apis:
              shop:
                description: ./secured.json
                environments: { release: ["\(server.url(""))"] }
                auth: { \(auth) }
            """)
        try #require(try await run("trust", path).code == 0)
        let result = try await run("send", path, "items")
        #expect(result.code == 0 && result.errors.contains("is sent without: -p \(header)=…") == isMissing, "\(result.errors)")
    }

    /// The history has no signature, and the workspace makes another one.
    @Test(arguments: [
        (#"hmac: { key-id: shop, key: "${env:KEY}" }"#, "X-Signature"),
        (#"http-signature: { key-id: shop, key: "${env:KEY}" }"#, "Signature"),
    ])
    func aSignedRequestIsSentAgain(_ auth: String, _ field: String) async throws {
        defer { server.stop() }
        let path = try await trusted(auth)
        #expect(try await run("send", path, "items").code == 0)
        let list = try await run("history", "--format", "json")
        let entries = try #require(JSONSerialization.jsonObject(with: Data(list.text.utf8)) as? [[String: Any]])
        let id = try #require(entries.first?["id"] as? String)
        let again = try await run("history", "resend", id)
        #expect(again.code == 0, "\(again.errors)")
        #expect(fields(field).count == 2 && Set(fields(field)).count == 2)
        for name in ["X-Timestamp", "X-Nonce", "Signature-Input"] {
            #expect([0, 2].contains(fields(name).count), "\(name): one for each request")
        }
    }

    @Test func anotherServerGetsNoSignature() async throws {
        defer { server.stop() }
        let path = try await trusted(#"hmac: { key-id: shop, key: "${env:KEY}" }"#)
        let other = try FaultServer { _ in .answer(body: "[]") }
        defer { other.stop() }
        let result = try await run("send", path, "items", "--base", other.url(""))
        #expect(result.code == 0, "\(result.errors)")
        #expect(other.counts.requests.allSatisfy { request in !request.fields.contains { $0.name == "X-Signature" } })
    }
}
