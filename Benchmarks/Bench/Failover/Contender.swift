// The policies that the simulation compares, with the rules of established systems as far as
// NetLayer can express them.

import NetLayer

/// A failover policy.
struct Contender: Sendable {
    let name: String
    let options: FailoverOptions

    static let standard = Contender(name: "breaker (default)", options: FailoverOptions())
    static let checked = Contender(name: "breaker, health check", options: with(FailoverOptions()) { $0.health = health })
    static let slowCalls = Contender(name: "breaker, slow call 1 s", options: FailoverOptions(policy: .breaker(slowRule)))

    static let all = [
        Contender(name: "classic", options: .classic),
        // The intent of the classic rule, over the whole run.
        Contender(
            name: "classic, at least a tenth",
            options: with(.classic) { $0.policy = .errorRate(minimum: 40, percent: 10, span: .run, codes: .classic) }),
        Contender(name: "10 % of the last 40", options: FailoverOptions(policy: .errorRate(span: .last(40)))),
        Contender(name: "5 in a row", options: FailoverOptions(policy: .consecutive(5))),
        // max_fails=1 fail_timeout=10s: always the same 10 s, and then a user's request is the trial.
        Contender(
            name: "as nginx: 1 in 10 s",
            options: with(FailoverOptions(policy: .consecutive(1))) {
                $0.timing.open = .seconds(10)
                $0.timing.openMax = .seconds(10)
                $0.timing.rise = 1
                $0.failback = .automatic(minDwell: .zero)
            }),
        // FailureRatio 0.1, MinimumThroughput 100, SamplingDuration 30 s, BreakDuration 5 s; one trial.
        Contender(
            name: "as Polly: 10 % of 100 in 30 s",
            options: with(FailoverOptions(policy: .errorRate(minimum: 100, percent: 10, span: .time(.seconds(30))))) {
                $0.timing.openMax = $0.timing.open
                $0.timing.rise = 1
                $0.failback = .automatic(minDwell: .zero)
            }),
        standard, checked, slowCalls,
    ]

    private static var health: HealthCheck {
        var health = HealthCheck(path: "/health")
        health.interval = .seconds(5)
        return health
    }

    private static var slowRule: BreakerRule {
        var rule = BreakerRule.standard
        rule.slowCall = .seconds(1)
        return rule
    }

    private static func with(_ options: FailoverOptions, _ change: (inout FailoverOptions) -> Void) -> FailoverOptions {
        var options = options
        change(&options)
        return options
    }
}

/// The treatment of a request that fails.
enum RetryMode: String, CaseIterable, Sendable {
    /// Sent once; only a trial request to a broken service is repeated, as always.
    case once = "sent once"
    /// A request that waits for a service that breaks moves to another one.
    case redispatch = "redispatch"
    /// As before; also a failed request goes to an untried service, at once and within the budget.
    case retry = "retry"
}
