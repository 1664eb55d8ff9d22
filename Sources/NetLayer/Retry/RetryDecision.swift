// What follows a failed attempt, with the reason in words.

enum RetryDecision: Sendable, Equatable, CustomStringConvertible {
    case retry(RetryNotice)
    case stop(RetryRefusal)

    var description: String {
        switch self {
        case .retry(let notice): "\(notice.reason), try \(notice.attempt) of \(notice.limit)"
        case .stop(let refusal): refusal.description
        }
    }
}
