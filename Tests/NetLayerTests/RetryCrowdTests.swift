// Many calls with retries, hedges and deadlines at once, cancelled at random: each ends once, and nothing is left of any.

import Synchronization
import TestSupport
import Testing

@testable import NetLayer

@Suite(.within(minutes: 2)) struct RetryCrowdTests {
    /// Answers by a seeded chance: at once, on the next step of the clock, or never.
    private static func script(_ random: inout SplitMix64) -> [ScriptedTransport.Step] {
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: .answer(200, body: [1])
        case 2: .answer(503)
        case 3: .answer(429, headers: ["Retry-After": "\(Int.random(in: -1...40, using: &random))"])
        case 4: Net.fail(.connect)
        case 5: Net.fail(.cut)
        case 6: .redirect(302, to: "http://elsewhere.test/")
        default: Net.hang
        }
    }

    @Test(arguments: 0..<UInt64(Thoroughness.count(2, nightly: 12)))
    func everyCallEndsOnceAndNothingIsLeft(_ seed: UInt64) async throws {
        let random = Mutex(SplitMix64(seed: seed))
        let transport = ScriptedTransport { _ in random.withLock { Self.script(&$0) } }
        let stage = RetryStage(
            transport, limits: DispatchLimits(total: 12, perHost: 5), budget: RetryBudgetRule(percent: 60, perSecond: 1))
        var own = SplitMix64(seed: seed ^ 0xABCD)
        var handles: [Handle<RawResponse>] = []
        for round in 0..<150 {
            let methods = [HTTPMethod.get, .put, .post]
            handles.append(
                stage.client.dispatch(
                    Net.retrying("/\(round)") { plan in
                        plan.method = methods[Int.random(in: 0..<3, using: &own)]
                        plan.policies.deadline = .milliseconds(Int.random(in: 500...30_000, using: &own))
                        if Bool.random(using: &own) {
                            plan.policies.hedge = .after(.milliseconds(Int.random(in: 0...300, using: &own)))
                        }
                        if Bool.random(using: &own) {
                            plan.policies.retry = RetryPolicy(attempts: Int.random(in: 1...5, using: &own))
                        }
                    }, on: Net.pair))
            if round % 3 == 0 { stage.clock.advance(by: .milliseconds(Int.random(in: 0...200, using: &own))) }
            if round % 7 == 0, let handle = handles.randomElement(using: &own) { handle.cancel() }
            if round % 20 == 0 { await Task.yield() }
        }
        // The latest deadline ends whatever hangs.
        #expect(
            await eventually {
                stage.clock.advance(by: .milliseconds(500))
                return stage.client.snapshot().live.isEmpty
            })
        #expect(await stage.client.isDrained())
        #expect(await eventually { stage.clock.deadlines.isEmpty })
        #expect(transport.inFlight.isEmpty)
        let snapshot = stage.client.snapshot()
        #expect(snapshot.counters.opened == 150)
        #expect(snapshot.counters.ended == 150)
        for row in snapshot.ended {
            #expect(row.state.isEnded)
            #expect(row.state != .cancelled(.hedge))
            #expect(Set(row.attempts).count <= 5)
        }
        for handle in handles {
            let outcome = await handle.outcome
            let hasValue = (try? outcome.get()) != nil
            #expect(hasValue == (stage.client.row(handle.id)?.state == .succeeded))
        }
    }
}
