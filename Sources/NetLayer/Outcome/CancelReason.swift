// Every cancellation has a reason.

/// Why a task was ended before its response.
public enum CancelReason: String, Sendable, Hashable, CaseIterable {
    /// A person, or the code that holds the handle.
    case user
    /// Its group or chain ended: it was cancelled, passed its deadline, or needed this member no more.
    case group
    /// Its caller is gone: the Swift task that waited for it was cancelled, its stream was dropped, its
    /// ``RequestScope`` or ``RequestOwner`` ended, or code of the caller threw `CancellationError`.
    case scope
    /// A hook or a response policy ended it quietly: it is never shown as a failure.
    case hook
    /// A newer task took its place: an equal call (``DuplicatePolicy/cancelOldest``), or
    /// another load of its ``Pager``.
    case superseded
    /// The other copy of the request got the first response. A reason for exchanges only, never for tasks.
    case hedge
    /// Its service broke while it waited, and it went to another one. A reason for
    /// exchanges only, never for tasks.
    case redispatch
    /// An earlier step of its series failed: it was never sent.
    case skipped
    /// The program quits.
    case quit

    /// Completes "cancelled …" for users: `by user`.
    public var words: String {
        switch self {
        case .user: "by user"
        case .group: "with its group"
        case .scope: "because its caller stopped waiting"
        case .hook: "by a hook"
        case .superseded: "by a newer one"
        case .hedge: "by the other copy"
        case .redispatch: "because its service went down"
        case .skipped: "because an earlier step failed"
        case .quit: "by quitting"
        }
    }

    /// The reason with which the members end when a group or chain is cancelled for this reason.
    var ofMembers: CancelReason { self == .quit ? .quit : .group }
}
