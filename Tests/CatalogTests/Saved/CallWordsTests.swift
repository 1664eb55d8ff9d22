// The words for how calls are sent, with their limits.

import Catalog
import NetLayer
import Testing

@Suite struct CallWordsTests {
    @Test(
        arguments: [
            ("never", .never), ("200ms", .after(.milliseconds(200))), ("1h", .after(.seconds(3_600))),
            ("p95", FailoverOptions().hedge),
        ] as [(String, HedgePolicy)])
    func aHedgeIsReadAndWritten(_ word: String, _ policy: HedgePolicy) {
        #expect(HedgePolicy(word: word) == policy)
        #expect(HedgePolicy(word: policy.word) == policy)
    }

    @Test(arguments: ["", "nevr", "0s", "61m", "p99", "200"]) func anotherHedgeIsNone(_ word: String) {
        #expect(HedgePolicy(word: word) == nil)
    }

    @Test func aDeadlineIsMoreThanZeroAndAtMostADay() {
        #expect(DeadlineText.parse("500ms") == .milliseconds(500) && DeadlineText.parse("24h") == .seconds(86_400))
        for text in ["0s", "24.1h", "soon", ""] { #expect(DeadlineText.parse(text) == nil) }
    }

    @Test func aQuorumNeedsAsManyMembers() {
        #expect(GroupMode.quorum(3).shortage(of: 3) == nil)
        #expect(GroupMode.quorum(3).shortage(of: 1) == "quorum:3 needs 3 requests, and there is only 1")
        #expect([GroupMode.firstSuccess, .collectAll, .failFast].allSatisfy { $0.shortage(of: 1) == nil })
    }
}
