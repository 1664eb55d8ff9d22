// Reads one API of a workspace.

import NetLayer

struct APIReader {
    static let options = ["environments", "description", "failover", "auth"]

    /// What relative paths start from.
    let folder: String
    let environment: [String: String]

    func read(_ node: ConfigNode) -> WorkspaceAPI? {
        let options = node.options(Self.options)
        if let auth = options["auth"] {
            node.notes.warn(
                auth.line, "auth is not read yet", "give it with -H 'Authorization: …', or type it on the screen's tab Auth")
        }
        guard let environments = options["environments"] else {
            if node.node.kind == .object {
                node.complain("\(node.name) has no environments", "write 'environments:' with a name and its URLs")
            }
            return nil
        }
        var services = ServicesReader()
        services.read(environments)
        var api = WorkspaceAPI(
            name: node.name, description: options["description"].flatMap(description), services: services.services,
            environments: services.environments, failover: services.services.count > 1 ? FailoverOptions() : nil, directives: [])
        if let failover = options["failover"] {
            FailoverReader(folder: folder, environment: environment).read(failover, into: &api)
        }
        return api
    }

    private func description(_ node: ConfigNode) -> Source? {
        guard let text = node.text() else { return nil }
        switch Source(text) {
        case .standardInput:
            node.complain("a workspace's description cannot be standard input", "name a file or a URL")
            return nil
        case .file(let path): return .file(path.standing(in: folder))
        case .url(let url): return .url(url)
        }
    }
}

extension String {
    /// The path that is meant by one in a file of that folder.
    func standing(in folder: String) -> String {
        if hasPrefix("/") { return self }
        return (folder == "/" ? "" : folder) + "/" + (hasPrefix("./") ? String(dropFirst(2)) : self)
    }
}
