// Logging in at servers that are not ours: nginx, httpbin, jupyter_server, an authorization server made with Authlib, moto.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

/// A client of one server.
private struct RealStage {
    let accounts = Accounts()
    let jar = CookieJar()
    let client: NetClient
    let pool: ServicePool

    init(_ base: String, time: TimeSource = .continuous, _ change: (inout Service) -> Void = { _ in }) {
        client = NetClient(transport: CurlTransport(), accounts: accounts, cookies: jar, time: time)
        var service = Service(name: "real", baseURL: URI(base))
        change(&service)
        pool = ServicePool([service], id: "real")
    }

    func get(_ path: String, _ change: (inout RequestPlan) -> Void = { _ in }) async -> (
        status: Int, text: String, error: NetError?
    ) {
        let outcome = await client.dispatch(Endpoint(Net.plan(path, change)), on: pool).outcome
        let answer = (try? outcome.get()) ?? { if case .failure(let error) = outcome { error.response } else { nil } }()
        let error: NetError? = if case .failure(let error) = outcome { error } else { nil }
        return (answer?.head.status ?? 0, String(decoding: answer?.body ?? [], as: UTF8.self), error)
    }

    func use(_ credential: Credential) { accounts.setAuthentication(.fixed(credential), family: "real") }
}

@Suite(.within(minutes: 2), .enabled(if: NginxServer.isPresent, NginxServer.whyAbsent))
struct NginxLoginTests {
    @Test func nginxTakesAUserAndACertificate() async throws {
        let server = try NginxServer()
        let stage = RealStage(server.url("/")) { $0.connection.caFile = server.certificateFile }
        #expect(await stage.get("/private/index.html").status == 401)
        stage.use(.basic(user: NginxServer.user.name, password: Secret("wrong")))
        #expect(await stage.get("/private/index.html").status == 401)
        stage.use(.basic(user: NginxServer.user.name, password: Secret(NginxServer.user.password)))
        #expect(await stage.get("/private/index.html").text == NginxServer.body)
        #expect(await stage.get("/mutual/index.html").status == 403)
        let mutual = await stage.get("/mutual/index.html") { plan in
            plan.connection.caFile = server.certificateFile
            plan.connection.clientCertificateFile = server.clientCertificateFile
        }
        #expect(mutual.text == NginxServer.body)
        // A connection that was made with the certificate serves nobody without it.
        #expect(await stage.get("/mutual/index.html").status == 403)
    }
}

@Suite(.within(minutes: 2), .enabled(if: PythonServer.isPresent, PythonServer.whyAbsent))
struct HTTPBinLoginTests {
    @Test(.rows("BA-14")) func httpbinTakesEachCredentialAndKeepsCookies() async throws {
        let server = try await PythonServer.httpbin()
        let stage = RealStage(server.url(""))
        stage.use(.basic(user: "ü", password: Secret("p w")))
        #expect(await stage.get("/basic-auth/%C3%BC/p%20w").text.contains(#""authenticated":true"#))
        stage.use(.bearer(Secret("t0k")))
        #expect(await stage.get("/bearer").text.contains(#""token":"t0k""#))
        for kind in ["auth", "auth-int"] {
            stage.use(.http(.digest(user: "u", password: Secret("p"))))
            #expect(await stage.get("/digest-auth/\(kind)/u/p/SHA-256").status == 200)
        }
        stage.use(.apiKey(APIKey("X-Key", Secret("k"))))
        #expect(await stage.get("/headers").text.contains(#""X-Key":"k""#))
        // The answer that sets them is a redirect, which is followed with them.
        #expect(await stage.get("/cookies/set?a=1&b=2").text.contains(#""a":"1""#))
        #expect(await stage.get("/cookies").text.contains(#""b":"2""#))
        #expect(stage.jar.cookies().map(\.name).filter { ["a", "b"].contains($0) } == ["a", "b"])
        #expect(!(await stage.get("/cookies/delete?a").text.contains(#""a""#)))
        stage.client.logout(on: stage.pool)
        #expect(await stage.get("/cookies").text.contains(#""cookies":{}"#))
        #expect(stage.jar.cookies().isEmpty)
    }
}

