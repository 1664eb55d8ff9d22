// The policies that are held against each other, with the rules of trusted systems as far as NetLayer can express them.

import NetLayer

/// A way to fail over.
struct Contender: Sendable {
    let name: String
    let options: FailoverOptions

    static let standard = Contender(name: "breaker (default)", options: FailoverOptions())
    static let checked = Contender(name: "breaker, health check", options: with(FailoverOptions()) { $0.health = health })
    static let slowCalls = Contender(name: "breaker, slow call 1 s", options: FailoverOptions(policy: .breaker(slowRule)))

    static let all = [
        Contender(name: "classic", options: .classic),
        // What the rule was meant to be, over the whole run.
        Contender(
            name: "classic, at least a tenth",
            options: with(.classic) { $0.policy = .errorRate(minimum: 40, percent: 10, span: .run, codes: .classic) }),
        Contender(name: "10 % of the last 40", options: FailoverOptions(policy: .errorRate(span: .last(40)))),
        Contender(name: "5 in a row", options: FailoverOptions(policy: .consecutive(5))),
        // max_fails=1 fail_timeout=10s: the same 10 s each time, and a user's request finds out.
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

/// What is done for a request that fails.
enum Care: String, CaseIterable, Sendable {
    /// Sent once; only a request that tried a broken service is sent again, as always.
    case once = "sent once"
    /// One that waits on a service that breaks leaves it.
    case redispatch = "redispatch"
    /// That, and a failed one goes to a service not tried, at once and within the budget.
    case retry = "retry"
}
