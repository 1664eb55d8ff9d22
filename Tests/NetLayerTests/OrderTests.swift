// The whole order of a call, as a table: who is asked, on each of the ways that a call can go (CT-P, CT-S, CT-F, HH-D10).

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 1)) struct OrderTests {
    /// A way that a call can go, and who is asked on it, in order.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        var policy: FetchPolicy?
        /// How long ago an answer, "old", was stored, that is fresh for 60 s.
        var storedBefore: Duration?
        /// What the server says, in turn; the last one again and again.
        var answers: [OrderStage.Reply] = [.init(200, "new")]
        /// Who says no.
        var refuser = ""
        var isOffline = false
        let order: [String]
        /// What the caller is given.
        let caller: [String]

        var testDescription: String { name }
    }

    private static let asked = ["parameters", "reform", "hook willCall", "check parameters", "hook didCall"]
    /// With a cache; the key is made of the request as it would go.
    private static let keyed = asked + ["service adapter", "adapter"]
    private static let out = ["login", "service adapter", "adapter", "sent", "gate: business"]
    private static let judged = ["business", "status", "service policy", "endpoint policy", "decode", "check answer"]
    private static let landing = ["hook willLand 200", "hook didLand 200"]

    static let ways = [
        Way(name: "the network's", order: asked + out + ["hook didReceive 200"] + judged + landing, caller: ["new"]),
        Way(
            name: "stored once all have said yes (CT-S5)", policy: .networkOnly(store: true),
            order: keyed + out + ["hook didReceive 200"] + judged + ["store"] + landing, caller: ["new"]),
        Way(
            name: "a fresh stored answer ends the call, and is judged (CT-P6)", policy: .cacheElseNetwork,
            storedBefore: .seconds(5), order: keyed + judged + landing, caller: ["old, stored, fresh"]),
        Way(
            name: "a stale one is none (CT-P6)", policy: .cacheElseNetwork, storedBefore: .seconds(61),
            order: keyed + out.dropFirst() + ["hook didReceive 200"] + judged + ["store"] + landing, caller: ["new"]),
        Way(
            name: "nothing of last time: this one's is given (CT-S7)", policy: .deferred,
            order: keyed + out + ["hook didReceive 200"] + judged + ["store"] + landing, caller: ["new"]),
        Way(
            name: "both in order", policy: .cacheThenNetwork(), storedBefore: .seconds(5),
            order: keyed + judged + out.dropFirst() + ["hook didReceive 200"] + judged + ["store"] + landing,
            caller: ["old, stored, fresh", "new"]),
        Way(
            name: "a failure is not stored, and what is stored stands in", policy: .networkElseCache(),
            storedBefore: .seconds(5), answers: [.init(500, "oops")],
            order: keyed + out.dropFirst() + ["hook didReceive 500"] + judged.prefix(4) + judged + landing,
            caller: ["old, stands in, status"]),
        Way(
            name: "a status that is none (CT-F3)", answers: [.init(500, "oops")],
            order: asked + out + ["hook didReceive 500"] + judged.prefix(4) + ["hook willLand status", "hook didLand status"],
            caller: ["[status]"]),
        Way(
            name: "the cache is asked before the network is known to be gone (CT-P6, P7)", policy: .cacheElseNetwork,
            storedBefore: .seconds(5), isOffline: true, order: keyed + judged + landing, caller: ["old, stored, fresh"]),
        Way(
            name: "nothing stored, and no network: no login is renewed (CT-P7)", policy: .cacheElseNetwork, isOffline: true,
            order: keyed + ["hook didReceive no_network"]
                + ["service policy", "endpoint policy", "hook willLand no_network", "hook didLand no_network"],
            caller: ["[no_network]"]),
        Way(
            name: "a login that is good, and no network: an adapter may know another way", policy: .cacheElseNetwork,
            storedBefore: .seconds(61), isOffline: true,
            order: keyed + ["service adapter", "adapter", "hook didReceive no_network"]
                + ["service policy", "endpoint policy", "hook willLand no_network", "hook didLand no_network"],
            caller: ["[no_network]"]),
        Way(
            name: "parameters that are refused (CT-P4)", policy: .cacheElseNetwork, storedBefore: .seconds(5),
            refuser: "check parameters",
            order: asked.dropLast()
                + ["service policy", "endpoint policy", "hook willLand bad_parameters", "hook didLand bad_parameters"],
            caller: ["[bad_parameters]"]),
        Way(
            name: "an interceptor that ends it (CT-P3)", policy: .cacheElseNetwork, storedBefore: .seconds(5),
            refuser: "hook willCall", order: asked.prefix(3) + ["hook didLand cancelled unheard"], caller: ["[cancelled]"]),
        Way(
            name: "an adapter that cannot (CT-P9)", refuser: "adapter",
            order: asked + out.prefix(3) + ["hook didReceive bad_request", "service policy", "endpoint policy"]
                + ["hook willLand bad_request", "hook didLand bad_request"], caller: ["[bad_request]"]),
        Way(
            name: "an answer that is refused is not stored (CT-S4)", policy: .networkOnly(store: true),
            refuser: "check answer",
            order: keyed + out + ["hook didReceive 200"] + judged
                + ["service policy", "endpoint policy", "hook willLand validation", "hook didLand validation"],
            caller: ["[validation]"]),
        Way(
            name: "an answer that cannot be decoded is not stored", policy: .networkOnly(store: true), refuser: "decode",
            order: keyed + out + ["hook didReceive 200"] + judged.prefix(5)
                + ["service policy", "endpoint policy", "hook willLand decode", "hook didLand decode"],
            caller: ["[decode]"]),
        Way(
            name: "the service stops it (CT-F2)", policy: .networkOnly(store: true), answers: [.init(500, "oops")],
            refuser: "service policy",
            order: keyed + out + ["hook didReceive 500"] + judged.prefix(3) + ["hook didLand cancelled unheard"],
            caller: ["[cancelled]"]),
        Way(
            name: "a login that is over is renewed, and the call made again (CT-F5, BA-11)",
            answers: [.init(401, "who?"), .init(200, "new")],
            order: asked + out + ["login", "parameters", "reform", "check parameters"] + out.dropFirst()
                + ["hook didReceive 200"] + judged + landing, caller: ["new"]),
    ]

    @Test(
        .rows("CT-P1", "CT-P2", "CT-P3", "CT-P4", "CT-P6", "CT-P7", "CT-S4", "CT-S5", "CT-S7", "CT-F2", "CT-F5", "HH-D10"),
        arguments: ways)
    func everybodyIsAskedInThisOrder(_ way: Way) async {
        let (order, caller) = await OrderStage(way).run()
        // Who guards the login reads the business code too; it says so in the same words.
        #expect(order == way.order.map { $0 == "gate: business" ? "business" : $0 })
        #expect(caller == way.caller)
    }

    /// Last time's answer is given at once and this time's is for next time: two calls at once, each in the order of its kind.
    @Test(.rows("CT-P5", "CT-S2", "CT-S7")) func lastTimesAnswerIsShownWhileTheNewOneIsFetched() async {
        let way = Way(
            name: "", policy: .deferred, storedBefore: .seconds(500),
            order: Self.keyed + Self.judged + Self.landing + Self.keyed + Self.out.dropFirst() + ["hook didReceive 200"]
                + Self.judged + ["store"] + Self.landing, caller: ["old, stored, stale"])
        let (order, caller) = await OrderStage(way).run()
        #expect(order.sorted() == way.order.map { $0 == "gate: business" ? "business" : $0 }.sorted())
        #expect(caller == way.caller)
    }
}