@Suite(.within(minutes: 2), .enabled(if: PythonServer.hasLogins, PythonServer.whyAbsent))
struct RealLoginTests {
    @Test func jupyterTakesItsToken() async throws {
        let server = try await PythonServer.jupyter(token: "jup")
        let stage = RealStage(server.url(""))
        #expect(await stage.get("/api/contents").status == 403)
        stage.use(.apiKey(APIKey("Authorization", Secret("jup"), prefix: "token ")))
        #expect(await stage.get("/api/contents").status == 200)
        stage.use(.apiKey(APIKey("token", Secret("jup"), in: .query)))
        let byQuery = await stage.get("/api/kernelspecs")
        #expect(byQuery.status == 200)
        stage.use(.bearer(Secret("wrong")))
        stage.jar.removeAll()
        #expect(await stage.get("/api/contents").status == 403)
    }

    @Test func motoTakesASignature() async throws {
        let server = try await PythonServer.moto()
        let stage = RealStage(server.url(""))
        stage.use(.http(.awsSigV4(accessKey: "AKIATEST", secretKey: Secret("s3cret"), region: "eu-west-1", service: "sts")))
        let who = await stage.get("/") { plan in
            plan.method = .post
            plan.parameters = [
                Parameter("Action", .plain("GetCallerIdentity"), in: .form),
                Parameter("Version", .plain("2011-06-15"), in: .form),
            ]
        }
        #expect(who.status == 200 && who.text.contains("GetCallerIdentityResult"))
        stage.use(.http(.awsSigV4(accessKey: "AKIATEST", secretKey: Secret("s3cret"), region: "eu-west-1", service: "s3")))
        let buckets = await stage.get("/")
        #expect(buckets.status == 200 && buckets.text.contains("ListAllMyBucketsResult"))
    }

    // MARK: OAuth 2

    private func client(_ server: PythonServer, _ id: String, _ secret: String? = nil, _ way: OAuthClient.Authentication? = nil)
        -> OAuthClient
    {
        OAuthClient(
            id: id, secret: secret.map { Secret($0) }, authentication: way, tokenURL: URI(server.url("/token")),
            authorizationURL: URI(server.url("/authorize")), deviceURL: URI(server.url("/device_authorization")), scopes: ["read"]
        )
    }

    @Test func clientCredentialsOfEachKind() async throws {
        let server = try await PythonServer.oauth()
        for client in [client(server, "service", "s&cret/"), client(server, "poster", "s3cret", .body)] {
            let stage = RealStage(server.url(""))
            stage.accounts.setAuthentication(.oauth(.clientCredentials, client: client), family: "real")
            let me = await stage.get("/me")
            #expect(me.status == 200 && me.text.contains(client.id), "\(me.text)")
        }
        let wrong = RealStage(server.url(""))
        wrong.accounts.setAuthentication(.oauth(.clientCredentials, client: client(server, "service", "no")), family: "real")
        let error = await wrong.get("/me").error
        #expect(error?.kind == .authentication(.loginRequired) && error?.detail.contains("invalid_client") == true)
    }

