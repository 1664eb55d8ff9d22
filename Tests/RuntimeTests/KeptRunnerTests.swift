// Cookies for the screen: what was removed is reported, and comes back.

import TestSupport
import Testing

@testable import NetLayer
@testable import Runtime
@testable import Screen

@Suite(.within(minutes: 1)) struct KeptRunnerTests {
    private let inbox = Inbox()
    private let jar = CookieJar()
    private let scope = AccountScope(family: "shop", environment: .standard, account: "")

    init() { jar.store(["a=1; Path=/", "b=2; Path=/"], from: URI("https://one.example/"), in: scope) }

    /// The first `count` events that the runner reports after an order.
    private func replies(to order: KeptOrder, count: Int) async -> [Kept] {
        let runner = EffectRunner(client: NetClient(transport: ScriptedTransport { _ in [] }, cookies: jar), inbox: inbox)
        runner.perform(.kept(order))
        var events: [Kept] = []
        _ = await eventually {
            for case .kept(let kept) in inbox.drain() { events.append(kept) }
            return events.count >= count
        }
        return events
    }

    private func names(_ kept: Kept?) -> [String] {
        switch kept {
        case .cookies(let cookies, _), .removedCookies(let cookies): cookies.map(\.cookie.name)
        case .cache, nil: []
        }
    }

    @Test func removedCookiesAreReportedAndComeBack() async throws {
        let cleared = await replies(to: .clearCookies, count: 2)
        #expect(names(cleared.first) == ["a", "b"] && names(cleared.last) == [] && jar.cookies().isEmpty)
        guard case .removedCookies(let cookies)? = cleared.first else { return #expect(Bool(false)) }
        let restored = await replies(to: .restoreCookies(cookies), count: 1)
        #expect(names(restored.first) == ["a", "b"])
        let removed = await replies(to: .removeCookie(cookies[0]), count: 2)
        #expect(names(removed.first) == ["a"] && names(removed.last) == ["b"])
    }

    /// A server that has set the cookie again knows better.
    @Test func aSuccessorStays() async throws {
        let old = try #require(jar.cookies().first)
        jar.remove(old, in: scope)
        jar.store(["a=3; Path=/"], from: URI("https://one.example/"), in: scope)
        _ = await replies(to: .restoreCookies([KeptCookie(old, in: scope)]), count: 1)
        #expect(jar.cookies().first?.value.reveal() == "3")
    }
}
