// The variables of a collection by environment, shared by all of its requests.

import RequestFiles

/// The values of variables, apart from those of a single request.
struct CollectionVariables: Sendable, Hashable {
    /// The variables of every environment.
    var common: [CollectionField]
    var environments: [CollectionEnvironment]
    /// The variables of the folders around a request, the outermost folder first.
    var folders: [CollectionField] = []

    /// - Parameter environment: its name; with `nil`, or an unknown name, no environment's variables apply.
    func scope(in environment: String?) -> VariableScope {
        var scope = VariableScope()
        scope.add(common)
        if let own = environments.first(where: { $0.name == environment }) { scope.add(own.variables) }
        scope.add(folders)
        return scope
    }

    /// The names that have a value in every environment.
    var everywhere: Set<String> {
        var names = Set((common + folders).filter { !$0.isDisabled }.map(\.name))
        let own = environments.map { Set($0.variables.filter { !$0.isDisabled }.map(\.name)) }
        if let first = own.first { names.formUnion(own.dropFirst().reduce(first) { $0.intersection($1) }) }
        return names
    }

    func isSecret(_ name: String) -> Bool { fields(of: name).contains(where: \.isSecret) }

    private func fields(of name: String) -> [CollectionField] {
        (common + environments.flatMap(\.variables) + folders).filter { $0.name == name }
    }
}