    @Test(.rows("BA-11", "B-BA-8")) func theAuthorizationCodeItsRefreshAndItsEnd() async throws {
        let server = try await PythonServer.oauth()
        let folder = try TemporaryFolder()
        let accounts = Accounts(tokens: FileTokenStore(path: folder.path("tokens")))
        let flow = AuthorizationCodeFlow { url in
            // The browser: it follows the redirect back to us.
            _ = await CurlTransport().get(url.revealed)
            let (_, location) = await RealLoginTests.redirect(of: url)
            _ = await CurlTransport().get(location)
        }
        accounts.setAuthentication(.oauth(.authorizationCode(flow), client: client(server, "public")), family: "real")
        let pool = ServicePool([Service(name: "real", baseURL: URI(server.url("")))], id: "real")
        let netClient = NetClient(transport: CurlTransport(), accounts: accounts)
        #expect(await netClient.dispatch(Net.call("/me"), on: pool).error?.kind == .authentication(.loginRequired))
        try await netClient.login(on: pool)
        #expect(await netClient.dispatch(Net.call("/me"), on: pool).text?.contains("alice") == true)
        let before = try #require(try FileTokenStore(path: folder.path("tokens")).tokens(for: AccountScope(family: "real")))
        // Twenty calls with a token that is over: one refresh, twenty answers.
        _ = await CurlTransport().exchange(WireRequest(method: .post, url: URI(server.url("/expire"))))
        let handles = (0..<20).map { _ in netClient.dispatch(Net.call("/me"), on: pool) }
        for handle in handles { #expect(await handle.text?.contains("alice") == true) }
        let after = try #require(try FileTokenStore(path: folder.path("tokens")).tokens(for: AccountScope(family: "real")))
        #expect(after.access != before.access && after.refresh != before.refresh)
        let refreshes = netClient.snapshot().ended.filter { $0.info.title.hasPrefix("refresh") }
        #expect(refreshes.count == 1)
        _ = await CurlTransport().exchange(WireRequest(method: .post, url: URI(server.url("/forget"))))
        let error = await netClient.dispatch(Net.call("/me"), on: pool).error
        #expect(error?.kind == .authentication(.loginRequired) && error?.detail.contains("invalid_grant") == true)
        #expect(try FileTokenStore(path: folder.path("tokens")).tokens(for: AccountScope(family: "real")) == nil)
    }

    /// Where an address leads, as a browser sees it.
    private static func redirect(of url: URI) async -> (Int, String) {
        let seen = await CurlTransport().get(url.revealed)
        return (seen.heads.first?.status ?? 0, seen.heads.first?.headers["Location"] ?? "")
    }

    @Test func whoIsDeniedInTheBrowserHearsOfIt() async throws {
        let server = try await PythonServer.oauth()
        let stage = RealStage(server.url(""))
        let flow = AuthorizationCodeFlow { url in
            var url = url
            url.query = "deny=1&" + (url.query ?? "")
            let (_, location) = await RealLoginTests.redirect(of: url)
            _ = await CurlTransport().get(location)
        }
        stage.accounts.setAuthentication(.oauth(.authorizationCode(flow), client: client(server, "public")), family: "real")
        let pool = stage.pool
        let error = await stage.client.failure { client throws(NetError) in try await client.login(on: pool) }
        #expect(error?.business(as: OAuthError.self) == .accessDenied)
    }

    @Test func aDeviceIsConfirmedElsewhere() async throws {
        let server = try await PythonServer.oauth()
        let clock = VirtualClock()
        let shown = Mutex<DeviceCode?>(nil)
        let stage = RealStage(server.url(""), time: clock.source)
        stage.accounts.setAuthentication(
            .oauth(
                .deviceCode { code in shown.withLock { $0 = code } }, client: client(server, "public")), family: "real")
        let login = Task { try await stage.client.login(on: stage.pool) }
        #expect(await eventually { clock.deadlines == [.seconds(1)] })
        clock.advance(by: .seconds(1))
        // The first question is too early for this server: it wants five seconds more.
        #expect(await eventually { clock.deadlines == [.seconds(7)] })
        let code = try #require(shown.withLock { $0 })
        let confirmed = await CurlTransport().exchange(
            WireRequest(
                method: .post, url: code.verificationURI, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .bytes(Array("user_code=\(code.userCode)".utf8))))
        #expect(confirmed.text == "confirmed")
        clock.advance(by: .seconds(6))
        _ = try await login.value
        #expect(await stage.get("/me").text.contains("alice"))
    }
}
