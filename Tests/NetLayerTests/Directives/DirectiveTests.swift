import TestSupport
import Testing

@testable import NetLayer

/// Signals from outside, as a pool follows or refuses them.
@Suite(.within(minutes: 1)) struct DirectiveTests {
    private func key() throws -> DirectiveKey { try #require(DirectiveKey(Secret(RemotePool.secret))) }

    // The row "remote" of the deterministic tests.
    @Test(.rows("HH-F6", "B-HH-F10")) func epochFiveThenFourABadSignatureAndAnExpiredOne() async throws {
        let key = try key()
        let remote = RemotePool(key: key) { name, _ in .answer(name == "a" ? 500 : 200) }
        for _ in 0..<4 { await remote.send() }
        #expect(remote.client.status(of: remote.pool)?.services[0].counts.failed == 4)
        func follow(_ directive: Directive, forged: Bool = false) -> DirectiveRefusal? {
            var text = directive.text(key)
            if forged { text = String(text.dropLast()) + (text.hasSuffix("0") ? "1" : "0") }
            return remote.client.follow(text, isVouched: true, in: remote.pool)
        }
        #expect(follow(Directive(pool: "main", target: .index(2), epoch: 5)) == nil)
        let status = try #require(remote.client.status(of: remote.pool))
        #expect(status.active == 2 && status.generation == 1)
        #expect(status.services.allSatisfy { $0.counts == OutcomeCounts() }, "counters are 0 at the instant of the switch")
        #expect(follow(Directive(pool: "main", target: .index(1), epoch: 4)) == .oldEpoch(last: 5))
        #expect(follow(Directive(pool: "main", target: .index(1), epoch: 6), forged: true) == .badSignature)
        #expect(follow(Directive(pool: "main", target: .index(1), epoch: 6, expires: .seconds(999))) == .expired)
        #expect(remote.active == 2 && remote.switches == 1)
        #expect(
            remote.directives == [
                .init(epoch: 5), .init(epoch: 4, refusal: .oldEpoch(last: 5)), .init(epoch: 6, refusal: .badSignature),
                .init(epoch: 6, refusal: .expired),
            ])
        // 0 → 2 directly: nobody tried the one between.
        let before = remote.transport.requests.count
        await remote.send()
        #expect(remote.transport.requests.dropFirst(before).map(\.url.host) == ["c.test"])
    }

    @Test(
        .rows("HH-S4", "B-HH-S4"),
        arguments: [
            ("pool=main;to=3;epoch=1", DirectiveRefusal.outOfRange(index: 3, count: 3)),
            ("pool=main;to=-1;epoch=1;wrap=1", .outOfRange(index: -1, count: 3)),
            ("pool=main;to=d;epoch=1", .unknownService("d")), ("pool=other;to=1;epoch=1", .otherPool("other")),
            ("pool=main;to=1;epoch=1;expires=1000", .expired), ("pool=main;to=1;epoch=1;expires=-5", .expired),
            ("pool=main;to=1", .malformed("it has no epoch")),
        ])
    func whatIsRefusedSaysWhyAndChangesNothing(_ text: String, _ refusal: DirectiveRefusal) {
        let remote = RemotePool()
        #expect(remote.client.follow(text, isVouched: true, in: remote.pool) == refusal)
        #expect(remote.active == 0 && remote.switches == 0)
        #expect(remote.directives.map(\.refusal) == [refusal])
        #expect(!"\(refusal)".isEmpty)
        // Nothing of it is remembered: the same epoch, put right, is followed.
        #expect(remote.client.follow("pool=main;to=7;epoch=1;wrap=1", isVouched: true, in: remote.pool) == nil)
        #expect(remote.active == 1)
    }

    @Test func aNameIsAsGoodAsAnIndex() {
        let remote = RemotePool()
        #expect(remote.client.follow("pool=main;to=c;epoch=1", isVouched: true, in: remote.pool) == nil)
        #expect(remote.active == 2)
        let alone = ServicePool([Net.service], id: "main")
        #expect(remote.client.follow("pool=main;to=0;epoch=1", isVouched: true, in: alone) == .noFailover)
        #expect(remote.client.follow(Directive(pool: "main", target: .index(0), epoch: 1), in: alone) == .noFailover)
    }

    @Test func anExpiryIsTakenAtArrivalWhateverTheClockDoesThen() {
        let remote = RemotePool()
        #expect(remote.client.follow("pool=main;to=1;epoch=1;expires=1060", isVouched: true, in: remote.pool) == nil)
        remote.setWallClock(1_000_000)
        remote.clock.advance(by: .seconds(59))
        #expect(remote.active == 1, "a jump ahead ends nothing")
        remote.setWallClock(-1_000_000)
        remote.clock.advance(by: .seconds(1))
        #expect(remote.active == 0, "a jump back holds nothing")
        #expect(
            remote.client.follow("pool=main;to=2;epoch=2;expires=9223372036854775807", isVouched: true, in: remote.pool) == nil)
        #expect(remote.active == 2)
    }

    @Test func aFloodIsToldOnceAndHoldsUpNothing() {
        let remote = RemotePool()
        for _ in 0..<1_000 { _ = remote.client.follow("nonsense", isVouched: true, in: remote.pool) }
        #expect(remote.directives.count == RefusalBudget.reportLimit + 1)
        #expect(remote.directives.last?.refusal == .flood)
        #expect(remote.client.follow("pool=main;to=1;epoch=1", isVouched: true, in: remote.pool) == nil)
        #expect(remote.active == 1)
        remote.clock.advance(by: .seconds(60))
        #expect(remote.client.follow("pool=main;to=1;epoch=1", isVouched: true, in: remote.pool) == .oldEpoch(last: 1))
        #expect(remote.directives.last?.refusal == .oldEpoch(last: 1))
    }

    // MARK: With answers

    private func answering(_ value: String, from services: Set<String> = ["a"])
        -> @Sendable (String, WireRequest) -> [ScriptedTransport.Step]
    {
        { name, _ in .answer(200, headers: services.contains(name) ? ["x-netlayer-switch": value] : [:]) }
    }

    @Test(.rows("HH-F6")) func anAnswerByTLSIsBelieved() async {
        let remote = RemotePool(header: DirectiveRules.usualHeader, answering("pool=main;to=2;epoch=7", from: ["a", "c"]))
        for _ in 0..<5 { await remote.send() }
        #expect(remote.active == 2)
        // It stands in each answer, and is told once.
        #expect(remote.directives == [.init(epoch: 7)])
    }

    /// Answers that arrive together say the same: none of them is told as refused.
    @Test func manyAnswersAtOnceSayItOnce() async {
        let remote = RemotePool(header: DirectiveRules.usualHeader, answering("pool=main;to=2;epoch=7", from: ["a", "c"]))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { await remote.send() } }
        }
        #expect(remote.active == 2)
        #expect(remote.directives == [.init(epoch: 7)])
    }

    @Test func withoutTLSOnlyASignedOne() async throws {
        let plain = RemotePool(header: DirectiveRules.usualHeader, scheme: "http", answering("pool=main;to=2;epoch=7"))
        for _ in 0..<3 { await plain.send() }
        #expect(plain.active == 0 && plain.directives == [.init(epoch: 7, refusal: .unsigned)])
        let key = try key()
        let text = Directive(pool: "main", target: .index(2), epoch: 7).text(key)
        let signed = RemotePool(key: key, header: DirectiveRules.usualHeader, scheme: "http", answering(text))
        await signed.send()
        #expect(signed.active == 2)
    }

    @Test func aCertificateThatNobodyCheckedVouchesForNothing() async {
        let remote = RemotePool(header: DirectiveRules.usualHeader, answering("pool=main;to=2;epoch=7"))
        _ = try? await remote.client.send(Endpoint(Net.plan { $0.connection.insecure = true }), on: remote.pool)
        #expect(remote.active == 0 && remote.directives == [.init(epoch: 7, refusal: .unsigned)])
        await remote.send()
        #expect(remote.active == 2)
    }

    @Test func onlyThePoolsOwnServicesAndOnlyWhereThatIsWished() async {
        let value = "pool=main;to=2;epoch=7"
        let silent = RemotePool(answering(value))
        await silent.send()
        #expect(silent.active == 0 && silent.directives.isEmpty)
        let remote = RemotePool(header: DirectiveRules.usualHeader) { name, request in
            name == "a"
                ? .redirect(302, to: "https://stranger.test/x")
                : .answer(200, headers: [DirectiveRules.usualHeader: value], body: Array((request.url.host ?? "").utf8))
        }
        await remote.send()
        await remote.send("https://elsewhere.test/y")
        #expect(remote.transport.requests.count == 3)
        #expect(remote.active == 0 && remote.directives.isEmpty)
    }

    @Test func whatTheClockRefusedIsHeardAgainWhenItIsRight() async {
        let remote = RemotePool(header: DirectiveRules.usualHeader, answering("pool=main;to=2;epoch=7;expires=1500"))
        remote.setWallClock(2_000)
        await remote.send()
        #expect(remote.active == 0 && remote.directives == [.init(epoch: 7, refusal: .expired)])
        remote.setWallClock(1_000)
        await remote.send()
        #expect(remote.active == 2)
    }
}
