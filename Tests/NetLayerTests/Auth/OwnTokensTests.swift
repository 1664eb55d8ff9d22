// Logins of a service's own kind: how their tokens are sent, refreshed and stored.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct OwnTokensTests {
    /// A service that takes `t<n>` in X-Token for the newest n alone, and counts logins and refreshes.
    private final class Stage: Sendable {
        let stage: AuthStage
        let logins = Mutex(0)
        let refreshes = Mutex(0)

        init(tokens: any TokenStore = MemoryTokenStore()) {
            let service = TokenService()
            stage = AuthStage(tokens: tokens) { request in
                var request = request
                request.headers.set(HeaderField("Authorization", "Bearer \(request.headers["X-Token"] ?? "")"))
                return service.answer(request)
            }
            self.service = service
        }

        let service: TokenService

        func account(identity: String = "me", refresh: (@Sendable (Secret, LoginContext) async throws -> TokenSet)? = nil) {
            stage.accounts.setAuthentication(
                .tokens(
                    identity: identity, credential: { .apiKey(APIKey("X-Token", $0.access)) }, refresh: refresh,
                    login: { [weak self] _ in
                        self?.logins.withLock { $0 += 1 }
                        return TokenSet(access: Secret("t\(self?.service.good ?? 0)"), refresh: Secret("r"))
                    }), family: "shop")
        }

        var loginCount: Int { logins.withLock { $0 } }
    }

    @Test func aTokenIsSentAsTheCredentialThatItsLoginNames() async throws {
        let stage = Stage()
        stage.account()
        #expect(await stage.stage.dispatch().text == "/v1/items")
        let request = try #require(stage.stage.transport.requests.last)
        #expect(request.headers["X-Token"] == "t1" && request.headers["Authorization"] == nil)
        #expect(request.headers.first("X-Token")?.value.isSecret == true)
        stage.service.expire()
        #expect(await stage.stage.dispatch().text == "/v1/items")
        #expect(stage.loginCount == 2)
    }

    @Test func storedTokensAreSentTheSameWayAndBelongToTheirLogin() async throws {
        let store = MemoryTokenStore()
        let first = Stage(tokens: store)
        first.account()
        #expect(await first.stage.dispatch().text == "/v1/items")
        let second = Stage(tokens: store)
        second.account()
        #expect(await second.stage.dispatch().text == "/v1/items")
        #expect(second.loginCount == 0 && second.stage.transport.requests.last?.headers["X-Token"] == "t1")
        let other = Stage(tokens: store)
        other.account(identity: "you")
        #expect(await other.stage.dispatch().text == "/v1/items")
        #expect(other.loginCount == 1)
    }

    /// A refused refresh token begins the login anew; a server that is out of reach does not.
    @Test(arguments: [(NetError.Kind.status(401), 2, true), (.connect, 1, false)])
    func aRefusedRefreshBeginsTheLoginAnew(_ kind: NetError.Kind, _ logins: Int, _ isGood: Bool) async throws {
        let stage = Stage()
        stage.account { refresh, _ in
            #expect(refresh.reveal() == "r")
            throw NetError(kind)
        }
        #expect(await stage.stage.dispatch().text == "/v1/items")
        stage.service.expire()
        let error = await stage.stage.dispatch().error
        #expect((error == nil) == isGood)
        #expect(stage.loginCount == logins)
    }
}
