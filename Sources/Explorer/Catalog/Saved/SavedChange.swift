// The user's changes of a workspace's saved requests, as values.

/// A change of an API's saved requests.
public enum SavedChange: Sendable, Hashable {
    /// Writes the request under its name, and replaces a request of that name. Equal parts, expectations and
    /// captures of the old one stay as written.
    case put(WorkspaceRequest)
    /// Removes the request.
    case remove(String)
    /// Gives the request another name or folder. Chains and groups that name it follow.
    case move(String, to: String)
    /// Copies the request under another name.
    case copy(String, to: String)
}
