// Which directives are old: over a restart, and where a service itself says the epoch.

import Testing

@testable import NetLayer

@Suite struct EpochTests {
    @Test func anOldDirectiveIsOldAfterARestartToo() throws {
        let key = try #require(DirectiveKey(Secret(RemotePool.secret)))
        let old = Directive(pool: "main", target: .index(1), epoch: 3).text(key)
        let new = Directive(pool: "main", target: .index(2), epoch: 9).text(key)
        let before = RemotePool(key: key)
        #expect(before.client.status(of: before.pool)?.epoch == nil)
        #expect(before.client.follow(new, isVouched: true, in: before.pool) == nil)
        #expect(before.client.follow(old, isVouched: true, in: before.pool) == .oldEpoch(last: 9))
        let after = RemotePool(key: key, after: before.client.status(of: before.pool)?.epoch)
        #expect(after.client.follow(old, isVouched: true, in: after.pool) == .oldEpoch(last: 9))
        #expect(after.active == 0)
    }

    /// One service can say the greatest epoch that there is: the operators' own go on.
    @Test func anAnswersEpochLocksNoOperatorOut() async {
        let remote = RemotePool(header: "X-Switch") { name, _ in
            .answer(200, headers: ["X-Switch": "pool=main;to=0;epoch=\(name == "a" ? UInt64.max : 1)"])
        }
        await remote.send()
        #expect(remote.directives.last == RemotePool.Told(epoch: .max, refusal: nil))
        #expect(remote.client.follow("pool=main;to=1;epoch=7", isVouched: true, in: remote.pool) == nil)
        #expect(remote.active == 1)
        #expect(remote.client.follow("pool=main;to=2;epoch=7", isVouched: true, in: remote.pool) == .oldEpoch(last: 7))
    }

    /// What an operator has said is not taken back by an answer with an older epoch.
    @Test func anAnswerIsOlderThanWhatAnOperatorSaid() async {
        let remote = RemotePool(header: "X-Switch") { _, _ in .answer(200, headers: ["X-Switch": "pool=main;to=0;epoch=5"]) }
        #expect(remote.client.follow("pool=main;to=1;epoch=7", isVouched: true, in: remote.pool) == nil)
        await remote.send()
        #expect(remote.active == 1 && remote.directives.last == RemotePool.Told(epoch: 5, refusal: .oldEpoch(last: 7)))
    }
}
