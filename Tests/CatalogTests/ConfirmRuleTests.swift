// The one rule by which a person is asked before a request that may change something.

import NetLayer
import Testing

@testable import Catalog

@Suite struct ConfirmRuleTests {
    private static let typed = SendCause.form(SentValues(typed: 1))
    private static let offered = SendCause.form(SentValues(typed: 1, offered: ["id (example)"]))
    private static let untouched = SendCause.form(SentValues(typed: 0))
    private static let twice = SendCause.form(SentValues(typed: 1, wasSent: true))

    /// Who is asked under `unsafe`, `always` and `never`.
    @Test(arguments: [
        (typed, [false, true, false]), (offered, [true, true, false]), (untouched, [true, true, false]),
        (twice, [true, true, false]), (.elsewhere, [true, true, false]), (.again, [true, true, false]),
        (.watch(every: "5s"), [true, true, false]), (.run, [true, true, false]), (.verify, [true, true, false]),
        (.confirmed, [false, false, false]),
    ])
    func whoIsAsked(_ cause: SendCause, _ expected: [Bool]) {
        let rules: [ConfirmRule] = [.unsafe, .always, .never]
        for method in [HTTPMethod.post, .put, .patch, .delete, "PURGE", "get"] {
            #expect(rules.map { $0.reason(toAskBefore: method, sentBy: cause) != nil } == expected, "\(method)")
        }
        for method in [HTTPMethod.get, .head, .options, .trace, .query] {
            #expect(rules.allSatisfy { $0.reason(toAskBefore: method, sentBy: cause) == nil }, "\(method)")
        }
    }

    @Test func theReasonNamesWhatNobodyHasTyped() {
        let names = ["a (example)", "b (default)", "c (from a link)", "d (example)", "e (example)"]
        let reason = ConfirmRule.unsafe.reason(
            toAskBefore: .delete, sentBy: .form(SentValues(typed: 0, offered: names)))
        #expect(reason == "You have not typed a (example), b (default), c (from a link) and 2 more.")
    }

    @Test(arguments: [
        (ConfirmRule.unsafe, ConfirmRule?.none, ConfirmRule.unsafe), (.never, .always, .always), (.unsafe, .never, .never),
        (.always, .never, .always), (.never, nil, .never),
    ])
    func theEnvironmentCountsUnlessTheUserWantsToBeAsked(_ setting: ConfirmRule, _ own: ConfirmRule?, _ expected: ConfirmRule) {
        #expect(ConfirmRule.effectiveRule(setting: setting, environment: own) == expected)
    }
}
