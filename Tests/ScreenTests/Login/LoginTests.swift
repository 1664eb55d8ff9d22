// `:login`: what is asked, what is sent, and what a person has to do elsewhere.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct LoginTests {
    private func driver() throws -> Driver { try Vault.driver(Size(width: 120, height: 40)) }

    private func wish(_ effects: [Effect]) -> LoginOrder? {
        effects.lazy.compactMap { if case .login(.begin(let order)) = $0 { order } else { nil } }.first
    }

    @Test func theDialogAsksForWhatTheFlowNeeds() throws {
        var driver = try driver()
        driver.keys(": 'login' enter")
        #expect(driver.text.contains("Log in · o") && driver.text.contains("in the browser (authorization code)"))
        #expect(driver.text.contains("Available scopes: read, write"))
        driver.keys("enter")
        #expect(driver.text.contains("Enter the client id") && driver.takeEffects().allSatisfy { wish([$0]) == nil })
        driver.keys("'explorer' enter")
        let order = try #require(wish(driver.takeEffects()))
        let login = try #require(order.plan.oauth)
        #expect(login.grant == .authorizationCode && login.client.id == "explorer" && login.client.secret == nil)
        #expect(login.client.scopes == ["read"] && "\(login.client.tokenURL)" == "https://vault.example/token")
        #expect(login.client.authorizationURL.map { "\($0)" } == "https://id.example/authorize")
        #expect(driver.text.contains("Asking the server …"))
    }

    @Test func otherFlowsAreChosenAndSecretsAreDots() throws {
        var driver = try driver()
        driver.keys(": 'login' enter 'me' up right")
        #expect(driver.text.contains("as the program itself (client credentials)"))
        driver.keys("enter")
        #expect(driver.text.contains("Enter the client's secret"))
        // The cursor stands where something is missing.
        driver.keys("'hunter2'")
        #expect(!driver.text.contains("hunter2") && driver.text.contains("•••••••"))
        driver.keys("enter")
        let order = try #require(wish(driver.takeEffects()))
        let login = try #require(order.plan.oauth)
        #expect(login.grant == .clientCredentials && login.client.secret?.reveal() == "hunter2")
        #expect(!"\(order)".contains("hunter2"))
    }

    /// As FastAPI describes its login: no client, a path that is relative to the server.
    @Test func nameAndPasswordAreAskedForWhereTheDescriptionKnowsNothingElse() throws {
        var driver = try Vault.driver(Size(width: 120, height: 40), flows: #"{"password": {"tokenUrl": "token", "scopes": {}}}"#)
        driver.keys(": 'login' enter")
        #expect(driver.text.contains("with name and password") && !driver.text.contains("‹"))
        driver.keys("enter")
        #expect(driver.text.contains("Enter the user name"))
        driver.keys("'ann' enter")
        #expect(driver.text.contains("Enter the password"))
        driver.keys("'hunter2'")
        #expect(!driver.text.contains("hunter2") && driver.text.contains("•••••••"))
        driver.keys("enter")
        let order = try #require(wish(driver.takeEffects()))
        let login = try #require(order.plan.oauth)
        #expect(login.grant == .password && login.user == "ann" && login.password?.reveal() == "hunter2")
        #expect("\(login.client.tokenURL)" == "https://vault.example/token" && login.client.id.isEmpty)
        #expect(!"\(order)".contains("hunter2"))
    }

    @Test func theBrowsersAddressIsShownAndCopied() throws {
        var driver = try driver()
        driver.keys(": 'login' enter 'me' enter")
        _ = driver.takeEffects()
        let url = URI("https://id.example/authorize?state=1")
        driver.update(.login(.browser(url, isOpened: false)))
        #expect(driver.text.contains("Open this address") && driver.text.contains("https://id.example/authorize?state=1"))
        driver.keys("y")
        #expect(driver.takeEffects() == [.outside(.copy(Clip(what: "the address", content: .text(url.revealed))))])
        driver.keys("esc")
        #expect(driver.takeEffects() == [.login(.stop)] && driver.model.dialogs.open == nil)
    }

    @Test func theDevicesCodeIsShown() throws {
        var driver = try driver()
        driver.keys(": 'login' enter 'me' enter")
        driver.update(.login(.device(Vault.code)))
        #expect(driver.text.contains("https://id.example/device") && driver.text.contains("WDJB-MJHT"))
    }

    @Test func aLoginThatWorkedClosesTheDialogAndOneThatDidNotSaysWhy() throws {
        var driver = try driver()
        driver.keys(": 'login' enter 'me' enter")
        driver.update(.login(.failed("invalid_client: who are you?")))
        #expect(driver.text.contains("invalid_client: who are you?") && driver.text.contains("client id"))
        driver.keys("enter")
        driver.update(.login(.loggedIn(Self.status, lasts: .seconds(30))))
        #expect(
            driver.model.dialogs.open == nil
                && driver.text.contains("Logged in: the token lasts 30s and is renewed automatically"))
        driver.keys(": 'logout' enter")
        #expect(driver.takeEffects().contains { if case .login(.end) = $0 { true } else { false } })
        driver.update(.login(.loggedOut(.standard)))
        driver.keys(": 'logout' enter")
        #expect(driver.text.contains("Not logged in"))
    }

    @Test func anAnswerThatIsForSomebodyLoggedInSaysHow() throws {
        var driver = try driver()
        driver.exchange(.json(#"{"title": "Unauthorized"}"#, status: 401, reason: "Unauthorized"))
        #expect(driver.text.contains("Not logged in: `:login` gets a token"))
        driver.update(.login(.loggedIn(Self.status, lasts: nil)))
        #expect(!driver.text.contains("Not logged in"))
    }

    @Test func whatWasTypedIsThereAgain() throws {
        var driver = try driver()
        driver.keys(": 'login' enter 'me' esc : 'login' enter")
        #expect(driver.text.contains("me"))
        driver.keys("enter")
        #expect(wish(driver.takeEffects())?.plan.oauth?.client.id == "me")
    }

    @Test func whoCannotLogInIsToldWhy() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'login' enter")
        #expect(
            driver.text.contains("This operation needs no login")
                || driver.text.contains("This operation declares no OAuth 2 flow"))
    }

    @Test func theEndOfALoginIsSaid() throws {
        var driver = try driver()
        let event = AuthEvent(
            scope: AccountScope(family: driver.model.api.pool.family, environment: .standard, account: ""), time: .zero,
            kind: .loginRequired(because: "invalid_grant"))
        driver.update(.login(.event(event)))
        #expect(driver.text.contains("The login has ended (invalid_grant): :login"))
    }

    @Test(arguments: [
        (AuthEvent.Kind.readFailed("it is damaged"), "The saved token could not be read (it is damaged): :login"),
        (.storeFailed("disk full"), "The token could not be saved (disk full): it is valid until you quit"),
    ])
    func aTokenThatCannotBeReadIsNotOneThatCannotBeSaved(kind: AuthEvent.Kind, words: String) throws {
        var driver = try driver()
        let scope = AccountScope(family: driver.model.api.pool.family, environment: .standard, account: "")
        driver.update(.login(.event(AuthEvent(scope: scope, time: .zero, kind: kind))))
        #expect(driver.text.contains(words))
    }

    @Test func aWorkspacesLoginIsUsedFromTheStartAndNeedsNoForm() throws {
        var description = try #require(try driver().model.description)
        let plan = LoginPlan(
            client: OAuthClient(id: "ws", secret: Secret("s"), tokenURL: URI("https://id.example/token")),
            grant: .clientCredentials)
        description.login = plan
        var other = Driver(loading: "x", width: 120, height: 40)
        let pool = ServicePool([Service(name: "vault", baseURL: URI("https://vault.example/v1"))])
        other.update(.source(.described(description, pool)))
        #expect(other.takeEffects().contains(.login(.use(plan, pool))))
    }

    /// A workspace has a key that signs or a login: a token would take the place of the signatures.
    @Test func aWorkspaceThatSignsHasNoLogin() throws {
        var description = try #require(try driver().model.description)
        description.signing = .hmac(HMACSigning(keyID: "shop", key: SigningKey(Secret("k3y-k3y"))))
        var other = Driver(loading: "x", width: 120, height: 40)
        let pool = ServicePool([Service(name: "vault", baseURL: URI("https://vault.example/v1"))])
        other.update(.source(.described(description, pool)))
        other.keys(": 'login' enter")
        #expect(!(other.model.dialogs.open is LoginPrompt) && other.text.contains("The workspace signs the requests"))
        // A login that was tried before the workspace had a key.
        var model = other.model
        model.login.schemes = [.standard: "another"]
        let operation = try #require(model.form?.operation)
        #expect(model.isLoginFor(operation))
    }

    @Test func aCurlLineSaysWhichCredentialItLacks() throws {
        var description = try #require(try driver().model.description)
        description.signing = .hmac(HMACSigning(keyID: "shop", key: SigningKey(Secret("k3y-k3y"))))
        let pool = ServicePool([Service(name: "vault", baseURL: URI("https://vault.example/v1"))])
        for (isSigned, words) in [(true, "the curl line, without the hmac credential"), (false, "the curl line")] {
            var other = Driver(loading: "x", width: 120, height: 40)
            if !isSigned { description.signing = nil }
            other.update(.source(.described(description, pool)))
            _ = other.takeEffects()
            other.keys("Y")
            let clips = other.takeEffects().compactMap { if case .outside(.copy(let clip)) = $0 { clip } else { nil } }
            #expect(clips.map(\.what) == [words])
        }
    }

    private static let status = AuthStatus(
        scope: AccountScope(family: "vault", environment: .standard, account: ""), state: .ready, credential: "bearer",
        expiresAt: nil,
        scopes: [], version: 1, task: nil)
}
