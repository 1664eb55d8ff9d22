// Every reason against another attempt.

/// Why there is no other attempt. The cases are in the order of the checks.
enum RetryRefusal: Sendable, Equatable, CustomStringConvertible {
    /// Another attempt would have the same outcome.
    case notTransient
    case attemptsSpent(Int)
    /// The call has tried every service that it may try.
    case noOtherService
    /// The pool's options allow no further service.
    case servicesSpent(Int)
    case notIdempotent(HTTPMethod)
    case committed
    case bodyOneShot
    case askedTooLong(until: String, cap: Duration)
    case deadline(Duration)
    case budgetEmpty

    var description: String {
        switch self {
        case .notTransient: "another try would fail the same way"
        case .attemptsSpent(let limit): limit == 1 ? "retries are off" : "all \(limit) tries are used"
        case .noOtherService: "there is no other service to try"
        case .servicesSpent(let limit): limit == 1 ? "a call tries only one service" : "a call tries only \(limit) services"
        case .notIdempotent(let method): "\(method) is not idempotent"
        case .committed: "the head of the response was already delivered"
        case .bodyOneShot: "the body can be sent only once"
        case .askedTooLong(let date, let cap): "the server asks to wait until \(date), longer than \(cap)"
        case .deadline(let limit): "the deadline of \(limit) leaves no time"
        case .budgetEmpty: "the retry budget is empty"
        }
    }
}
