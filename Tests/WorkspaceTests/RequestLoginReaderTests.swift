// `auth: login:` of a workspace: what it takes, and what is said of what it does not.

import Catalog
import NetLayer
import Testing

@testable import Workspace

@Suite struct RequestLoginReaderTests {
    private static func read(
        _ login: String, _ environment: [String: String] = ["PASS": "geheim"], isTrusted: Bool = true
    ) throws -> WorkspaceFile {
        let text = """
            variables: { user: ada, otp: { prompt: Code }, size: { prompt: Size, default: 5 } }
            apis:
              shop:
                environments: { release: [https://a.example], test: ["http://127.0.0.1:1"] }
                environment-variables: { test: { user: bob } }
                auth: { login: \(login) }
            """
        return try WorkspaceFile(
            Array(text.utf8), path: "/w/explorer.yaml", environment: environment, isTrusted: isTrusted)
    }

    private static func login(_ text: String) throws -> LoginRequest {
        let plan = try #require(try read(text).apis[0].login)
        guard case .request(let login) = plan.way else { throw WorkspaceError(path: "", problems: []) }
        #expect(plan.needsNoUser && plan.oauth == nil)
        return login
    }

    private static func problem(_ login: String) -> String { readProblems { _ = try read(login) } }

    @Test func aPathAloneIsEnough() throws {
        let login = try Self.login("{ url: /sessions }")
        #expect(login.request.target == .address(.post, try WorkspaceText("/sessions")))
        #expect(login.refresh == nil && login.token == nil && login.lifetime == nil && login.carrier == nil)
        #expect(login.values.keys.sorted { $0.rawValue < $1.rawValue } == ["release", "test"])
    }

    @Test func allOfItIsRead() throws {
        let login = try Self.login(
            """
            { method: PUT, url: "/sessions/${user}", parameters: { n: "${size}" }, headers: { X-A: b },
              body: { json: { user: "${user}", pass: "${env:PASS}" } }, token: /data/token, expires-in: /data/ttl,
              refresh-token: /data/again, refresh: { url: /again, body: { form: { token: "${refresh_token}" } } },
              send-as: { header: X-Token, prefix: "Token " } }
            """)
        #expect(login.request.target == .address(.put, try WorkspaceText("/sessions/${user}")))
        #expect(login.request.parameters.map(\.name) == ["n"] && login.request.headers.map(\.name) == ["X-A"])
        #expect(login.token == "/data/token" && login.lifetime == .pointer("/data/ttl") && login.refreshToken == "/data/again")
        #expect(login.refresh?.target == .address(.post, try WorkspaceText("/again")))
        #expect(login.carrier == .init("X-Token", in: .header, prefix: "Token "))
        let values = try #require(login.values["release"])
        #expect(values.variables == ["user": .plain("ada"), "size": .plain("5")])
        #expect(values.external == [ExternalReference(.env, "PASS"): Secret("geheim")])
        #expect(login.values["test"]?.variables["user"] == .plain("bob"))
        #expect(!"\(login)".contains("geheim") && !login.identity.contains("geheim"))
        #expect(login.identity.contains("ada") && login.identity.contains("bob"))
    }

    @Test func aTokenMayHaveAFixedLifetimeAndAnyPlace() throws {
        #expect(try Self.login("{ url: /l, expires-in: 30m }").lifetime == .fixed(.seconds(1_800)))
        #expect(try Self.login("{ url: /l, send-as: { query: t } }").carrier == .init("t", in: .query))
        #expect(try Self.login("{ url: /l, send-as: { cookie: sid } }").carrier == .init("sid", in: .cookie))
    }

    /// A change elsewhere in the file is not another login: the token stays.
    @Test func whereItStandsMakesNoOtherLogin() throws {
        let text = "apis: { a: { environments: { x: http://a }, auth: { login: { url: /l } } } }"
        let one = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml")
        let other = try WorkspaceFile(Array(("variables: { z: 1 }\n" + text).utf8), path: "/w/explorer.yaml")
        #expect(one.apis[0].login != nil && one.apis[0].login == other.apis[0].login)
    }

    @Test(arguments: [
        ("{}", "6 login has no url; write 'url: /path' below it"),
        ("/login", "6 login is not a mapping"),
        ("{ url: login }", "6 'login' is not a URL"),
        ("{ url: /l, method: post }", "6 method 'post' is none"),
        ("{ url: /l, tokn: /t }", "6 'tokn' is not an option of login; did you mean token?"),
        ("{ url: /l, token: data }", "6 token 'data' is not a JSON pointer"),
        ("{ url: /l, expires-in: soon }", "6 expires-in 'soon' is neither a JSON pointer nor a duration"),
        ("{ url: /l, expires-in: 48h }", "6 expires-in 48h is out of range"),
        ("{ url: /l, refresh-token: /r }", "6 refresh-token has no refresh"),
        ("{ url: /l, refresh: { body: { json: {} } } }", "6 refresh has no url"),
        ("{ url: /l, send-as: {} }", "6 send-as must be one of header, query, cookie"),
        ("{ url: /l, send-as: { header: a, query: b } }", "6 send-as must be one of header, query, cookie"),
        ("{ url: /l, send-as: { header: 'a b' } }", "6 'a b' is not a header name"),
        ("{ url: /l, headers: { Authorization: open } }", "6 Authorization holds a secret"),
        ("{ url: '/l/${nobody}' }", "6 nothing defines ${nobody}"),
        ("{ url: '/l/${refresh_token}' }", "6 nothing defines ${refresh_token}"),
        ("{ url: '/l/${otp}' }", "6 a login cannot ask for otp; give the variable a default, or write ${env:NAME}"),
    ])
    func eachMistakeIsReportedWithItsLine(_ login: String, _ message: String) {
        let found = Self.problem(login)
        #expect(found.hasPrefix(message) && !found.contains("\n"), "\(found)")
    }

    @Test func aLoginWithoutItsSecretIsLeftOutAndSaid() throws {
        let file = try Self.read("{ url: /l, body: { form: { p: '${env:PASS}' } } }", [:])
        #expect(file.apis[0].login == nil)
        #expect(file.warnings.map(\.message) == ["the variable PASS is not set, so login is left out"])
    }

    @Test func itNeedsTrustInTheServicesAndInItsOwnHost() throws {
        let file = try Self.read("{ url: 'https://id.example/l' }", isTrusted: false)
        #expect(file.apis[0].login == nil)
        #expect(
            Set(file.openNeeds.map(\.text)) == [
                "sends secrets to https://a.example", "sends secrets to http://127.0.0.1:1",
                "sends requests to https://id.example",
            ])
    }

    @Test func theCodesThatEndALoginEndThisOneToo() throws {
        let text = """
            apis:
              shop:
                environments: { test: http://127.0.0.1:1 }
                auth: { login: { url: /l } }
                business: { code: /errcode, success: 0, relogin: [11010] }
            """
        let api = try WorkspaceFile(Array(text.utf8), path: "/w/explorer.yaml").apis[0]
        let rule = BusinessCode(code: "/errcode", success: ["0"], message: nil)
        #expect(api.login?.endingCodes == .init(["11010"], in: rule))
        guard case .request(let login)? = api.login?.way else { throw WorkspaceError(path: "", problems: []) }
        #expect(login.business == rule)
    }
}
