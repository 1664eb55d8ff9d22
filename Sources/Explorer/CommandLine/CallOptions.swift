// How `run` sends its requests: the goal of the group, a second copy of slow requests, priority and deadline.

import ArgumentParser
import Catalog
import NetLayer

struct CallOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a group is over. all: when every request has ended; fail-fast: at the first failure; first: at the first success; quorum:N: after N successes. The rest is cancelled.",
            valueName: "mode"),
        transform: { try Self.read($0, GroupMode.init(word:), GroupMode.wordHint) })
    var mode: GroupMode?

    @Option(
        help: ArgumentHelp(
            "Send a second copy of a slow request, to another service where there is one: after this time (200ms), or p95. Only of methods that may be repeated.",
            valueName: "time"),
        transform: { try Self.read($0, HedgePolicy.init(word:), HedgePolicy.wordHint) })
    var hedge: HedgePolicy?

    @Option(
        help: ArgumentHelp("The order among requests that wait for a slot: low, normal or high.", valueName: "priority"),
        transform: { try Self.read($0, CallPriority.init(word:), "write low, normal or high") })
    var priority: CallPriority?

    @Option(
        help: ArgumentHelp(
            "The limit for each request, with its retries and its time in the queue: 10s, 500ms.", valueName: "time"),
        transform: { try Self.read($0, DeadlineText.parse, DeadlineText.hint) })
    var deadline: Duration?

    /// The policies of requests that do not have their own.
    var policies: CallPolicies {
        var policies = CallPolicies(hedge: hedge, deadline: deadline)
        policies.priority = priority
        return policies
    }

    /// Reads an option's text.
    static func read<Value>(_ text: String, _ parse: (String) -> Value?, _ hint: String) throws -> Value {
        guard let value = parse(text) else { throw ValidationError("'\(text)' cannot be used: \(hint).") }
        return value
    }
}
