// cache of an API, and auth by OAuth 2, in explorer.yaml.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct WorkspaceCacheTests {
    private static func read(_ lines: String, _ environment: [String: String] = [:], isTrusted: Bool = true) throws
        -> WorkspaceFile
    {
        let text = "apis:\n  shop:\n    environments: { release: [https://a.example] }\n"
        let indented = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
        return try WorkspaceFile(
            Array((text + indented).utf8), path: "/w/explorer.yaml", environment: environment, isTrusted: isTrusted)
    }

    private static func problem(_ lines: String, _ environment: [String: String] = [:]) -> String {
        do {
            _ = try read(lines, environment)
            return "none"
        } catch {
            return (error as? WorkspaceError)?.problems.map { "\($0.line) \($0.message); \($0.hint)" }.joined(separator: "\n")
                ?? "\(error)"
        }
    }

    @Test func aPolicyIsForAllAndOthersForSingleEndpoints() throws {
        let rules = try Self.read(
            """
            cache:
              policy: http
              lifetime: 5m
              endpoints:
                listItems: { policy: cache_only }
                GET /news: { policy: stale-while-revalidate, lifetime: 10s }
            """
        ).apis[0].caching
        #expect(rules.all == CacheRule(policy: .http, lifetime: .seconds(300)))
        #expect(rules.endpoints["listItems"] == CacheRule(policy: .cacheOnly))
        #expect(
            rules.endpoints["GET /news"] == CacheRule(policy: .staleWhileRevalidate(window: .seconds(60)), lifetime: .seconds(10))
        )
        #expect(try Self.read("paging: {}").apis[0].caching == EndpointRules())
    }

    @Test(
        "what is wrong with cache",
        arguments: [
            ("cache: {}", "4 cache has no policy; write 'policy: http'"),
            ("cache: { lifetime: 5s }", "4 cache has no policy; write 'policy: http'"),
            ("cache: { policy: htp }", "4 policy 'htp' is not known; did you mean http?"),
            (
                "cache: { policy: http, lifetime: 5 }",
                "4 lifetime '5' is not a duration; write a number and ms, s, m or h, for example 5s"
            ),
            ("cache: { endpoints: { a: {} } }", "4 a has no policy; write 'policy: http'"),
            ("cache: { endpoints: { a: { polcy: http } } }", "4 'polcy' is not an option of a; did you mean policy?"),
        ]) func whatIsWrongIsSaid(_ lines: String, _ expected: String)
    {
        #expect(Self.problem(lines).hasPrefix(expected), "\(Self.problem(lines))")
    }

    @Test func everyPolicyOfTheEngineHasItsWord() {
        for word in CacheReader.policies { #expect(FetchPolicy(name: word)?.name == word) }
    }

    @Test func aLoginIsReadWithAllThatBelongsToIt() throws {
        let login = try #require(
            try Self.read(
                """
                auth:
                  oauth2:
                    grant: client_credentials
                    token-url: https://id.example/token
                    client-id: me
                    client-secret: ${env:S}
                    client-auth: body
                    scopes: [read, write]
                    parameters: { audience: shop }
                """, ["S": "hidden"]
            ).apis[0].login?.oauth)
        #expect(login.grant == .clientCredentials && login.client.id == "me" && login.client.secret?.reveal() == "hidden")
        #expect(login.client.authentication == .body && login.client.scopes == ["read", "write"])
        #expect(login.client.parameters == ["audience": "shop"] && "\(login.client.tokenURL)" == "https://id.example/token")
        #expect(!"\(login)".contains("hidden"))
        let code = try #require(
            try Self.read(
                "auth: { oauth2: { grant: authorization-code, token-url: https://i.example/t, authorization-url: https://i.example/a, client-id: me, scopes: read write } }"
            ).apis[0].login?.oauth)
        #expect(
            code.grant == .authorizationCode && code.client.authentication == .none && code.client.scopes == ["read", "write"])
        #expect(code.client.authorizationURL.map { "\($0)" } == "https://i.example/a")
    }

    @Test(
        "what is wrong with a login",
        arguments: [
            ("{}", "oauth2 has no grant"), ("{ grant: device-code }", "oauth2 has no token-url"),
            ("{ grant: implicit, token-url: https://i, client-id: a }", "grant 'implicit' is not known"),
            ("{ grant: device-code, device-url: https://i, token-url: https://i }", "oauth2 has no client-id"),
            ("{ grant: password, token-url: https://i, password: '${env:S}' }", "the grant password has no user"),
            ("{ grant: password, token-url: https://i, user: me }", "the grant password has no password"),
            ("{ grant: password, token-url: https://i, user: me, password: abc }", "password holds a secret"),
            (
                "{ grant: device-code, device-url: https://i, token-url: https://i, client-id: a, user: me }",
                "'user' is for the grant password alone"
            ),
            ("{ grant: client-credentials, token-url: https://i, client-id: a }", "client-credentials need a client-secret"),
            (
                "{ grant: client-credentials, token-url: https://i, client-id: a, client-secret: abc }",
                "client-secret holds a secret"
            ),
            ("{ grant: device-code, token-url: https://i, client-id: a }", "oauth2 has no device-url"),
            ("{ grant: authorization-code, token-url: ftp://i, client-id: a }", "token-url is not an http or https URL"),
            (
                "{ grant: device-code, device-url: https://i, token-url: https://i, client-id: a, scopes: ['a b'] }",
                "a scope is one word"
            ),
        ]) func whatIsWrongWithALoginIsSaid(_ lines: String, _ expected: String)
    {
        let found = Self.problem("auth: { oauth2: \(lines) }")
        #expect(found.contains(expected) && !found.contains("abc;"), "\(found)")
    }

    @Test func nameAndPasswordOfAPersonNeedNoClient() throws {
        let lines = "auth: { oauth2: { grant: password, token-url: https://i.example, user: me, password: '${env:S}' } }"
        let plan = try #require(try Self.read(lines, ["S": "x"]).apis[0].login)
        let login = try #require(plan.oauth)
        #expect(login.grant == .password && login.user == "me" && login.password?.reveal() == "x" && login.client.id.isEmpty)
        #expect(plan.needsNoUser, "commands log in by it, too")
    }

    @Test func aLoginThatCannotBeDoneIsLeftOutAndSaid() throws {
        let lines =
            "auth: { oauth2: { grant: client-credentials, token-url: https://i.example, client-id: a, client-secret: '${env:S}' } }"
        let file = try Self.read(lines)
        #expect(
            file.apis[0].login == nil
                && file.warnings.map(\.message) == ["the variable S is not set, so client-secret is left out"])
        let strange = try Self.read(lines, ["S": "x"], isTrusted: false)
        #expect(strange.apis[0].login == nil && strange.openNeeds.count == 3)
    }
}
