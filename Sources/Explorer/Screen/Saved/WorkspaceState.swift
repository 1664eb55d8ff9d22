// The model's state of the user's workspace, its orders for the workspace, and the events that come back.

import Catalog
import NetLayer

/// The screen's state of the workspace.
struct WorkspaceState: Sendable {
    var work: WorkspaceWork
    /// Values captured from responses, by environment; they override written values.
    var captured: [String: [String: FieldValue]] = [:]
    /// The values that were resolved for the next request.
    var brought = BroughtValues()
    /// The last answers of the user that are not secret.
    var lastAnswers: [String: String] = [:]
    /// The action that waits for values.
    var waiting: WaitingDeed?
    /// The number of the last lookup; the values of an earlier one are dropped.
    var lookup = 0
    /// Runs that have not ended, by number.
    var runs: [Int: SavedRun] = [:]
    var nextRun = 1
    /// Saved requests in flight.
    var sent: [TaskID: SentRequest] = [:]
}

/// A saved request in flight, and the step of a run that it is.
struct SentRequest: Sendable {
    var request: WorkspaceRequest
    var step: RunStep?
    /// The values that it was sent with.
    var brought: BroughtValues
    var environment: String
    /// Facts about the response, once it has arrived, besides its expectations.
    var facts = Facts()

    struct Facts: Sendable {
        var status = 0
        var bytes = 0
        var elapsed = Duration.zero
    }
}

/// Orders for the workspace.
public enum WorkspaceOrder: Sendable, Equatable {
    case change(SavedChange)
    /// Takes back the last change.
    case undo
    /// Resolves these external values; the reply has the same number.
    case lookUp(Set<ExternalReference>, number: Int)
    /// Checks the response of a task against its expectations.
    case judge(JudgedAnswer)
}

/// A response without its body, and the saved request that it belongs to.
public struct JudgedAnswer: Sendable, Hashable {
    public let task: TaskID
    public let request: WorkspaceRequest
    public let head: ResponseHead
    public let elapsed: Duration
    /// The values that the request was sent with.
    public let expansion: VariableExpansion
    /// How the body reports success and failure.
    public var business: BusinessCode?
    /// How to hold it against its description; `nil` where the request does not expect that.
    public var contract: ContractQuestion?
    /// The requests that were sent for it: the response may echo the secrets that they carry.
    public let sent: [WireRequest]
}

/// How the workspace has changed.
public enum WorkspaceStep: Sendable, Equatable {
    case made(SavedChange)
    /// The last change was taken back.
    case takenBack(SavedChange)
}

/// Events of the workspace.
public enum WorkspaceNews: Sendable {
    /// The change is written, and this is the new content.
    /// - Parameter note: what the user should know besides; empty for nothing.
    case changed(WorkspaceWork, WorkspaceStep, note: String)
    /// Nothing was written, with the reason.
    case refused(String)
    /// The last change was not taken back, with the reason.
    case notUndone(String)
    case lookedUp([ExternalReference: Secret], number: Int)
    /// The values cannot be resolved, with the reason.
    case notLookedUp(String, number: Int)
    case judged(TaskID, ResponseVerdict)
}
