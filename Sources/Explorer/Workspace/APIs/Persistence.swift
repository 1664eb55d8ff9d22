// The parts of an API that the history must not store: all of it, some environments, some endpoints.

import Catalog
import NetLayer

/// Whether the history stores requests. It stores all, except those that the workspace excludes.
public struct Persistence: Sendable, Hashable {
    /// `false` excludes all requests.
    public var isOn = true
    /// The names of excluded environments.
    public var silentEnvironments: Set<String> = []
    /// Excluded endpoints and saved requests: by id, `METHOD PATH`, path or name.
    public var silentEndpoints: Set<String> = []

    /// Excludes nothing.
    public init() {}

    /// Whether the history may store a request.
    public func allows(_ plan: RequestPlan, in environment: Environment) -> Bool {
        guard isOn, !silentEnvironments.contains(environment.rawValue) else { return false }
        return ![plan.id, plan.title, "\(plan.method) \(plan.path)", plan.path].contains(where: silentEndpoints.contains)
    }

    /// Names without an endpoint or a saved request.
    public func unknown(in endpoints: [EndpointSummary], saved: [WorkspaceRequest]) -> [String] {
        var rules = EndpointRules<Bool>()
        for name in silentEndpoints.subtracting(saved.map(\.name)) { rules.endpoints[name] = false }
        return rules.unknown(in: endpoints)
    }
}

/// Reads `persist:`.
enum PersistReader {
    static let options = ["environments", "endpoints"]

    /// - Parameter environments: the environments of the API.
    static func readPersistence(_ node: ConfigNode, environments: [Environment]) -> Persistence {
        var persistence = Persistence()
        guard node.node.kind == .object else {
            persistence.isOn = node.readFlag() ?? true
            return persistence
        }
        let options = node.options(Self.options)
        if options.isEmpty {
            node.complain("persist is empty", "write 'persist: false', or 'endpoints: { login: false }' below it")
        }
        for entry in options["environments"]?.entries("'release: false'") ?? [] {
            guard environments.contains(where: { $0.rawValue == entry.name }) else {
                let known = environments.map(\.rawValue).joined(separator: ", ")
                entry.complain("'\(entry.name)' is not a environment", "there are \(known)")
                continue
            }
            if entry.readFlag() == false { persistence.silentEnvironments.insert(entry.name) }
        }
        for entry in options["endpoints"]?.entries("'login: false'") ?? [] where entry.readFlag() == false {
            persistence.silentEndpoints.insert(entry.name)
        }
        return persistence
    }
}
