// What a workspace adds to the description of an API: saved requests, and the variables that texts may name.

/// Saved requests, chains and groups, and what their variables stand for in each environment.
public struct WorkspaceWork: Sendable, Hashable {
    /// Requests, chains and groups.
    public var saved: SavedWork
    private let usual: VariableScopes
    private let ofEnvironments: [String: VariableScopes]

    /// - Parameters:
    ///   - saved: requests, chains and groups.
    ///   - variables: what they stand for where nothing else is said.
    ///   - ofEnvironments: what they stand for in each environment, by its name.
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
