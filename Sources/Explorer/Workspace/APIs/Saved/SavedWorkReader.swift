// Reads the saved work of an API: variables, requests in folders, chains and groups.
// Reports broken references at once.

import Canvas
import Catalog
import NetLayer

struct SavedWorkReader {
    static let options = ["variables", "environment-variables", "requests", "chains", "groups"]

    let folder: String

    func readSavedWork(
        _ options: [String: ConfigNode], _ node: ConfigNode, workspace: [String: VariableScopes.Value],
        into api: inout WorkspaceAPI
    ) {
        api.scopes.add(workspace)
        if let variables = options["variables"] { api.scopes.add(VariablesReader.readVariables(variables, in: folder)) }
        let environments = api.environments.map(\.rawValue)
        for entry in options["environment-variables"]?.entries("'\(environments.first ?? "release"):'") ?? [] {
            guard environments.contains(entry.name) else {
                let guess = ClosestName.match(entry.name, among: environments).map { "did you mean \($0)?" }
                entry.complain(
                    "\(api.name) has no environment '\(entry.name)'",
                    guess ?? "there are \(environments.joined(separator: ", "))")
                continue
            }
            api.environmentVariables[entry.name] = VariablesReader.readVariables(entry, in: folder)
        }
        if let requests = options["requests"] { api.work.requests = RequestsReader(folder: folder).readRequests(requests) }
        if let chains = options["chains"] {
            api.work.chains = readSeries(chains, of: api.work.requests.map(\.name), "requests", one: "chain", taken: [])
        }
        if let groups = options["groups"] {
            let names = api.work.requests.map(\.name) + api.work.chains.map(\.name)
            api.work.groups = readSeries(
                groups, of: names, "requests and chains", one: "group", taken: api.work.chains.map(\.name))
        }
        check(api, node)
    }

    /// - Parameters:
    ///   - names: the valid members.
    ///   - kind: the kind of the members, for messages.
    ///   - one: the kind of the series, for messages.
    ///   - taken: names in use, besides those of requests.
    private func readSeries(_ node: ConfigNode, of names: [String], _ kind: String, one: String, taken: [String])
        -> [WorkspaceSeries]
    {
        let entries = node.entries("'NAME: [\(names.first ?? "login")]'")
        let own = Set(entries.map(\.name))
        return entries.compactMap { entry in
            guard !names.contains(entry.name), !taken.contains(entry.name) else {
                entry.complain("'\(entry.name)' is already the name of something else", "take another one")
                return nil
            }
            guard entry.node.kind == .array, entry.node.count > 0 else {
                entry.complain("\(entry.name) is no list", "write the names of \(kind) in brackets")
                return nil
            }
            var members: [String] = []
            for element in entry.elements {
                guard let name = element.node.string, names.contains(name) else {
                    let text = element.node.displayText
                    let guess = ClosestName.match(text, among: names).map { "did you mean \($0)?" }
                    if own.contains(text) {
                        element.complain(
                            "\(entry.name) names '\(text)', which is a \(one) itself", "a \(one) names \(kind) only")
                        continue
                    }
                    let known = names.isEmpty ? "there are no \(kind)" : "there are \(names.joined(separator: ", "))"
                    element.complain("\(entry.name) names '\(text)', which does not exist", guess ?? known)
                    continue
                }
                members.append(name)
            }
            return WorkspaceSeries(name: entry.name, line: entry.line, members: members)
        }
    }

    // MARK: References

    /// Reports variables that are undefined, recursive or too large, in any
    /// environment, before a request can be sent.
    private func check(_ api: WorkspaceAPI, _ node: ConfigNode) {
        var told: Set<String> = []
        func report(_ error: VariableError, _ line: Int) {
            guard told.insert("\(error.line ?? line) \(error.message)").inserted else { return }
            node.notes.complain(error.line ?? line, error.message, error.hint)
        }
        let captures = Set(api.work.requests.flatMap { $0.captures.map(\.name) })
        for environment in api.environments {
            let scopes = api.variables(in: environment)
            for name in scopes.names {
                guard let value = scopes[name] else { continue }
                Self.tryExpanding([value.text], scopes, captures) { report($0, value.line) }
            }
            for request in api.work.requests {
                for text in request.texts { Self.tryExpanding([text], scopes, captures) { report($0, request.line) } }
            }
        }
    }

    /// Expands texts as if all external values existed.
    static func tryExpanding(
        _ texts: [WorkspaceText], _ scopes: VariableScopes, _ captures: Set<String>, _ tell: (VariableError) -> Void
    ) {
        var expansion = VariableExpansion(scopes)
        do throws(VariableError) {
            for reference in try expansion.references(of: texts, later: captures) {
                expansion.externalValues[reference] = Secret("")
            }
            for name in captures { expansion.capture(name, .plain("")) }
            for (name, _) in expansion.prompts(of: texts) { expansion.answer(name, .plain("")) }
            for text in texts { _ = try expansion.expand(text) }
        } catch {
            tell(error)
        }
    }
}
