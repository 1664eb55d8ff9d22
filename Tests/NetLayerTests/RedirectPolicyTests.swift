// The program's own decision about redirects: at the client, the service and the call, and for links of lists.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct RedirectPolicyTests {
    /// `/1` redirects to `/2` and so on until `target`, which answers.
    private func transport(_ status: Int = 302, to target: String) -> ScriptedTransport {
        ScriptedTransport { $0.url.path.hasSuffix("/start") ? .redirect(status, to: target) : .answer(200) }
    }

    private func send(
        _ transport: ScriptedTransport, from start: String = "https://a.test/start", client: RedirectPolicy? = nil,
        service: RedirectPolicy? = nil, call: RedirectPolicy? = nil, _ change: (inout RequestPlan) -> Void = { _ in }
    ) async -> Result<RawResponse, NetError> {
        var policies = CallPolicies()
        policies.redirects = client
        var home = Service(name: "main", baseURL: URI("https://a.test"))
        home.redirects = service
        let plan = Net.plan(service == nil ? start : "/start") {
            $0.policies.redirects = call
            change(&$0)
        }
        return await NetClient(transport: transport, policies: policies).dispatch(Endpoint(plan), on: ServicePool([home])).outcome
    }

    @Test func aPolicySeesEachHop() async throws {
        let hops = Mutex<[RedirectHop]>([])
        let policy = RedirectPolicy { hop in
            hops.withLock { $0.append(hop) }
            return .usual
        }
        let transport = ScriptedTransport {
            switch $0.url.path {
            case "/start": .redirect(303, to: "/2")
            case "/2": .redirect(307, to: "https://b.test/3")
            default: .answer(200)
            }
        }
        let response = try await send(transport, call: policy) {
            $0.method = .post
            $0.body = .bytes([1], contentType: "text/plain")
        }.get()
        #expect(response.url == URI("https://b.test/3"))
        let (first, second) = (
            RedirectHop(from: URI("https://a.test/start"), to: URI("https://a.test/2"), status: 303, method: .get),
            RedirectHop(from: URI("https://a.test/2"), to: URI("https://b.test/3"), status: 307, method: .get)
        )
        #expect(hops.withLock { $0 } == [first, second])
        #expect(!first.leavesOrigin && second.leavesOrigin && !first.losesTLS)
    }

    enum Place: CaseIterable, Sendable { case client, service, call }

    @Test(arguments: Place.allCases) func aRefusalNamesItsReasonAndSendsNothing(_ place: Place) async {
        let policy = RedirectPolicy { $0.to.host == "internal.test" ? .refuse("an internal host") : .usual }
        let transport = transport(to: "http://internal.test/admin")
        let result = await send(
            transport, client: place == .client ? policy : nil, service: place == .service ? policy : nil,
            call: place == .call ? policy : nil)
        guard case .failure(let error) = result else {
            Issue.record("it was followed")
            return
        }
        #expect(error.kind == .redirectRefused && error.detail.contains("an internal host"))
        #expect(error.response?.head.status == 302)
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: Place.allCases) func plainHTTPIsFollowedWhereAPolicyAllowsIt(_ place: Place) async throws {
        let transport = transport(to: "http://a.test/there")
        let policy = RedirectPolicy.allowingPlainHTTP
        _ = try await send(
            transport, client: place == .client ? policy : nil, service: place == .service ? policy : nil,
            call: place == .call ? policy : nil
        ) { $0.headers = ["Authorization": "Bearer s"] }.get()
        #expect(transport.requests.map(\.url.scheme) == ["https", "http"])
        #expect(transport.requests.last?.headers["Authorization"] == nil, "it is another origin")
    }

    /// A guard of the client holds, whatever an endpoint allows.
    @Test func aRefusalCannotBeOverruled() async {
        let guardian = RedirectPolicy { _ in .refuse("no redirects") }
        let result = await send(transport(to: "/there"), client: guardian, call: RedirectPolicy { _ in .follow })
        #expect((try? result.get()) == nil)
    }

    @Test func withinTheOriginOnly() async {
        let inside = await send(transport(to: "/there"), call: .withinOrigin)
        let outside = await send(transport(to: "https://b.test/"), call: .withinOrigin)
        #expect((try? inside.get()) != nil && (try? outside.get()) == nil)
    }

    @Test func policiesAreEqualByTheirRules() {
        let (one, other) = (RedirectPolicy { _ in .usual }, RedirectPolicy { _ in .usual })
        #expect(one == one && one != other && one.and(other) != one && one.and(one) == one)
        #expect(one.and(nil) == one)
    }

    /// The same rule decides about the link to a next page.
    @Test(arguments: [true, false]) func aLinkOfAListIsDecidedLikewise(_ isAllowed: Bool) async throws {
        let service = PagedService { query, _ in
            let start = Int(query["at"] ?? "") ?? 0
            let next = start < 10 ? #""http://api.test/v1/items?at=10""# : "null"
            return PagedService.page(start, 10, of: 20, #","next":\#(next)"#)
        }
        let policy = RedirectPolicy { $0.status == nil && !isAllowed ? .refuse("no links") : .usual }
        let pager = service.pager(.nextURL(.body("/next")), PageLimits(), Net.plan { $0.policies.redirects = policy })
        _ = try await pager.loadMore()
        #expect(await pager.nextFailure?.kind == (isAllowed ? nil : .foreignHost))
        #expect(service.transport.requests.count == (isAllowed ? 2 : 1))
    }
}
