// Why a call waits, is sent again, or ends the way it does. Every decision of the engine has a reason,
// for rows, events and logs.

/// A decision about a task, and its reason.
public enum Decision: Sendable, Hashable, CustomStringConvertible {
    /// It waits, because the requests in flight to its host reached the limit.
    case waitsForHost(String, limit: Int)
    /// It waits, because all requests in flight together reached the limit.
    case waitsForTotal(limit: Int)
    /// It waits behind older requests to its host.
    case waitsInLine(String)
    /// A member of a group waits until other members have ended.
    case waitsForTurn(limit: Int)
    /// It is retried.
    case retries(attempt: Int, because: String)
    /// It follows a redirect.
    case redirects(status: Int)
    /// It shares the work of another task.
    case joins(TaskID)
    /// A task that does the same takes its place.
    case superseded(by: TaskID)
    /// It is refused, because a task that does the same is running.
    case refused(for: TaskID)
    /// It was cancelled, for this reason.
    case cancelled(CancelReason)
    /// A hook ends it quietly: as cancelled, which is never shown as a failure.
    case skipped(hook: String)
    /// A response policy ends it quietly: as cancelled, which is never shown as a failure.
    case stopped(policy: String)
    /// A hook or a policy changed its outcome.
    case changed(by: String, to: String)
    /// Nothing is sent, because there is no network.
    case offline
    /// It is not retried, although a retry could have another outcome.
    case notTriedAgain(because: String)
    /// A second copy of its request is sent, because the first one is slow.
    case hedges(attempt: Int, service: String)
    /// It moves to another service at once: its service broke while it waited, or failed its trial.
    case leaves(service: String, because: String)
    /// The second copy is not sent.
    case notHedged(because: String)
    /// What the cache found or did for the task.
    case cache(CacheNote)
    /// It waits until that task has refreshed the login.
    case waitsForRefresh(TaskID, because: String)
    /// It is sent once more, with the credential that the given task obtained. The task
    /// is `nil` when it is unknown.
    case replays(by: TaskID?, because: String)
    /// It is sent without these secrets, because they do not belong to the target origin.
    case withholds(String, from: String)

    /// One line for people, without a line break.
    public var description: String {
        switch self {
        case .waitsForHost(let host, let limit):
            "waits: \(limit) requests to \(host) are in flight, which is the limit for a host"
        case .waitsForTotal(let limit): "waits: \(limit) requests are in flight, which is the limit"
        case .waitsInLine(let host): "waits behind older requests to \(host)"
        case .waitsForTurn(let limit): "waits for its turn: \(limit) of its group run, which is the limit"
        case .retries(let attempt, let reason): "attempt \(attempt) follows: \(reason)"
        case .redirects(let status): "follows the redirect of a \(status)"
        case .joins(let other): "joined \(other), an equal request"
        case .superseded(let other): "superseded by \(other), an equal request"
        case .refused(let other): "refused: \(other) is an equal request"
        case .cancelled(let reason): "cancelled \(reason.words)"
        case .skipped(let hook): "skipped by the hook \(hook)"
        case .stopped(let policy): "stopped by the response policy \(policy)"
        case .changed(let who, let outcome): "\(who) made it \(outcome)"
        case .offline: "not sent: there is no network"
        case .notTriedAgain(let reason): "not tried again: \(reason)"
        case .hedges(let attempt, let service):
            "no response yet: attempt \(attempt) starts beside it" + (service.isEmpty ? "" : ", to \(service)")
        case .leaves(let service, let reason): "leaves \(service): \(reason)"
        case .notHedged(let reason): "no second copy is sent: \(reason)"
        case .cache(let note): note.description
        case .waitsForRefresh(let task, let reason): "\(reason): waits for #\(task), which refreshes the login"
        case .replays(let task?, let reason): "\(reason): login refreshed by #\(task), sent again"
        case .replays(nil, let reason): "\(reason): a newer credential is available, sent again"
        case .withholds(let what, let origin): "sent without \(what): not meant for \(origin)"
        }
    }
}

/// A decision of a task, with its number and time.
public struct DecisionRecord: Sendable, Hashable {
    /// The limit of decisions in a row.
    public static let limit = 32

    /// ``NetEvent/seq`` of the event that reported the decision.
    public let seq: UInt64
    /// Time since the client's start.
    public let time: Duration
    /// The decision, with its reason.
    public let decision: Decision
}
