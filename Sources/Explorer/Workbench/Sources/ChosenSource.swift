// What a source stands for: a description, or an API of a workspace with its services.

import Catalog
import Foundation
import NetLayer
import Workspace

/// Where a description is to be had, and where its requests go unless it says so itself.
public struct ChosenSource: Sendable {
    public var place: Source { places[0] }
    /// The next ones are asked when one does not answer; never empty.
    private let places: [Source]
    /// By what the next time knows that it is the same thing; `nil` for what comes and goes.
    public let subject: String?
    /// Of a workspace, in the environment that was asked for.
    public let pool: ServicePool?
    /// Who may say which of the workspace's services is used: nobody where requests go elsewhere, or stay where they are.
    public let directives: [DirectiveSource]
    /// How the workspace says that lists are paged.
    private let paging: PagingRules
    /// How it says that answers are stored.
    private let caching: EndpointRules<CacheRule>
    /// Before which requests it says that the user is asked.
    private let confirmations: [Environment: ConfirmRule]
    /// How answers say success and failure in their bodies.
    public let business: BusinessCode?
    /// What the history knows of the workspace.
    private let frame: HistoryFrame
    /// How it says that somebody logs in.
    public let login: LoginPlan?
    /// The workspace, where it is one, and which of its APIs is meant.
    public let workspace: (file: WorkspaceFile, api: WorkspaceAPI)?
    /// What the user has said of all requests.
    public let settings: NetworkSettings
    /// The environment variables of the program: where the user's files are, and what `${env:NAME}` stands for.
    private let variables: [String: String]
    /// The descriptor that standard input stands for.
    private let input: Int32

    /// A description that stands for itself.
    public init(_ place: Source, _ settings: NetworkSettings, variables: [String: String], input: Int32 = 0) {
        (self.settings, self.variables, self.input) = (settings, variables, input)
        business = settings.business
        places = [place]
        subject = Self.subject(place)
        directives = []
        paging = PagingRules()
        caching = EndpointRules()
        confirmations = [:]
        frame = HistoryFrame()
        login = nil
        pool = nil
        workspace = nil
    }

    /// An API of a workspace: the one that the settings name, else the only one.
    /// - Throws: what the workspace has not.
    public init(
        _ file: WorkspaceFile, _ settings: NetworkSettings, variables: [String: String], input: Int32 = 0
    ) throws(LoadError) {
        (self.settings, self.variables, self.input) = (settings, variables, input)
        let api = try Self.api(in: file, settings.api)
        let environment = try Self.environment(of: api, settings.environment)
        var pool = settings.equipped(api.pool(in: environment))
        // Another workspace may have an API of that name.
        let place = URL(fileURLWithPath: file.path).standardizedFileURL.path
        pool.family = "\(place) \(api.name)"
        subject = pool.family
        frame = HistoryFrame(workspace: place, api: api.name, persistence: api.persistence)
        if !file.isTrusted {
            // What was kept for other hosts of a file that has changed is not for those that it names now.
            pool.family +=
                "\n" + api.services.flatMap(\.deployments).map { "\($0.baseURL.origin)" }.sorted().joined(separator: " ")
        }
        let addresses = pool.services.compactMap { $0.address(in: pool.environment) }.map(Source.url)
        places = api.description.map { [$0] } ?? (addresses.isEmpty ? [.file(file.path)] : addresses)
        directives = settings.base == nil && pool.failover != nil ? api.directives : []
        paging = api.paging
        caching = api.caching
        confirmations = api.confirmations
        business = settings.business ?? api.business
        // Elsewhere than at the workspace's services its login has no business.
        login = settings.base == nil ? api.login : nil
        self.pool = pool
        workspace = (file, api)
    }

