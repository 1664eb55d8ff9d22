// What of an API the history must not keep: all of it, some environments, some endpoints.

import Catalog
import NetLayer

/// Whether requests are written to the history. Everything is, but for what somebody has said is not.
public struct Persistence: Sendable, Hashable {
    /// `false`: nothing is.
    public var isOn = true
    /// Names of environments whose requests are not.
    public var silentEnvironments: Set<String> = []
    /// Endpoints and saved requests whose requests are not: by id, `METHOD PATH`, path or name.
    public var silentEndpoints: Set<String> = []

    /// Everything is written.
    public init() {}

    /// Whether a request may be written.
    public func allows(_ plan: RequestPlan, in environment: Environment) -> Bool {
        guard isOn, !silentEnvironments.contains(environment.rawValue) else { return false }
        return ![plan.id, plan.title, "\(plan.method) \(plan.path)", plan.path].contains(where: silentEndpoints.contains)
    }

    /// Names that no endpoint and no saved request has.
    public func unknown(in endpoints: [EndpointSummary], saved: [WorkspaceRequest]) -> [String] {
        var rules = EndpointRules<Bool>()
        for name in silentEndpoints.subtracting(saved.map(\.name)) { rules.endpoints[name] = false }
        return rules.unknown(in: endpoints)
    }
}

/// Reads `persist:`.
enum PersistReader {
    static let options = ["environments", "endpoints"]

    /// - Parameter environments: those that there are.
    static func read(_ node: ConfigNode, environments: [Environment]) -> Persistence {
        var persistence = Persistence()
        guard node.node.kind == .object else {
            persistence.isOn = node.flag() ?? true
            return persistence
        }
        let options = node.options(Self.options)
        if options.isEmpty {
            node.complain("persist says nothing", "write 'persist: false', or 'endpoints: { login: false }' below it")
        }
        for entry in options["environments"]?.entries("'release: false'") ?? [] {
            guard environments.contains(where: { $0.rawValue == entry.name }) else {
                let known = environments.map(\.rawValue).joined(separator: ", ")
                entry.complain("'\(entry.name)' is no environment", "there are \(known)")
                continue
            }
            if entry.flag() == false { persistence.silentEnvironments.insert(entry.name) }
        }
        for entry in options["endpoints"]?.entries("'login: false'") ?? [] where entry.flag() == false {
            persistence.silentEndpoints.insert(entry.name)
        }
        return persistence
    }
}
