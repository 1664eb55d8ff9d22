// The gate as calls go through it: one renewal for all, one replay, nobody left hanging.

import Document
import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct AuthGateTests {
    @Test(.rows("BA-11", "CT-F5", "B-BA-8", "B-CT-14")) func aHundredRefusalsMakeOneRenewalAndAHundredAnswers() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        stage.account(gate: gate)
        let handles = await stage.refused(100)
        // Each has been refused, and waits for the one renewal.
        #expect(await eventually { handles.allSatisfy { stage.decisions($0).last?.isWaiting == true } })
        #expect(await eventually { stage.renewalCount == 1 })
        gate.land(())
        for (number, handle) in handles.enumerated() { #expect(await handle.text == "/v1/\(number)") }
        #expect(stage.renewalCount == 1 && stage.transport.requests.count == 200)
        let rows = stage.refreshRows
        #expect(rows.count == 1 && rows.first?.state == .succeeded && rows.first?.info.title == "refresh the login")
        let task = try #require(rows.first?.id)
        for handle in handles {
            #expect(
                stage.decisions(handle) == [.waitsForRefresh(task, because: "401"), .replays(by: task, because: "401")])
        }
        #expect(stage.events == [.refreshed(by: task, because: "401")])
        #expect("\(Decision.replays(by: TaskID(12), because: "401"))" == "401: login refreshed by #12, sent again")
        #expect(await stage.client.isDrained())
    }

    @Test(.rows("B-BA-9", "CT-F5", "B-CT-14")) func aRenewalThatIsRefusedMakesAHundredClearErrorsAndOneEvent() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        stage.account(gate: gate) { _ in throw NetError(.business("invalid_grant"), detail: "invalid_grant: the session is over")
        }
        let handles = await stage.refused(100)
        #expect(await eventually { handles.allSatisfy { stage.decisions($0).last?.isWaiting == true } })
        gate.land(())
        for handle in handles {
            let error = try #require(await handle.error)
            #expect(error.kind == .authentication(.loginRequired) && error.kind.name == "login_required")
            #expect(error.detail.contains("log in again (#") && error.detail.contains("the session is over"))
            #expect(error.response?.head.status == 401)
            #expect(error.userText.message == "You have to log in.")
        }
        #expect(stage.renewalCount == 1)
        #expect(stage.events.count == 1)
        #expect(stage.events.first.map { if case .loginRequired = $0 { true } else { false } } == true)
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .loggedOut)
        // Later calls go out without a credential, and say the same without another event.
        let later = await stage.dispatch().error
        #expect(later?.kind == .authentication(.loginRequired))
        #expect(stage.transport.requests.last?.headers["Authorization"] == nil)
        #expect(stage.events.count == 1 && stage.renewalCount == 1)
        #expect(await stage.client.isDrained())
    }

    @Test(.rows("B-BA-9")) func whoIsCancelledLeavesTheRenewalAndTheOthersAlone() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        stage.account(gate: gate)
        let handles = await stage.refused(10)
        #expect(await eventually { handles.allSatisfy { stage.decisions($0).last?.isWaiting == true } })
        for handle in handles.prefix(5) { #expect(handle.cancel()) }
        for handle in handles.prefix(5) { #expect(await handle.error?.kind == .cancelled(.user)) }
        #expect(stage.refreshRows.first?.state.isEnded == false)
        gate.land(())
        for (number, handle) in handles.enumerated().dropFirst(5) { #expect(await handle.text == "/v1/\(number)") }
        #expect(stage.renewalCount == 1)
        #expect(await stage.client.isDrained())
    }

    @Test func whenAllAreCancelledTheRenewalGoesOnForTheNext() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        stage.account(gate: gate)
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { stage.decisions(handle).last?.isWaiting == true })
        handle.cancel()
        gate.land(())
        #expect(await eventually { stage.refreshRows.first?.state == .succeeded })
        #expect(await stage.dispatch("/next").text == "/v1/next")
        #expect(stage.renewalCount == 1 && stage.transport.requests.count == 2)
    }

    @Test(.rows("B-BA-7")) func theNextExpiryIsRenewedAsTheFirstWas() async throws {
        let stage = AuthStage()
        stage.account()
        for round in 1...8 {
            stage.service.expire()
            #expect(await stage.dispatch("/\(round)").text == "/v1/\(round)")
            stage.clock.advance(by: .seconds(60))
        }
        #expect(stage.renewalCount == 8)
        #expect(stage.events.count == 8)
    }

    @Test(.rows("B-BA-6", "BA-11")) func theCodeInTheBodyCountsWhateverTheStatus() async throws {
        var behaviour = ClientBehaviour()
        behaviour.business = .code(at: "/code")
        let isGood = Mutex(false)
        let stage = AuthStage(behaviour: behaviour) { _ in
            .answer(200, body: Array((isGood.withLock { $0 } ? #"{"code": 200}"# : #"{"code": 11010}"#).utf8))
        }
        stage.account(rule: AuthRule(businessCodes: ["11010"])) { _ in
            isGood.withLock { $0 = true }
            return Grant(.bearer(Secret("new")))
        }
        let handle = stage.dispatch()
        #expect(await handle.text == #"{"code": 200}"#)
        let task = try #require(stage.refreshRows.first?.id)
        #expect(stage.decisions(handle).last == .replays(by: task, because: "11010"))
        #expect(stage.transport.requests.map { $0.headers["Authorization"] } == ["Bearer t1", "Bearer new"])
    }

    @Test(.rows("BA-11")) func theReplayPullsReformsAndSignsAnew() async throws {
        let stage = AuthStage()
        stage.account()
        stage.service.expire()
        let diary = Diary()
        var endpoint = Net.call()
        endpoint.behaviour.request.parameters = { _ in
            diary.write("pull")
            return [Parameter("n", .plain("\(diary.lines.count)"), in: .query)]
        }
        endpoint.behaviour.request.reform = {
            diary.write("reform"); return $0
        }
        endpoint.behaviour.request.signer = ClosureAdapter { request, context in
            diary.write("sign \(request.headers["Authorization"] ?? "") \(context.attempt)")
        }
        _ = try await stage.client.dispatch(endpoint, on: AuthStage.pool).value
        #expect(diary.lines == ["pull", "reform", "sign Bearer t1 1", "pull", "reform", "sign Bearer t2 2"])
        #expect(stage.transport.requests.map(\.url.query) == ["n=1", "n=4"])
    }

    @Test(.rows("BA-11")) func aSecondRefusalEndsTheLogin() async throws {
        let stage = AuthStage { _ in .answer(401) }
        stage.account()
        let error = await stage.dispatch().error
        #expect(error?.kind == .authentication(.loginRequired))
        #expect(error?.attempts == 2 && stage.transport.requests.count == 2 && stage.renewalCount == 1)
        #expect(stage.events.count == 2)
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .loggedOut)
    }

    @Test func aRenewalThatIsOutOfReachKeepsTheLoginForTheNextCall() async throws {
        let stage = AuthStage()
        let isDown = Mutex(true)
        stage.account { good in
            guard !isDown.withLock({ $0 }) else { throw NetError(.connect, detail: "nobody is there") }
            return Grant(.bearer(Secret("t\(good)")))
        }
        stage.service.expire()
        let error = await stage.dispatch().error
        #expect(error?.kind == .authentication(.refreshFailed))
        #expect(error?.detail.contains("nobody is there") == true)
        #expect(stage.events.first.map { if case .refreshFailed = $0 { true } else { false } } == true)
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .ready)
        isDown.withLock { $0 = false }
        #expect(await stage.dispatch("/again").text == "/v1/again")
    }

    @Test func aServerThatTakesNoTokenIsNotAskedForEver() async throws {
        let stage = AuthStage { _ in .answer(401) }
        stage.account()
        stage.accounts.setAuthentication(
            {
                var authentication = Authentication.renewing(Grant(.bearer(Secret("t")))) { _, _ in Grant(.bearer(Secret("t"))) }
                authentication.secondRefusal = .isAnswer
                return authentication
            }(), family: "shop")
        for _ in 1...5 { #expect(await stage.dispatch().error?.kind == .status(401)) }
        let error = await stage.dispatch().error
        #expect(error?.kind == .authentication(.excessiveRefresh))
        #expect(error?.detail.contains("5 times in 30.0 seconds") == true)
        #expect(stage.transport.requests.count == 11)
        stage.clock.advance(by: .seconds(30))
        #expect(await stage.dispatch().error?.kind == .status(401))
    }

    @Test(.rows("B-CT-12")) func whatALoginSendsIsNotHeldUpByIt() async throws {
        let stage = AuthStage { request in request.url.path == "/v1/login" ? .answer(200, body: Array("t2".utf8)) : nil }
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t1")))) { [weak client = stage.client] _, login in
                // By its own way, and by the client that it knows anyway.
                let answer = try await login.send(Net.call("/login"))
                _ = try await #require(client).send(Net.call("/login"), on: AuthStage.pool)
                return Grant(.bearer(Secret(String(decoding: answer.body, as: UTF8.self))))
            }, family: "shop")
        stage.service.expire()
        #expect(await stage.dispatch("/mine").text == "/v1/mine")
        let requests = stage.transport.requests
        #expect(requests.map(\.url.path) == ["/v1/mine", "/v1/login", "/v1/login", "/v1/mine"])
        #expect(requests.map { $0.headers["Authorization"] } == ["Bearer t1", nil, nil, "Bearer t2"])
        // The login's call is a row under the login's.
        let snapshot = stage.client.snapshot()
        let login = try #require(stage.refreshRows.first)
        #expect(snapshot.ended.contains { $0.info.parent == login.id })
        #expect(login.members == MemberCounts(total: 1).adding(ended: 1))
    }

    @Test func whoCancelsTheRenewalsRowFailsThoseWhoWaitAndKeepsTheLogin() async throws {
        let stage = AuthStage()
        let gate = Landing<Void>()
        defer { gate.land(()) }
        stage.account(gate: gate)
        stage.service.expire()
        let handle = stage.dispatch()
        #expect(await eventually { stage.decisions(handle).last?.isWaiting == true })
        let row = try #require(stage.refreshRows.first)
        #expect(stage.client.cancel(row.id))
        #expect(await handle.error?.kind == .authentication(.refreshFailed))
        #expect(stage.client.authStatus(of: AuthStage.pool)?.state == .ready)
    }

    @Test func aStrangersRefusalIsNobodysLogin() async throws {
        let stage = AuthStage { request in
            request.url.host == "other.test" ? .answer(401) : .redirect(302, to: "http://other.test/")
        }
        stage.account()
        #expect(await stage.dispatch().error?.kind == .status(401))
        #expect(await stage.dispatch("http://other.test/direct").error?.kind == .status(401))
        #expect(stage.renewalCount == 0 && stage.transport.requests.count == 3)
    }

    /// The 401 is the redirect's target's: the POST was taken by the time it came. A 307 hands the POST itself on.
    @Test(arguments: [(303, 1, 1), (302, 1, 1), (307, 2, 2)])
    func aPostThatWasTakenIsNotReplayed(_ status: Int, _ posts: Int, _ others: Int) async throws {
        let stage = AuthStage { request in
            request.url.path == "/v1/post" ? .redirect(status, to: "/v1/me") : request.url.path == "/v1/me" ? .answer(401) : nil
        }
        stage.account()
        let handle = stage.client.dispatch(Endpoint(Net.plan("/post") { $0.method = .post }), on: AuthStage.pool)
        #expect(await handle.error != nil)
        #expect(stage.transport.requests.count { $0.url.path == "/v1/post" } == posts)
        #expect(stage.transport.requests.count { $0.url.path == "/v1/me" } == others)
    }

    @Test func whatALoginIsAnsweredStandsInNoRow() async throws {
        var behaviour = ClientBehaviour()
        behaviour.excerptBytes = 100
        let stage = AuthStage(behaviour: behaviour) { request in
            request.url.host == "login.test" ? .answer(200, body: Array("t1".utf8)) : nil
        }
        stage.accounts.setAuthentication(
            .renewing { _, login in
                _ = try await login.send(Net.call("http://login.test/token"))
                return Grant(.bearer(Secret("t1")))
            }, family: "shop")
        #expect(await stage.dispatch().text == "/v1/items")
        let rows = stage.client.snapshot().ended
        #expect(rows.filter { !$0.excerpt.isEmpty }.map(\.info.kind) == [.call])
        #expect(rows.count == 3)
    }

    @Test func anExpiringTokenIsRenewedBeforeTheRequest() async throws {
        let stage = AuthStage()
        let count = Mutex(0)
        stage.accounts.setAuthentication(
            .renewing { _, login in
                count.withLock { $0 += 1 }
                return Grant(.bearer(Secret("t1")), expiresAt: login.client.wallClock() + .seconds(100))
            }, family: "shop")
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.transport.requests.count == 1)
        stage.clock.advance(by: .seconds(71))
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(count.withLock { $0 } == 2 && stage.transport.requests.count == 2)
    }

    @Test func aStreamIsOpenedWithTheNewToken() async throws {
        let stage = AuthStage()
        stage.account()
        stage.service.expire()
        let stream = try await stage.client.stream(Net.plan("/big"), on: AuthStage.pool).value
        var body: [UInt8] = []
        for try await piece in stream.body { body += piece }
        #expect(stream.head.status == 200 && String(decoding: body, as: UTF8.self) == "/v1/big")
        #expect(stage.renewalCount == 1)
    }

    /// A short body of JSON is judged before the reader gets it; a long one, and any other type, is not.
    @Test(arguments: [("application/json", 1, true), ("application/json", 70_000, false), ("text/plain", 1, false)])
    func aStreamIsOpenedAgainAfterACodeInItsBody(_ type: String, _ length: Int, _ isRepeated: Bool) async throws {
        let padding = String(repeating: " ", count: length)
        let stage = AuthStage { request in
            let code = request.headers["Authorization"] == "Bearer t1" ? "11010" : "0"
            return .answer(200, headers: ["Content-Type": type], body: Array("{\"code\": \(code)}\(padding)".utf8))
        }
        var rule = AuthRule(businessCodes: ["11010"])
        rule.readCode = { answer in
            guard let document = try? JSONDocument(answer.body) else { return nil }
            return document.root["code"]?.displayText
        }
        stage.account(rule: rule) { _ in Grant(.bearer(Secret("t2"))) }
        let stream = try await stage.client.stream(Net.plan("/big"), on: AuthStage.pool).value
        var body: [UInt8] = []
        for try await piece in stream.body { body += piece }
        #expect(String(decoding: body, as: UTF8.self) == "{\"code\": \(isRepeated ? "0" : "11010")}\(padding)")
        #expect(stage.renewalCount == (isRepeated ? 1 : 0) && stage.transport.requests.count == (isRepeated ? 2 : 1))
        #expect(await stage.client.isDrained())
    }

    @Test func aRefusalThatStaysIsReadLikeAnyOtherAnswer() async throws {
        let stage = AuthStage()
        stage.account()
        stage.accounts.setAuthentication(
            {
                var authentication = Authentication.renewing(Grant(.bearer(Secret("x")))) { _, _ in Grant(.bearer(Secret("x"))) }
                authentication.secondRefusal = .isAnswer
                return authentication
            }(), family: "shop")
        let stream = try await stage.client.stream(Net.plan("/big"), on: AuthStage.pool).value
        var body: [UInt8] = []
        for try await piece in stream.body { body += piece }
        #expect(stream.head.status == 401 && String(decoding: body, as: UTF8.self) == "no")
    }

    // MARK: Without a network

    @Test func withoutANetworkNoLoginIsRenewed() async throws {
        let stage = AuthStage(script: { $0.url.path == "/v1/token" ? .answer(200, body: Array("t1".utf8)) : nil })
        stage.accounts.setAuthentication(
            .renewing(Grant(.bearer(Secret("t0")), expiresAt: .seconds(900))) { _, context in
                let answer = try await context.send(Net.call("/token"))
                return Grant(.bearer(Secret(String(decoding: answer.body, as: UTF8.self))))
            }, family: "shop")
        stage.client.network.report(.notReachable)
        let handle = stage.dispatch()
        let error = try #require(await handle.error)
        #expect(error.kind == .noNetwork && error.attempts == 0)
        #expect(error.detail == "the system reports no network; nothing was sent")
        #expect(stage.decisions(handle) == [.offline])
        #expect(stage.refreshRows.isEmpty && stage.events.isEmpty && stage.transport.requests.isEmpty)
        stage.client.network.report(.reachable)
        #expect(await stage.dispatch().text == "/v1/items")
        #expect(stage.refreshRows.map(\.state) == [.succeeded])
    }

    @Test func onThisMachineALoginIsRenewedWithoutANetwork() async throws {
        var behindASocket = Net.service
        behindASocket.connection.unixSocket = "a.sock"
        for service in [Service(name: "here", baseURL: URI("http://127.0.0.1:8080/v1")), behindASocket] {
            let stage = AuthStage()
            stage.account(first: nil)
            stage.client.network.report(.notReachable)
            let pool = ServicePool([service], id: "shop")
            #expect(await stage.client.dispatch(Net.call(), on: pool).text == "/v1/items")
            #expect(stage.renewalCount == 1 && stage.client.network.status == .notReachable)
        }
    }
}

extension Decision {
    fileprivate var isWaiting: Bool { if case .waitsForRefresh = self { true } else { false } }
}