    /// The same API of the workspace as its file is now, with what the user has agreed to.
    /// - Throws: a ``LoadError`` that names what is new, where the file wants more than when it was read last.
    func reread() throws(LoadError) -> ChosenSource {
        guard let old = workspace else { return self }
        let paths = Paths(environment: variables)
        let file: WorkspaceFile
        do {
            file = try WorkspaceFile(
                old.file.path, environment: variables, trust: WorkspaceTrust(paths), secrets: SecretStore(paths))
        } catch let error as WorkspaceError {
            throw LoadError(error)
        } catch {
            throw LoadError(reading: old.file.path, error)
        }
        let known = Set(old.file.openNeeds.map(\.key))
        guard file.openNeeds.allSatisfy({ known.contains($0.key) }) else {
            throw LoadError(TrustWish(file.path, open: file.openNeeds, all: file.needs))
        }
        var settings = settings
        settings.api = old.api.name
        return try ChosenSource(file, settings, variables: variables, input: input)
    }

    /// Where requests go that need no description: `--base`, else the services of the workspace.
    public var ownPool: ServicePool {
        guard let service = settings.service else { return pool ?? ServicePool([]) }
        var base = settings.equipped(ServicePool([service]))
        base.family = "\(pool?.family ?? "") \(service.baseURL)"
        return base
    }

    /// The client proves who asks, where the workspace says how and nobody has to agree: elsewhere the screen's `:login` begins.
    /// - Returns: whether it does.
    @discardableResult
    public func logIn(_ client: NetClient, for pool: ServicePool) -> Bool {
        guard let login, let flow = login.ownFlow else { return false }
        client.accounts.set(.oauth(flow, client: login.client), family: pool.family)
        return true
    }

    private static func subject(_ place: Source) -> String? {
        switch place {
        case .standardInput: nil
        case .file(let path): URL(fileURLWithPath: path).standardizedFileURL.path
        case .url(let url): url.description
        }
    }

    /// The workspace wants certificates not to be checked.
    public var isInsecure: Bool { pool?.services.contains(where: \.connection.insecure) == true }

    /// What the history records about the source of a request.
    /// - Parameter title: the description's, once it is known.
    public func frame(_ title: String? = nil) -> HistoryFrame {
        var frame = frame
        frame.api = frame.api ?? title
        return frame
    }

    /// Where its requests go: `--base`, else the services of the workspace, else the servers of the description.
    private func pool(_ description: APIDescription) -> ServicePool {
        let family = pool?.family ?? description.locations.first?.description ?? description.title
        if let service = settings.service {
            var base = settings.equipped(ServicePool([service]))
            base.family = "\(family) \(service.baseURL)"
            return base
        }
        if let pool { return pool }
        var own = ServicePool(description)
        own.family = family
        if let environment = settings.environment.map({ NetLayer.Environment(rawValue: $0) }) { own.use(environment) }
        return settings.equipped(own)
    }

    /// Reads the description: from the workspace's services in their order, where the workspace names none.
    /// - Parameter remoteReferences: whether references may lead anywhere in the network; as the settings say by default.
    public func load(_ client: NetClient, remoteReferences: Bool? = nil) async throws(LoadError) -> OpenedSource {
        let (description, place) = try await DescriptionLoader.load(
            first: places, client: client, defaults: defaults, cache: Self.yamlCache(variables),
            network: references(areAllowed: remoteReferences ?? settings.allowsNetworkReferences),
            // The user may name a pipe; a workspace has no business with one.
            rules: rules, kind: workspace == nil ? .anything : .regular, input: input)
        if let environment = settings.environment, pool == nil, !description.environments.contains(environment) {
            throw LoadError(usage: "\(description.title) has no environment '\(environment)'", known: description.environments)
        }
        let silent = places[..<place].map(\.description).joined(separator: ", ")
        let count = description.warnings.count { $0.rule == .cachedFile }
        let files = count == 1 ? "1 file is" : "\(count) files are"
        let kept = count == 0 ? [] : ["\(files) from the cache, because nobody answered; they may have changed"]
        var notes = (place == 0 ? [] : ["The description is from \(places[place]), because \(silent) did not answer"]) + kept
        if !settings.connection.insecure, isInsecure {
            notes.append("Certificates are not checked: the workspace says 'insecure'")
        }
        let unknown = [
            ("paging", paging.unknown(in: description.endpoints)), ("cache", caching.unknown(in: description.endpoints)),
            ("persist", frame.persistence.unknown(in: description.endpoints, saved: workspace?.api.work.requests ?? [])),
        ]
        for (option, names) in unknown where !names.isEmpty {
            notes.append("The workspace's \(option) names what is no endpoint: \(names.joined(separator: ", "))")
        }
        let note = notes.isEmpty ? nil : notes.joined(separator: "\n")
        return opened(description, note: note)
    }

