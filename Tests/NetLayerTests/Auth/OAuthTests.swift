// OAuth 2: what goes to the authorization server, what is read from it, and how each flow ends.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct OAuthTests {
    /// An authorization server that answers in turn, and an API that takes the tokens it has given.
    private final class Stage: Sendable {
        let clock = VirtualClock()
        let accounts = Accounts()
        let transport: ScriptedTransport
        let client: NetClient
        let answers: Mutex<[[ScriptedTransport.Step]]>

        init(_ answers: [[ScriptedTransport.Step]]) {
            let queue = Answers(answers)
            self.answers = Mutex(answers)
            transport = ScriptedTransport { request in
                request.url.host == "login.test"
                    ? queue.next() : .answer(200, body: Array((request.headers["Authorization"] ?? "").utf8))
            }
            let clock = clock
            client = NetClient(
                transport: transport, accounts: accounts, time: clock.source, random: .seeded(7),
                wallClock: { .seconds(1_000) + clock.now })
        }

        func set(_ flow: OAuthFlow, _ client: OAuthClient = OAuthTests.client()) {
            accounts.setAuthentication(.oauth(flow, client: client), family: "shop")
        }

        func call() async -> Result<RawResponse, NetError> { await client.dispatch(Net.call(), on: AuthStage.pool).outcome }

        func login() async -> NetError? {
            await client.failure { client throws(NetError) in try await client.login(on: AuthStage.pool) }
        }

        /// The forms that went to the authorization server, their pairs sorted.
        var forms: [[String]] {
            transport.requests.filter { $0.url.host == "login.test" }.map { request in
                guard case .bytes(let bytes) = request.body else { return [] }
                return String(decoding: bytes, as: UTF8.self).split(separator: "&").map(String.init).sorted()
            }
        }
    }

    private final class Answers: Sendable {
        private let answers: Mutex<[[ScriptedTransport.Step]]>
        init(_ answers: [[ScriptedTransport.Step]]) { self.answers = Mutex(answers) }
        func next() -> [ScriptedTransport.Step] { answers.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [] } }
    }

    private static func client(_ change: (inout OAuthClient) -> Void = { _ in }) -> OAuthClient {
        var client = OAuthClient(
            id: "me", tokenURL: URI("https://login.test/token"), authorizationURL: URI("https://login.test/authorize?x=1"),
            deviceURL: URI("https://login.test/device"), scopes: ["read", "write"])
        change(&client)
        return client
    }

    private static func json(_ text: String, _ status: Int = 200) -> [ScriptedTransport.Step] {
        .answer(status, body: Array(text.utf8))
    }
    private static func tokens(_ access: String, refresh: String? = nil, expires: Int = 100) -> [ScriptedTransport.Step] {
        json(
            #"{"access_token":"\#(access)","token_type":"bearer","expires_in":\#(expires)"#
                + (refresh.map { #","refresh_token":"\#($0)""# } ?? "") + "}")
    }
    private static func error(_ code: String, _ status: Int = 400) -> [ScriptedTransport.Step] {
        json(#"{"error":"\#(code)","error_description":"in words"}"#, status)
    }

    @Test func clientCredentialsNeedNobodyAndAreHadAgain() async throws {
        let stage = Stage([Self.tokens("a"), Self.tokens("b")])
        stage.set(
            .clientCredentials,
            Self.client { $0 = OAuthClient(id: "m:e", secret: Secret("s /&"), tokenURL: $0.tokenURL, scopes: ["read"]) })
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .pending)
        #expect(try await stage.call().get().body == Array("Bearer a".utf8))
        let request = try #require(stage.transport.requests.first)
        #expect(stage.forms == [["grant_type=client_credentials", "scope=read"]])
        // RFC 6749 §2.3.1: both halves are encoded before they are joined.
        #expect(request.headers["Authorization"] == "Basic " + Base64.encode(Array("m%3Ae:s%20%2F%26".utf8)))
        #expect(request.headers["Accept"] == "application/json" && request.isBodySecret)
        let status = try #require(stage.client.authStatus(of: AuthStage.pool))
        #expect(status.expiresAt == .seconds(1_100) && status.scopes == ["read"] && status.credential == "bearer")
        stage.clock.advance(by: .seconds(80))
        #expect(try await stage.call().get().body == Array("Bearer b".utf8))
    }

    /// RFC 6749 §4.3.2; a server that asks for no client gets no empty `client_id`.
    @Test func nameAndPasswordBringATokenAndLogInAnew() async throws {
        let stage = Stage([Self.tokens("a", refresh: "r"), Self.error("invalid_grant"), Self.tokens("b")])
        stage.set(
            .password(user: "ann", Secret("p&w")),
            Self.client { $0 = OAuthClient(id: "", tokenURL: $0.tokenURL, scopes: ["read"]) })
        #expect(try await stage.call().get().body == Array("Bearer a".utf8))
        let form = ["grant_type=password", "password=p%26w", "scope=read", "username=ann"]
        #expect(stage.forms == [form])
        #expect(stage.transport.requests.first?.isBodySecret == true)
        stage.clock.advance(by: .seconds(100))
        #expect(try await stage.call().get().body == Array("Bearer b".utf8))
        #expect(stage.forms == [form, ["grant_type=refresh_token", "refresh_token=r"], form])
    }

    @Test func aWrongPasswordIsNotTriedAgainByItself() async throws {
        let stage = Stage([Self.error("invalid_grant")])
        stage.set(.password(user: "ann", Secret("wrong")))
        guard case .failure(let error) = await stage.call(), case .authentication = error.kind else {
            return #expect(Bool(false), "the login did not work")
        }
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .loggedOut)
        for _ in 0..<2 { _ = await stage.call() }
        #expect(stage.forms.count == 1, "an account may be locked after a few")
    }

    @Test(arguments: [OAuthClient.Authentication.body, .none]) func aClientMayProveItselfInTheBodyOrNotAtAll(
        _ way: OAuthClient.Authentication
    ) async throws {
        let stage = Stage([Self.tokens("a")])
        stage.set(
            .clientCredentials,
            Self.client {
                $0.secret = Secret("s")
                $0.authentication = way
                $0.parameters = ["audience": "api"]
                $0.scopes = []
            })
        _ = try await stage.call().get()
        let secret = way == .body ? ["client_secret=s"] : []
        #expect(stage.forms == [["audience=api", "client_id=me"] + secret + ["grant_type=client_credentials"]])
        #expect(stage.transport.requests.first?.headers["Authorization"] == nil)
    }

    @Test func aRefreshTokenIsUsedOnceAndReplacedByTheNext() async throws {
        let store = MemoryTokenStore()
        let stage = Stage([Self.tokens("b", refresh: "r2"), Self.tokens("c")])
        let scope = AccountScope(family: "shop")
        store.store(
            TokenSet(access: Secret("a"), refresh: Secret("r1"), expiresAt: .seconds(1_000), scopes: ["read"]), for: scope)
        let accounts = Accounts(tokens: store)
        accounts.setAuthentication(.oauth(.refreshOnly, client: Self.client()), family: "shop")
        let clock = stage.clock
        let client = NetClient(
            transport: stage.transport, accounts: accounts, time: clock.source, wallClock: { .seconds(1_000) + clock.now })
        _ = try await client.send(Net.call(), on: AuthStage.pool)
        #expect(store.tokens(for: scope)?.refresh == Secret("r2") && store.tokens(for: scope)?.scopes == ["read"])
        clock.advance(by: .seconds(100))
        _ = try await client.send(Net.call(), on: AuthStage.pool)
        // One that sends no other means that the old one stays.
        #expect(store.tokens(for: scope)?.access == Secret("c") && store.tokens(for: scope)?.refresh == Secret("r2"))
        #expect(
            stage.forms == [
                ["client_id=me", "grant_type=refresh_token", "refresh_token=r1"],
                ["client_id=me", "grant_type=refresh_token", "refresh_token=r2"],
            ])
        // No row, event or error shows any of it.
        let exchanges = client.snapshot().ended.filter { $0.info.endpoint == "oauth" }.flatMap(\.exchanges)
        #expect(exchanges.count == 2)
        for exchange in exchanges { #expect(!"\(exchange.request)".contains("r1") && exchange.request.isBodySecret) }
    }

    @Test(arguments: [
        ("invalid_grant", OAuthError.invalidGrant, NetError.Kind.authentication(.loginRequired)),
        ("invalid_client", .invalidClient, .authentication(.loginRequired)),
        ("temporarily_unavailable", .temporarilyUnavailable, .authentication(.refreshFailed)),
    ]) func theServersWordDecidesWhetherTheLoginIsOver(_ code: String, _ error: OAuthError, _ kind: NetError.Kind) async throws {
        let store = MemoryTokenStore()
        let scope = AccountScope(family: "shop")
        store.store(TokenSet(access: Secret("a"), refresh: Secret("r"), expiresAt: .seconds(1_000)), for: scope)
        let stage = Stage([Self.error(code)])
        let accounts = Accounts(tokens: store)
        accounts.setAuthentication(.oauth(.refreshOnly, client: Self.client()), family: "shop")
        let client = NetClient(
            transport: stage.transport, accounts: accounts, time: stage.clock.source, wallClock: { .seconds(1_000) })
        let failure = await client.failure { client throws(NetError) in _ = try await client.send(Net.call(), on: AuthStage.pool)
        }
        #expect(failure?.kind == kind)
        #expect(failure?.detail.contains("\(code): ") == true)
        #expect((store.tokens(for: scope) == nil) == (kind == .authentication(.loginRequired)))
        #expect(OAuthError(code: code, message: "") == error && error.userMessage?.isEmpty == false)
    }

    @Test func everyErrorOfTheStandardsHasItsCase() {
        let codes = [
            "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
            "unsupported_response_type", "invalid_scope", "access_denied", "authorization_pending", "slow_down", "expired_token",
            "server_error", "temporarily_unavailable",
        ]
        let errors = codes.map { OAuthError(code: $0, message: "m") }
        #expect(Set(errors).count == codes.count && errors.allSatisfy { $0.userMessage != nil })
        #expect(OAuthError(code: "odd", message: "m") == .other("odd", "m"))
        #expect(
            OAuthError(code: "odd", message: "m").userMessage == "m" && OAuthError(code: "odd", message: "").userMessage == nil)
    }

    @Test(arguments: [
        #"{}"#, #"{"access_token":""}"#, #"{"access_token":"a","token_type":"mac"}"#, "no json",
    ]) func anAnswerWithoutAUsableTokenIsNone(_ body: String) async {
        let stage = Stage([Self.json(body)])
        stage.set(.clientCredentials)
        guard case .failure(let error) = await stage.call() else { return #expect(Bool(false), "\(body)") }
        #expect(error.kind == .authentication(.refreshFailed))
    }

    private static func form(_ text: String, _ status: Int = 200) -> [ScriptedTransport.Step] {
        .answer(
            status, headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"], body: Array(text.utf8))
    }

    /// As GitHub does.
    @Test func tokensMayComeAsAForm() async throws {
        let stage = Stage([Self.form("access_token=a%2B1&scope=read&token_type=bearer&expires_in=100")])
        stage.set(.clientCredentials)
        #expect(try await stage.call().get().body == Array("Bearer a+1".utf8))
        let status = try #require(stage.client.authStatus(of: AuthStage.pool))
        #expect(status.expiresAt == .seconds(1_100) && status.scopes == ["read"])
    }

    @Test(
        arguments: [
            (form("error=unauthorized_client&error_description=not+you"), "the code unauthorized_client "),
            (form("error=access_denied&error_description=not+you", 400), "access_denied: "),
            (form("token_type=bearer"), "expected access_token in JSON"),
            (.answer(200, headers: ["Content-Type": "text/html"], text: "<p>hello</p>"), "the response is text/html"),
        ] as [([ScriptedTransport.Step], String)])
    func whatHasNoTokenSaysWhy(_ steps: [ScriptedTransport.Step], _ words: String) async throws {
        let stage = Stage([steps])
        stage.set(.clientCredentials)
        guard case .failure(let error) = await stage.call() else { return #expect(Bool(false), "\(words)") }
        #expect("\(error)".contains(words), "\(error)")
    }

    @Test func tokensAreReadAsServersWriteThem() throws {
        let body = Array(#"{"access_token":"a","expires_in":"60","scope":"x  y"}"#.utf8)
        let answer = RawResponse(head: ResponseHead(status: 200), body: body, url: URI("https://login.test/token"))
        let tokens = try TokenEndpoint.tokens(in: answer, since: .seconds(10), scopes: ["z"], keeping: Secret("r"))
        #expect(tokens == TokenSet(access: Secret("a"), refresh: Secret("r"), expiresAt: .seconds(70), scopes: ["x", "y"]))
    }

    // MARK: The authorization code

    /// RFC 7636, appendix B.
    @Test func theProofIsThatOfTheStandard() {
        #expect(
            PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let one = PKCE(.system)
        #expect(one.verifier.reveal().utf8.count == 43 && one.verifier != PKCE(.system).verifier)
    }

    @Test(arguments: [
        ("/callback?code=c&state=s", "200 OK", true), ("/callback?state=s&code=a%2Bb", "200 OK", true),
        ("/callback?error=access_denied&state=s", "200 OK", true), ("/callback?code=c", "400 Bad Request", false),
        ("/callback?code=c&state=other", "400 Bad Request", false),
        ("/callback?code=c&state=s&state=s", "400 Bad Request", false),
        ("/callback?state=s", "400 Bad Request", false), ("/callback?code=&state=s", "400 Bad Request", false),
        ("/favicon.ico", "404 Not Found", false), ("//evil/callback?code=c&state=s", "404 Not Found", false),
    ]) func onlyWhoKnowsTheStateComesBack(_ target: String, _ status: String, _ isLast: Bool) {
        var outcomes: [Callback.Outcome] = []
        let page = Callback.answer(target, path: "/callback", state: "s") { outcomes.append($0) }
        #expect(page.status == status && page.isLast == isLast && outcomes.count == (isLast ? 1 : 0))
        if case .code(let code)? = outcomes.first { #expect(code == Secret(target.contains("%2B") ? "a+b" : "c")) }
        if case .error(let error)? = outcomes.first { #expect(error.code == "access_denied") }
    }

    @Test(arguments: [
        ("&iss=https%3A%2F%2Flogin.test", true), ("&iss=https%3A%2F%2Fevil.test", false), ("", false),
        ("&iss=https%3A%2F%2Flogin.test&iss=https%3A%2F%2Fevil.test", false),
    ]) func onlyTheIssuerSendsTheBrowserBack(_ more: String, _ isTaken: Bool) {
        var outcomes: [Callback.Outcome] = []
        let page = Callback.answer(
            "/callback?code=c&state=s" + more, path: "/callback", state: "s", issuer: "https://login.test"
        ) { outcomes.append($0) }
        #expect(page.isLast && outcomes.count == 1)
        if case .code? = outcomes.first { #expect(isTaken) }
        if case .error(let error)? = outcomes.first { #expect(!isTaken && error.code == "invalid_issuer") }
    }

    @Test(arguments: [-1, 65_536, 70_000]) func aPortThatIsNoneIsRefused(_ port: Int) {
        #expect(throws: FileProblem.self) { try LoopbackRedirect(port: port) { _ in Callback.Page(status: "200 OK", text: "") } }
    }

    /// The connection of the last login holds its port for a minute.
    @Test func aPortCanBeUsedForTheNextLoginToo() async throws {
        var port = 0
        for _ in 0..<3 {
            let listener = try LoopbackRedirect(port: port) { _ in Callback.Page(status: "200 OK", text: "", isLast: true) }
            port = listener.port
            let seen = await CurlTransport().get("http://127.0.0.1:\(port)/callback")
            #expect(seen.kind == nil)
            listener.stop()
        }
    }

    /// What a browser does with an address: a request by a socket of its own.
    private static func visit(_ url: URI) async -> CurlRecorder.Record { await CurlTransport().get(url.revealed) }

    private static func value(_ name: String, _ url: URI) -> String {
        let pair = (url.query ?? "").split(separator: "&").first { $0.hasPrefix("\(name)=") } ?? ""
        return PercentCoding.decode(String(pair.dropFirst(name.utf8.count + 1)))
    }

    @Test func aBrowserBringsTheCodeToALoopbackPort() async throws {
        let stage = Stage([Self.tokens("a", refresh: "r")])
        let opened = Mutex<URI?>(nil)
        let pages = Mutex<[String]>([])
        stage.set(
            .authorizationCode(
                AuthorizationCodeFlow { url in
                    opened.withLock { $0 = url }
                    let back = URI(Self.value("redirect_uri", url))
                    var other = back
                    // Another page of the browser tries first.
                    other.query = "code=evil&state=guessed"
                    let first = await Self.visit(other)
                    var own = back
                    own.query = "code=c%20d&state=\(Self.value("state", url))"
                    let second = await Self.visit(own)
                    pages.withLock { $0 = [first.text, second.text] }
                }))
        #expect(await stage.login() == nil)
        let url = try #require(opened.withLock { $0 })
        #expect(url.query?.hasPrefix("x=1&response_type=code&client_id=me&redirect_uri=http") == true)
        #expect(
            Self.value("redirect_uri", url).hasPrefix("http://127.0.0.1:") && Self.value("code_challenge_method", url) == "S256")
        #expect(Self.value("scope", url) == "read write")
        let texts = pages.withLock { $0 }
        #expect(texts.first?.contains("not started here") == true && texts.last?.contains("You are logged in.") == true)
        let form = try #require(stage.forms.first)
        #expect(form.contains("code=c%20d") && form.contains("grant_type=authorization_code") && form.contains("client_id=me"))
        let verifier = try #require(form.first { $0.hasPrefix("code_verifier=") }).dropFirst("code_verifier=".count)
        #expect(PKCE(verifier: String(verifier)).challenge == Self.value("code_challenge", url))
        // The port is closed.
        #expect(await Self.visit(URI(Self.value("redirect_uri", url))).kind == .connect)
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .ready)
    }

    @Test func whoRefusesOrNeverComesBackEndsTheLogin() async throws {
        let denied = Stage([])
        denied.set(
            .authorizationCode(
                AuthorizationCodeFlow { url in
                    var back = URI(Self.value("redirect_uri", url))
                    back.query = "error=access_denied&error_description=no&state=\(Self.value("state", url))"
                    _ = await Self.visit(back)
                }))
        let error = await denied.login()
        #expect(error?.kind == .business("access_denied") && error?.business(as: OAuthError.self) == .accessDenied)
        let late = Stage([])
        late.set(.authorizationCode(AuthorizationCodeFlow(timeout: .seconds(5)) { _ in }))
        let login = Task { await late.login() }
        #expect(await eventually { late.clock.deadlines == [.seconds(5)] })
        late.clock.advance(by: .seconds(5))
        #expect(await login.value?.kind == .timedOut(.total))
        let cancelled = Stage([])
        cancelled.set(.authorizationCode(AuthorizationCodeFlow { _ in }))
        let waiting = Task { await cancelled.login() }
        #expect(await eventually { cancelled.clock.deadlines.count == 1 })
        waiting.cancel()
        #expect(await waiting.value?.isCancellation == true)
        #expect(await eventually { cancelled.clock.deadlines.isEmpty })
        let none = Stage([])
        none.set(.authorizationCode(AuthorizationCodeFlow { _ in }), Self.client { $0.authorizationURL = nil })
        #expect(await none.login()?.kind == .badRequest)
    }

    // MARK: The device code

    private static let device = json(
        #"{"device_code":"dev","user_code":"AB-CD","verification_uri":"https://login.test/go","verification_uri_complete":"https://login.test/go?c=AB-CD","expires_in":60,"interval":5}"#
    )

    @Test func aDeviceIsAskedAsOftenAsTheServerWants() async throws {
        let stage = Stage([
            Self.device, Self.error("authorization_pending"), Self.error("slow_down"), [.fail(TransferFailure(.connect))],
            Self.tokens("a"),
        ])
        let shown = Mutex<DeviceCode?>(nil)
        stage.set(.deviceCode { code in shown.withLock { $0 = code } })
        let login = Task { await stage.login() }
        var waited: [Duration] = []
        for _ in 0..<4 {
            #expect(await eventually { stage.clock.deadlines.count == 1 })
            let step = (stage.clock.deadlines.first ?? .zero) - stage.clock.now
            waited.append(step)
            stage.clock.advance(by: step)
        }
        #expect(await login.value == nil)
        // RFC 8628 §3.5: five seconds more after slow_down, twice as long after a connection that failed.
        #expect(waited == [.seconds(5), .seconds(5), .seconds(10), .seconds(20)])
        let code = try #require(shown.withLock { $0 })
        #expect(
            code.userCode == "AB-CD" && code.verificationURI == URI("https://login.test/go") && code.expiresAt == .seconds(1_060))
        #expect(stage.forms.first == ["client_id=me", "scope=read%20write"])
        #expect(stage.forms.last?.contains("device_code=dev") == true)
        // Each question is a row under the login's.
        let snapshot = stage.client.snapshot()
        let row = try #require(snapshot.ended.last { $0.info.kind == .chain })
        #expect(snapshot.ended.filter { $0.info.parent == row.id }.count == 5 && row.members?.ended == 5)
    }

    @Test(arguments: [
        ("access_denied", OAuthError.accessDenied), ("expired_token", .expiredToken), ("invalid_grant", .invalidGrant),
    ])
    func aDeviceThatIsRefusedIsNotAskedForAgain(_ code: String, _ error: OAuthError) async {
        let stage = Stage([Self.device, Self.error(code)])
        stage.set(.deviceCode { _ in })
        let login = Task { await stage.login() }
        #expect(await eventually { stage.clock.deadlines.count == 1 })
        stage.clock.advance(by: .seconds(5))
        let failure = await login.value
        #expect(failure?.kind == .business(code) && failure?.business(as: OAuthError.self) == error)
        #expect(failure?.userText.message == error.userMessage)
    }

    @Test func aCodeThatNobodyConfirmsExpiresHereToo() {
        var polling = DevicePolling(interval: .seconds(5), expiresAt: .seconds(60))
        var pending = NetError(.business("authorization_pending"))
        pending.business = BusinessFailure(code: "authorization_pending", error: OAuthError.authorizationPending)
        #expect(polling.finalError(after: pending, wallClock: .seconds(59)) == nil)
        #expect(polling.finalError(after: pending, wallClock: .seconds(60))?.business(as: OAuthError.self) == .expiredToken)
        #expect(polling.finalError(after: NetError(.status(503)), wallClock: .zero) == nil && polling.interval == .seconds(10))
        #expect(polling.finalError(after: NetError(.tls), wallClock: .zero) == nil)
        #expect(polling.finalError(after: NetError(.decode), wallClock: .zero)?.kind == .decode)
    }

    /// What is the request's own fault ends a login; what may pass does not.
    @Test(
        arguments: [
            (.status(400), true), (.status(401), true), (.status(408), false), (.status(429), false), (.status(499), true),
            (.status(399), false), (.status(500), false), (.business("invalid_grant"), true), (.business("slow_down"), false),
            (.business("server_error"), false), (.authentication(.loginRequired), true), (.authentication(.refreshFailed), false),
            (.connect, false),
        ] as [(NetError.Kind, Bool)])
    func whatEndsALogin(_ kind: NetError.Kind, _ ends: Bool) {
        #expect(NetError(kind).endsLogin == ends)
    }
}
