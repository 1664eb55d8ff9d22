// What somebody changes in the saved requests of a workspace, as a value.

/// A change of what an API has saved.
public enum SavedChange: Sendable, Hashable {
    /// The request is written under its name, in the place of one that has it already. What the old one says of parts that are the same, what it
    /// expects and what it captures stay as they are written.
    case put(WorkspaceRequest)
    /// It goes.
    case remove(String)
    /// It gets another name, or another folder; chains and groups that name it follow.
    case move(String, to: String)
    /// It stands there a second time, under another name.
    case copy(String, to: String)
}
