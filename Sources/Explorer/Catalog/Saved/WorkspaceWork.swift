// The workspace's additions to an API's description: saved requests, and the variables that texts may name.

/// Saved requests, chains and groups, and the values of their variables in each environment.
public struct WorkspaceWork: Sendable, Hashable {
    /// Requests, chains and groups.
    public var saved: SavedWork
    private let usual: VariableScopes
    private let ofEnvironments: [String: VariableScopes]

    /// - Parameters:
    ///   - saved: requests, chains and groups.
    ///   - variables: the values in environments without variables of their own.
    ///   - ofEnvironments: the values in each environment, by its name.
    public init(
        saved: SavedWork = SavedWork(), variables: VariableScopes = VariableScopes(),
        ofEnvironments: [String: VariableScopes] = [:]
    ) {
        self.saved = saved
        usual = variables
        self.ofEnvironments = ofEnvironments
    }

    /// The variables of an environment.
    public func variables(in environment: String) -> VariableScopes { ofEnvironments[environment] ?? usual }
}