/// A client of whose every question a line is written.
final class OrderStage: Sendable {
    struct Reply: Sendable {
        let status: Int
        let text: String
        init(_ status: Int, _ text: String) { (self.status, self.text) = (status, text) }
    }

    struct Refusal: Error {}

    private let diary = Diary()
    private let way: OrderTests.Way
    private let clock = VirtualClock()
    private let client: NetClient
    private let pool: ServicePool
    private let call: Endpoint<String>

    init(_ way: OrderTests.Way) {
        self.way = way
        let clock = clock
        let diary = diary
        /// Writes, and says no where this is the one who does.
        @Sendable func ask(_ who: String) throws {
            diary.write(who)
            if who == way.refuser { throw Refusal() }
        }
        var service = Service(name: "main", baseURL: URI("http://api.test/v1"))
        var request = RequestBehaviour()
        request.adapters = [ClosureAdapter { _, _ in diary.write("service adapter") }]
        service.behaviour = request
        pool = ServicePool([service], id: "shop")

        var behaviour = ClientBehaviour()
        behaviour.hooks = [
            DiaryHook(name: "hook", diary: diary, before: { _ in way.refuser == "hook willCall" ? .skip : .proceed })
        ]
        behaviour.policy = ResponsePolicy("service") { outcome, _ in
            diary.write("service policy")
            return way.refuser == "service policy" ? .stop : .unchanged(outcome)
        }
        let accounts = Accounts()
        accounts.setAuthentication(
            .renewing { _, _ in
                diary.write("login")
                return Grant(.bearer(Secret("t")))
            }, family: "shop")
        let replies = Mutex((way.storedBefore == nil ? [] : [Reply(200, "old")]) + way.answers)
        let transport = ScriptedTransport { _ in
            diary.write("sent")
            let reply = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return .answer(reply.status, body: Array(reply.text.utf8))
        }
        client = NetClient(
            transport: transport, behaviour: behaviour, accounts: accounts, time: clock.source,
            wallClock: { .seconds(1_000) + clock.now },
            cache: ResponseCache(time: clock.source, wallClock: { .seconds(1_000) }))

        var plan = Net.plan()
        plan.policies.fetch = way.policy
        plan.policies.caching.account = Secret("me")
        plan.policies.caching.lifetime = .fixed(.seconds(60))
        var call = Endpoint<String>(plan) {
            try ask("decode")
            return String(decoding: $0.body, as: UTF8.self)
        }
        call.behaviour.request.parameters = { _ in
            diary.write("parameters"); return []
        }
        call.behaviour.request.reform = {
            diary.write("reform"); return $0
        }
        call.behaviour.request.adapters = [ClosureAdapter { _, _ in try ask("adapter") }]
        call.behaviour.checkParameters = { _ in try ask("check parameters") }
        call.behaviour.business = BusinessRule { _ in
            diary.write("business"); return .success
        }
        call.behaviour.acceptsStatus = {
            diary.write("status"); return $0 == 200
        }
        call.behaviour.policy = ResponsePolicy("endpoint") { outcome, _ in
            diary.write("endpoint policy"); return .unchanged(outcome)
        }
        call.behaviour.checkAnswer = { _ in try ask("check answer") }
        call.behaviour.shouldStore = { _ in
            diary.write("store"); return true
        }
        self.call = call
    }

    /// Who was asked in the call, and what the caller was given.
    func run() async -> (order: [String], caller: [String]) {
        var caller: [String] = []
        var before = 0
        if let age = way.storedBefore {
            var plain = Endpoint<RawResponse>(call.plan)
            plain.plan.policies.fetch = .networkOnly(store: true)
            _ = try? await client.send(plain, on: pool)
            _ = await client.isDrained()
            clock.advance(by: age)
            before = diary.lines.count
        }
        if way.isOffline { client.network.report(.notReachable) }
        do {
            for try await event in client.fetch(call, on: pool) {
                switch event {
                case .cached(let text, _, let freshness):
                    caller.append("\(text), stored, \(freshness.isFresh ? "fresh" : "stale")")
                case .network(let text): caller.append(text)
                case .fallback(let text, _, let error): caller.append("\(text), stands in, \(error.kind.name)")
                }
            }
        } catch {
            caller.append("[\((error as? NetError)?.kind.name ?? "\(error)")]")
        }
        _ = await client.isDrained()
        return (Array(diary.lines[before...]), caller)
    }
}
