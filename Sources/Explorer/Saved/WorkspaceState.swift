// What the model knows of the user's workspace, what it asks of whoever writes it, and what it is told.

import Catalog
import NetLayer

/// The workspace as the screen has it.
struct WorkspaceState: Sendable {
    var work: WorkspaceWork
    /// What answers have brought; it wins over what is written.
    var captured: [String: FieldValue] = [:]
    /// What was brought for what is going to be sent.
    var brought = BroughtValues()
    /// What was answered last, where it is no secret.
    var lastAnswers: [String: String] = [:]
    /// What waits for values.
    var waiting: WaitingDeed?
    /// Saved requests that run one after another, by number.
    var runs: [Int: SavedRun] = [:]
    var nextRun = 1
    /// Saved requests that are in the air.
    var sent: [Ticket: SentRequest] = [:]
}

/// Saved requests that run one after another.
struct SavedRun: Sendable {
    /// What was asked for.
    var name: String
    var steps: [WorkspaceRequest]
    /// How many have been sent.
    var count = 0
    /// What was brought for all of them.
    var brought: BroughtValues
}

/// A saved request in the air, and of which run it is a step.
struct SentRequest: Sendable {
    var request: WorkspaceRequest
    var run: Int?
}

/// What is asked of the workspace.
public enum WorkspaceOrder: Sendable, Equatable {
    case change(SavedChange)
    /// Take back the last change.
    case undo
    /// Bring these from outside.
    case lookUp(Set<OutsideReference>)
    /// Hold the answer of a task against what is expected of it.
    case judge(JudgedAnswer)
}

/// An answer, all but its body, and the saved request that it is for.
public struct JudgedAnswer: Sendable, Hashable {
    public let ticket: Ticket
    public let task: TaskID
    public let request: WorkspaceRequest
    public let head: ResponseHead
    public let elapsed: Duration
    public let variables: VariableScopes
    public let captured: [String: FieldValue]
}

/// What the workspace has to say.
public enum WorkspaceNews: Sendable {
    /// It is written, and this is what it has now.
    /// - Parameters:
    ///   - change: `nil` where the last one was taken back.
    ///   - note: what to know besides; empty for nothing.
    case changed(WorkspaceWork, SavedChange?, note: String)
    /// Nothing was written, or brought, and why.
    case refused(String)
    case lookedUp([OutsideReference: Secret])
    case judged(Ticket, AnswerVerdict)
}
