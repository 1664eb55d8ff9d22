// Reads one API of a workspace.

import Catalog
import NetLayer

struct APIReader {
    static let options =
        ["environments", "description", "failover", "auth", "network", "paging", "cache", "policies", "persist", "business"]
        + SavedWorkReader.options

    let externalValues: ExternalValues
    /// The variables of the workspace.
    let variables: [String: VariableScopes.Value]

    private var folder: String { externalValues.folder }

    func readAPI(_ node: ConfigNode) -> WorkspaceAPI? {
        let options = node.options(Self.options)
        guard let environments = options["environments"] else {
            if node.node.kind == .object {
                node.complain("\(node.name) has no environments", "write 'environments:' with a name and its URLs")
            }
            return nil
        }
        var services = ServicesReader()
        services.readEnvironments(environments)
        var equipped = services.services
        // Obtained secrets go to all services.
        if node.notes.holdsSecrets || AuthReader.obtainsSecrets(options["auth"]) {
            for deployment in equipped.flatMap(\.deployments) {
                _ = environments.requireTrust(.host, "sends secrets to \(deployment.baseURL.shownOrigin)")
            }
        }
        let texts = SecretText(externalValues: externalValues)
        if let network = options["network"] { NetworkReader(texts: texts).readNetwork(network, into: &equipped) }
        let account = options["auth"].map { AuthReader(texts: texts).readAuthentication($0, into: &equipped) }
        var api = WorkspaceAPI(
            name: node.name, description: options["description"].flatMap { description($0, equipped) }, services: equipped,
            environments: services.environments, failover: equipped.count > 1 ? FailoverOptions() : nil, directives: [])
        if let failover = options["failover"] {
            FailoverReader(folder: folder, environment: externalValues.environment).readFailover(failover, into: &api)
        }
        (api.login, api.signing) = (account?.login, account?.signing)
        (api.confirmations, api.guards) = (services.confirmations, services.guards)
        if let cache = options["cache"] { api.caching = CacheReader.readRules(cache) }
        if let policies = options["policies"] { api.policies = CallPoliciesReader.readPolicies(policies) }
        if let persist = options["persist"] {
            api.persistence = PersistReader.readPersistence(persist, environments: api.environments)
        }
        if let paging = options["paging"] { api.paging = PagingReader.readRules(paging) }
        var endingCodes: LoginPlan.EndingCodes?
        if let business = options["business"] {
            let reading = BusinessReader.readRule(business, logsIn: AuthReader.logsIn(options["auth"]))
            api.business = reading.rule
            if let rule = reading.rule, !reading.endingCodes.isEmpty {
                endingCodes = LoginPlan.EndingCodes(reading.endingCodes, in: rule)
            }
            // `data` locates the list in a response, unless paging gives its own pointer.
            if let data = reading.data, api.paging.all?.list == nil {
                api.paging.all = api.paging.all ?? PagingOverride(reason: WorkspaceFile.name)
                api.paging.all?.list = data
            }
        }
        SavedWorkReader(folder: folder).readSavedWork(options, node, workspace: variables, into: &api)
        let hosts = RequestHosts(api, node.notes)
        hosts.requireTrustForHosts(&api.work.requests)
        if let login = account?.requestLogin {
            api.login = RequestLoginReader(texts: texts, hosts: hosts, api: api).readLogin(login)
        }
        api.login?.endingCodes = endingCodes
        return api
    }

    private func description(_ node: ConfigNode, _ services: [Service]) -> Source? {
        guard let text = node.readText() else { return nil }
        switch Source(text) {
        case .standardInput:
            node.complain("a workspace's description cannot be standard input", "name a file or a URL")
            return nil
        case .file(let path):
            // A file below the workspace's folder is part of the workspace.
            guard path.within(folder) != nil || node.requireTrust(.readFile, "reads the description \(path), outside its folder")
            else {
                return nil
            }
            return .file(path.absolutePath(in: folder))
        case .url(let url):
            // The workspace itself names its services, so fetching from them needs no agreement.
            let isOwn = services.flatMap(\.deployments).contains { $0.baseURL.origin == url.origin }
            return isOwn || node.requireTrust(.readFile, "fetches the description from \(url)") ? .url(url) : nil
        }
    }
}

extension String {
    /// Resolves a path of a file in that folder.
    func absolutePath(in folder: String) -> String {
        if hasPrefix("/") { return self }
        return (folder == "/" ? "" : folder) + "/" + (hasPrefix("./") ? String(dropFirst(2)) : self)
    }
}
