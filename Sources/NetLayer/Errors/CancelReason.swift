// Who ended a task: a cancel always says so.

/// Who ended a task before its answer.
public enum CancelReason: String, Sendable, Hashable, CaseIterable {
    /// A person, or the code that holds the handle.
    case user
    /// Its group was cancelled.
    case group
    /// The Swift task or scope that it belonged to ended.
    case scope
    /// A hook or a response policy said that nobody is to hear of it (CT-P3, CT-S6, YB-4).
    case hook
    /// A newer one took its place: a call like it (``DuplicatePolicy/cancelOldest``), or another load of its ``Pager``.
    case superseded
    /// The other copy of the request answered first. Said of an exchange, never of a task.
    case hedge
    /// Its service broke while it waited: it went to another one. Said of an exchange, never of a task.
    case redispatch
    /// A step of its series that comes before it has failed: it was never sent.
    case skipped
    /// The program is leaving.
    case quit

    /// Why the members of a group or chain end that was cancelled for this reason.
    var ofMembers: CancelReason { self == .quit ? .quit : .group }
}
