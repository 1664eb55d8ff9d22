import Testing

@testable import NetLayer

/// What holds when nobody says otherwise, as the doc comments have it.
struct DefaultsTests {
    @Test func timesAndLimits() {
        #expect(Timeouts() == Timeouts(connect: .seconds(10), idle: nil, total: .seconds(60)))
        let limits = ResponseLimits()
        #expect([limits.headers, limits.body, limits.decodedBody, limits.redirects] == [262_144, 268_435_456, 268_435_456, 10])
        let dispatch = DispatchLimits()
        #expect([dispatch.total, dispatch.perHost] == [64, 16])
    }

    @Test func retries() {
        let policy = RetryPolicy.standard
        #expect(policy.attempts == 3 && policy.base == .milliseconds(100) && policy.cap == .seconds(2))
        #expect(policy.retryAfterCap == .seconds(30) && policy.statuses == [408, 429, 500, 502, 503, 504])
        #expect(RetryPolicy.never.attempts == 1)
    }

    @Test func failover() {
        let (rule, timing, options) = (BreakerRule.standard, BreakerTiming(), FailoverOptions())
        #expect(rule.consecutive == 5 && rule.percent == 50 && rule.minimum == 10 && rule.window == .seconds(30))
        #expect(rule.slowCall == nil && rule.slowPercent == 100)
        #expect(timing.open == .seconds(5) && timing.openMax == .seconds(60) && timing.rise == 3)
        #expect(timing.trialInterval == .seconds(2) && timing.healthyInterval == .seconds(60))
        #expect(options.policy == .breaker(.standard) && options.failback == .automatic(minDwell: .seconds(10), canary: nil))
        #expect(options.inFlight == .redispatchIdempotent && options.enforce == 100 && options.health == nil)
        #expect(options.flapLimit == 6 && options.flapWindow == .seconds(60) && options.directiveFall == 3)
    }
}
