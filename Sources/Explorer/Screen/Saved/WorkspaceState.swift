// What the model knows of the user's workspace, what it asks of whoever writes it, and what it is told.

import Catalog
import NetLayer

/// The workspace as the screen has it.
struct WorkspaceState: Sendable {
    var work: WorkspaceWork
    /// What answers of each environment have brought; it wins over what is written.
    var captured: [String: [String: FieldValue]] = [:]
    /// What was brought for what is going to be sent.
    var brought = BroughtValues()
    /// What was answered last, where it is no secret.
    var lastAnswers: [String: String] = [:]
    /// What waits for values.
    var waiting: WaitingDeed?
    /// The number of the last lookup: what an earlier one brings is for nobody.
    var lookup = 0
    /// Runs that have not ended, by number.
    var runs: [Int: SavedRun] = [:]
    var nextRun = 1
    /// Saved requests that are in the air.
    var sent: [TaskID: SentRequest] = [:]
}

/// A saved request in the air, and of which run it is a step.
struct SentRequest: Sendable {
    var request: WorkspaceRequest
    var step: RunStep?
    /// With which values it was sent.
    var brought: BroughtValues
    var environment: String
    /// What is known of the answer, once it is there, besides what is expected of it.
    var facts = Facts()

    struct Facts: Sendable {
        var status = 0
        var bytes = 0
        var elapsed = Duration.zero
    }
}

/// What is asked of the workspace.
public enum WorkspaceOrder: Sendable, Equatable {
    case change(SavedChange)
    /// Take back the last change.
    case undo
    /// Bring these from outside; the answer has the same number.
    case lookUp(Set<ExternalReference>, number: Int)
    /// Hold the answer of a task against what is expected of it.
    case judge(JudgedAnswer)
}

/// An answer, all but its body, and the saved request that it is for.
public struct JudgedAnswer: Sendable, Hashable {
    public let task: TaskID
    public let request: WorkspaceRequest
    public let head: ResponseHead
    public let elapsed: Duration
    /// What it was sent with.
    public let expansion: VariableExpansion
    /// How the body says success and failure.
    public var business: BusinessCode?
    /// The requests that have gone out for it: the answer may echo what they carry in secret.
    public let sent: [WireRequest]
}

/// How a workspace has become another.
public enum WorkspaceStep: Sendable, Equatable {
    case made(SavedChange)
    /// It was the last one.
    case takenBack(SavedChange)
}

/// What the workspace has to say.
public enum WorkspaceNews: Sendable {
    /// It is written, and this is what it has now.
    /// - Parameter note: what to know besides; empty for nothing.
    case changed(WorkspaceWork, WorkspaceStep, note: String)
    /// Nothing was written, and why.
    case refused(String)
    case lookedUp([ExternalReference: Secret], number: Int)
    /// They cannot be brought, and why.
    case notLookedUp(String, number: Int)
    case judged(TaskID, ResponseVerdict)
}
