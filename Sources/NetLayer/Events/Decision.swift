// Why a call waits, goes again, or ends as it does: every decision of the engine has its reason, for rows, events and logs.

/// What was decided about a task, and why.
public enum Decision: Sendable, Hashable, CustomStringConvertible {
    /// It waits, because so many requests to its host are in the air.
    case waitsForHost(String, limit: Int)
    /// It waits, because so many requests are in the air in all.
    case waitsForTotal(limit: Int)
    /// It waits behind older requests to its host.
    case waitsInLine(String)
    /// A member of a group waits until others of it have ended.
    case waitsForTurn(limit: Int)
    /// It is tried again.
    case retries(attempt: Int, because: String)
    /// It follows a redirect.
    case redirects(status: Int)
    /// It shares the work of another task.
    case joins(TaskID)
    /// Another task that is like it takes its place.
    case superseded(by: TaskID)
    /// It is refused, because a task that is like it is under way.
    case refused(for: TaskID)
    /// Somebody ended it.
    case cancelled(CancelReason)
    /// A hook wants it to end unheard.
    case skipped(hook: String)
    /// A response policy wants it to end unheard.
    case stopped(policy: String)
    /// A hook or a policy made something else of its outcome.
    case changed(by: String, to: String)
    /// Nothing is sent while there is no network.
    case offline
    /// It is not tried again although the next outcome might be another.
    case notTriedAgain(because: String)
    /// A second copy of its request goes out, because the first takes long.
    case hedges(attempt: Int, service: String)
    /// It goes to another service at once: its own broke while it waited, or failed to heal.
    case leaves(service: String, because: String)
    /// The second copy is left out.
    case notHedged(because: String)
    /// What the cache found or did for it.
    case cache(CacheNote)
    /// It waits until a login has been refreshed by that task.
    case waitsForRefresh(TaskID, because: String)
    /// It is sent once more, with the credential that came of that task, if that is known.
    case replays(by: TaskID?, because: String)
    /// It goes without these secrets, which are not for the origin that it goes to.
    case withholds(String, from: String)

    /// For people: one line without its end.
    public var description: String {
        switch self {
        case .waitsForHost(let host, let limit):
            "waits: \(limit) requests to \(host) are in the air, which is the limit for a host"
        case .waitsForTotal(let limit): "waits: \(limit) requests are in the air, which is the limit"
        case .waitsInLine(let host): "waits behind older requests to \(host)"
        case .waitsForTurn(let limit): "waits for its turn: \(limit) of its group run, which is the limit"
        case .retries(let attempt, let reason): "attempt \(attempt) follows: \(reason)"
        case .redirects(let status): "follows the redirect of a \(status)"
        case .joins(let other): "joined \(other), which asks the same"
        case .superseded(let other): "superseded by \(other), which asks the same"
        case .refused(let other): "refused: \(other) asks the same"
        case .cancelled(let reason): "cancelled by \(reason.rawValue)"
        case .skipped(let hook): "skipped by the hook \(hook)"
        case .stopped(let policy): "stopped by the response policy \(policy)"
        case .changed(let who, let outcome): "\(who) made it \(outcome)"
        case .offline: "not sent: there is no network"
        case .notTriedAgain(let reason): "not tried again: \(reason)"
        case .hedges(let attempt, let service):
            "no answer yet: attempt \(attempt) goes out besides" + (service.isEmpty ? "" : ", to \(service)")
        case .leaves(let service, let reason): "leaves \(service): \(reason)"
        case .notHedged(let reason): "no second copy goes out: \(reason)"
        case .cache(let note): note.description
        case .waitsForRefresh(let task, let reason): "\(reason): waits for #\(task), which refreshes the login"
        case .replays(let task?, let reason): "\(reason): login refreshed by #\(task), sent again"
        case .replays(nil, let reason): "\(reason): the credential is a newer one by now, sent again"
        case .withholds(let what, let origin): "sent without \(what): not meant for \(origin)"
        }
    }
}

/// A decision in a task's life.
public struct DecisionRecord: Sendable, Hashable {
    /// How many of them a row keeps.
    public static let limit = 32

    /// ``NetEvent/seq`` of the event that told it.
    public let seq: UInt64
    /// Since the client's start.
    public let time: Duration
    /// What was decided, and why.
    public let decision: Decision
}
