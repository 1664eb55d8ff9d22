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
    /// The server forbids it.
    case pushedBack
    case askedTooLong(until: String, cap: Duration)
    case deadline(Duration)
    case budgetEmpty

    var description: String {
        switch self {
        case .notTransient: "another try would bring the same"
        case .attemptsSpent(let limit): limit == 1 ? "only one try is allowed" : "all \(limit) tries are spent"
        case .noOtherService: "there is no other service to try"
        case .servicesSpent(let limit): limit == 1 ? "a call tries one service only" : "a call tries \(limit) services only"
        case .notIdempotent(let method): "\(method) is not idempotent"
        case .committed: "the head of the answer was handed out already"
        case .bodyOneShot: "the body can be sent once only"
        case .pushedBack: "the server says not to try again"
        case .askedTooLong(let date, let cap): "the server asks to wait until \(date), longer than \(cap)"
        case .deadline(let limit): "the deadline of \(limit) leaves no time"
        case .budgetEmpty: "the retry budget is empty"
        }
    }
}