    /// With what the workspace says of its operations.
    private func governed(_ description: APIDescription) -> APIDescription {
        var description = description
        (description.paging, description.caching, description.login) = (paging, caching, login)
        description.confirmations = confirmations
        description.business = business
        return description
    }

    func opened(_ description: APIDescription, note: String?) -> OpenedSource {
        OpenedSource(governed(description), pool(description), note: note, from: self)
    }

    /// The same; a workspace that names no description, and whose services have none either, is what it has saved.
    func loadOrSaved(_ client: NetClient, remoteReferences: Bool) async throws(LoadError) -> OpenedSource {
        do throws(LoadError) {
            return try await load(client, remoteReferences: remoteReferences)
        } catch {
            guard let api = workspace?.api, api.description == nil, !api.work.requests.isEmpty else { throw error }
            return opened(
                APIDescription.undescribed(api.name),
                note: "\(api.name) has no description: only its saved requests are here")
        }
    }

    /// What the workspace says now, with the description as it was read last: that one cannot be read any more.
    func keeping(_ description: APIDescription, because error: LoadError) -> OpenedSource {
        opened(description, note: "The description was not read again: \(error.failure.title)")
    }

    /// What the description and its requests may do outside their folder and services.
    private var rules: SourceRules {
        if let workspace { return SourceRules(workspace.file.rules(for: workspace.api)) }
        return SourceRules(WorkspaceTrust(Paths(environment: variables)))
    }

    /// How a description is fetched: one that the services have, as they are reached.
    private var defaults: RequestDefaults {
        var defaults = settings.defaults
        guard let pool, let service = pool.services.first, case .url(let url) = place,
            pool.services.contains(where: { $0.address(in: pool.environment)?.origin == url.origin })
        else { return defaults }
        defaults.connection = service.connection.overlaid(by: defaults.connection)
        return defaults
    }

    /// Those who may say which of the workspace's services is used are listened to as long as this is kept.
    /// - Parameter toInput: who started the program says directives on standard input.
    public func listen(_ client: NetClient, for pool: ServicePool, toInput: Bool) -> DirectiveListener? {
        let sources = directives + (toInput ? [.input(descriptor: input)] : [])
        return sources.isEmpty ? nil : client.listen(to: sources, for: pool)
    }

    private static func api(in file: WorkspaceFile, _ name: String?) throws(LoadError) -> WorkspaceAPI {
        let names = file.apis.map(\.name)
        if let name {
            guard let api = file.apis.first(where: { $0.name == name }) else {
                throw LoadError(usage: "the workspace has no API '\(name)'", known: names)
            }
            return api
        }
        guard let api = file.apis.first, file.apis.count == 1 else {
            let hint = "Say which with --api: \(names.joined(separator: ", "))."
            throw LoadError(usage: "the workspace has several APIs", hint: hint)
        }
        return api
    }

    private static func environment(of api: WorkspaceAPI, _ name: String?) throws(LoadError) -> NetLayer.Environment? {
        guard let name else { return nil }
        guard let environment = api.environments.first(where: { $0.rawValue == name }) else {
            throw LoadError(usage: "\(api.name) has no environment '\(name)'", known: api.environments.map(\.rawValue))
        }
        return environment
    }

    // MARK: What is stored of descriptions

    /// What YAML files become is stored there; `nil` without a home.
    public static func yamlCache(_ variables: [String: String]) -> YAMLCache? { cachePaths(variables).map { YAMLCache($0) } }

    private static func cachePaths(_ variables: [String: String]) -> Paths? {
        let homes = ["EXPLORER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
        guard homes.contains(where: { variables[$0]?.isEmpty == false }) else { return nil }
        return Paths(environment: variables)
    }

    /// Whether references may leave the place of the description, and where the responses are stored.
    private func references(areAllowed: Bool) -> NetworkReferences {
        guard areAllowed else { return NetworkReferences() }
        return NetworkReferences(areAllowed: true, cache: Self.cachePaths(variables).map { RemoteCache($0) })
    }
}
