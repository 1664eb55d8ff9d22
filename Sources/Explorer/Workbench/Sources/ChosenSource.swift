// The source that the user chose: a description, or an API of a workspace with its services.

import Catalog
import Foundation
import NetLayer
import Workspace

/// Where to load a description from, and where its requests go if it names no servers.
public struct ChosenSource: Sendable {
    public var place: Source { places[0] }
    /// The place of the description and its fallbacks, each for one that sends no response; never empty.
    private let places: [Source]
    /// Identifies the source across program runs; `nil` for one that does not last.
    public let subject: String?
    /// The pool of a workspace, in the chosen environment.
    public let pool: ServicePool?
    /// The sources of directives that choose the workspace's service; empty where requests go elsewhere,
    /// or never fail over.
    public let directives: [DirectiveSource]
    /// The workspace's rules for paged lists.
    private let paging: PagingRules
    /// The workspace's rules for stored responses.
    private let caching: EndpointRules<CacheRule>
    /// The workspace's deadline, hedge and priority of requests that do not have their own.
    private let policies: CallPolicies
    /// The workspace's rules for requests that need the user's confirmation.
    private let confirmations: [Environment: ConfirmRule]
    /// How response bodies report success and failure.
    public let business: BusinessCode?
    /// The workspace, for the history's entries.
    private let frame: HistoryFrame
    /// The workspace's login.
    public let login: LoginPlan?
    /// The workspace's key that signs requests.
    public let signing: Credential?
    /// The workspace and the chosen API; `nil` for a description alone.
    public let workspace: (file: WorkspaceFile, api: WorkspaceAPI)?
    /// The user's settings for all requests.
    public let settings: NetworkSettings
    /// The environment variables of the program: they locate the user's files, and resolve `${env:NAME}`.
    private let variables: [String: String]
    /// The file descriptor of standard input.
    private let input: Int32

    /// A description without a workspace.
    public init(_ place: Source, _ settings: NetworkSettings, variables: [String: String], input: Int32 = 0) {
        (self.settings, self.variables, self.input) = (settings, variables, input)
        business = settings.business
        places = [place]
        subject = Self.subject(place)
        directives = []
        paging = PagingRules()
        caching = EndpointRules()
        policies = CallPolicies()
        confirmations = [:]
        frame = HistoryFrame()
        login = nil
        signing = nil
        pool = nil
        workspace = nil
    }

    /// An API of a workspace: the one that the settings name, else the only one.
    /// - Throws: an error that names the missing API or environment.
    public init(
        _ file: WorkspaceFile, _ settings: NetworkSettings, variables: [String: String], input: Int32 = 0
    ) throws(LoadError) {
        (self.settings, self.variables, self.input) = (settings, variables, input)
        let api = try Self.findAPI(in: file, settings.api)
        let environment = try Self.environment(of: api, settings.environment)
        settings.guards.record(file)
        if settings.base != nil { settings.guards.redirect(environment ?? api.environments.first ?? .standard, of: api.name) }
        var pool = settings.equipped(api.makePool(in: environment))
        // Another workspace may have an API of the same name.
        let place = URL(fileURLWithPath: file.path).standardizedFileURL.path
        pool.family = "\(place) \(api.name)"
        subject = pool.family
        frame = HistoryFrame(workspace: place, api: api.name, persistence: api.persistence)
        if !file.isTrusted {
            // A changed file may name other hosts; data stored for the old hosts must not reach them.
            pool.family +=
                "\n" + api.services.flatMap(\.deployments).map { "\($0.baseURL.origin)" }.sorted().joined(separator: " ")
        }
        let addresses = pool.services.compactMap { $0.address(in: pool.environment) }.map(Source.url)
        places = api.description.map { [$0] } ?? (addresses.isEmpty ? [.file(file.path)] : addresses)
        directives = settings.base == nil && pool.failover != nil ? api.directives : []
        paging = api.paging
        caching = api.caching
        policies = api.policies
        confirmations = api.confirmations
        business = settings.business ?? api.business
        // The login is only for the workspace's own services.
        login = settings.base == nil ? api.login : nil
        signing = settings.base == nil ? api.signing : nil
        self.pool = pool
        workspace = (file, api)
    }

    /// All APIs of a workspace, or the one that the settings name.
    /// - Throws: an error that names the missing API or environment, and for a workspace without an API.
    public static func all(
        _ file: WorkspaceFile, _ settings: NetworkSettings, variables: [String: String], input: Int32 = 0
    ) throws(LoadError) -> [ChosenSource] {
        guard settings.api == nil, file.apis.count > 1 else {
            return [try ChosenSource(file, settings, variables: variables, input: input)]
        }
        let environments = Set(file.apis.flatMap(\.environments).map(\.rawValue))
        if let wish = settings.environment, !environments.contains(wish) {
            throw LoadError(usage: "no API of the workspace has an environment '\(wish)'", known: environments.sorted())
        }
        var sources: [ChosenSource] = []
        for api in file.apis {
            var settings = settings
            settings.api = api.name
            // An API without that environment begins in its own first one.
            if !api.environments.contains(where: { $0.rawValue == settings.environment }) { settings.environment = nil }
            sources.append(try ChosenSource(file, settings, variables: variables, input: input))
        }
        return sources
    }

    /// The same API of the workspace, read anew from its file, with the user's current trust.
    /// - Throws: a ``LoadError`` that names the new needs, if the file needs more than at the last reading.
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
            throw LoadError(TrustRequest(file.path, open: file.openNeeds, all: file.needs))
        }
        var settings = settings
        settings.api = old.api.name
        return try ChosenSource(file, settings, variables: variables, input: input)
    }

    /// The pool for requests without a description: `--base`, else the services of the workspace.
    public var ownPool: ServicePool {
        guard let service = settings.service else { return pool ?? ServicePool([]) }
        var base = settings.equipped(ServicePool([service]))
        base.family = "\(pool?.family ?? "") \(service.baseURL)"
        return base
    }

    /// Completes a plan before it is sent: with the user's settings, then with the workspace's policies.
    /// - Parameter service: the number of a service, from 1, or its name: the request goes to this one only.
    /// - Throws: why the request has no server. Exit code 64.
    public func prepare(_ plan: inout RequestPlan, on pool: ServicePool, service: String?) throws(Refusal) {
        try settings.prepare(&plan, on: pool, service: service)
        plan.applyPolicies(policies)
    }

    /// Uses stored responses as the workspace says for an endpoint.
    public func applyCaching(to plan: inout RequestPlan, of endpoint: EndpointSummary) {
        plan.policies.useStored(by: caching.useOfStored(by: endpoint))
    }

    /// Sets up the client's authentication, if the workspace has a signing key, or a login that needs no
    /// user.
    /// For other logins the user runs the screen's `:login`.
    /// - Returns: whether it did.
    @discardableResult
    public func logIn(_ client: NetClient, for pool: ServicePool) -> Bool {
        if let signing {
            client.accounts.setAuthentication(.fixed(signing), family: pool.family)
            return true
        }
        guard let authentication = login?.authentication() else { return false }
        client.accounts.setAuthentication(authentication, family: pool.family)
        return true
    }

    private static func subject(_ place: Source) -> String? {
        switch place {
        case .standardInput: nil
        case .file(let path): URL(fileURLWithPath: path).standardizedFileURL.path
        case .url(let url): url.description
        }
    }

    /// Whether the workspace turns off the verification of certificates.
    public var isInsecure: Bool { pool?.services.contains(where: \.connection.insecure) == true }

    /// The source of a request, for the history's entries.
    /// - Parameter title: the description's title, once it is known.
    public func frame(_ title: String? = nil) -> HistoryFrame {
        var frame = frame
        frame.api = frame.api ?? title
        return frame
    }

    /// The pool of its requests: `--base`, else the services of the workspace, else the servers
    /// of the description.
    private func makePool(_ description: APIDescription) -> ServicePool {
        let family = pool?.family ?? description.locations.first?.description ?? description.title
        if let service = settings.service {
            var base = settings.equipped(ServicePool([service]))
            base.family = "\(family) \(service.baseURL)"
            return base
        }
        if let pool { return pool }
        var own = ServicePool(description)
        own.family = family
        if let environment = settings.environment.map({ NetLayer.Environment(rawValue: $0) }) {
            own.selectEnvironment(environment)
        }
        return settings.equipped(own)
    }

    /// Loads the description. A workspace that names none asks its services for one, in their order.
    /// - Parameter remoteReferences: whether references may lead to any host; the default is the setting.
    public func loadDescription(_ client: NetClient, remoteReferences: Bool? = nil) async throws(LoadError) -> OpenedSource {
        let (description, place) = try await DescriptionLoader.load(
            first: places, client: client, defaults: defaults, cache: Self.yamlCache(variables),
            network: references(areAllowed: remoteReferences ?? settings.allowsNetworkReferences),
            // The user may name a pipe; a workspace may not.
            rules: rules, kind: workspace == nil ? .anything : .regular, input: input)
        if let environment = settings.environment, pool == nil, !description.environments.contains(environment) {
            throw LoadError(usage: "\(description.title) has no environment '\(environment)'", known: description.environments)
        }
        let silent = places[..<place].map(\.description).joined(separator: ", ")
        let count = description.warnings.count { $0.rule == .cachedFile }
        let files = count == 1 ? "1 file is" : "\(count) files are"
        let kept = count == 0 ? [] : ["\(files) from the cache, because no server responded; they may have changed"]
        var notes = (place == 0 ? [] : ["The description is from \(places[place]), because \(silent) did not respond"]) + kept
        if !settings.connection.insecure, isInsecure {
            notes.append("Certificates are not checked: the workspace says 'insecure'")
        }
        let unknown = [
            ("paging", paging.unknown(in: description.endpoints)), ("cache", caching.unknown(in: description.endpoints)),
            ("persist", frame.persistence.unknown(in: description.endpoints, saved: workspace?.api.work.requests ?? [])),
        ]
        for (option, names) in unknown where !names.isEmpty {
            notes.append("The workspace's \(option) names unknown endpoints: \(names.joined(separator: ", "))")
        }
        let note = notes.isEmpty ? nil : notes.joined(separator: "\n")
        return makeOpenedSource(description, note: note)
    }

    /// The description with the workspace's rules for its operations.
    private func applyRules(_ description: APIDescription) -> APIDescription {
        var description = description
        (description.paging, description.caching, description.login) = (paging, caching, login)
        description.signing = signing
        description.confirmations = confirmations
        description.guards = settings.guards.book
        description.business = business
        description.policies = policies
        return description
    }

    func makeOpenedSource(_ description: APIDescription, note: String?) -> OpenedSource {
        OpenedSource(applyRules(description), makePool(description), note: note, from: self)
    }

    /// Loads the description; a workspace without one, also at its services, consists of its saved requests.
    func loadDescriptionOrSavedRequests(_ client: NetClient, remoteReferences: Bool) async throws(LoadError) -> OpenedSource {
        do throws(LoadError) {
            return try await loadDescription(client, remoteReferences: remoteReferences)
        } catch {
            guard let api = workspace?.api, api.description == nil, !api.work.requests.isEmpty else { throw error }
            return makeOpenedSource(
                APIDescription.undescribed(api.name),
                note: "\(api.name) has no description: only its saved requests are here")
        }
    }

    /// The workspace as it is now with the last description, which can no longer be read.
    func reopened(_ description: APIDescription, because error: LoadError) -> OpenedSource {
        makeOpenedSource(description, note: "The description was not reloaded: \(error.failure.title)")
    }

    /// The limits of the description and its requests outside their folder and services.
    private var rules: SourceRules {
        if let workspace { return SourceRules(workspace.file.rules(for: workspace.api)) }
        return SourceRules(WorkspaceTrust(Paths(environment: variables)))
    }

    /// How the description is fetched: from a service of the pool with that service's connection options.
    private var defaults: RequestDefaults {
        var defaults = settings.defaults
        guard let pool, let service = pool.services.first, case .url(let url) = place,
            pool.services.contains(where: { $0.address(in: pool.environment)?.origin == url.origin })
        else { return defaults }
        defaults.connection = service.connection.overlaid(by: defaults.connection)
        return defaults
    }

    /// Listens to the sources of directives for as long as the result is retained.
    /// - Parameter toInput: standard input gives directives too.
    public func listen(_ client: NetClient, for pool: ServicePool, toInput: Bool) -> DirectiveListener? {
        let sources = directives + (toInput ? [.input(descriptor: input)] : [])
        return sources.isEmpty ? nil : client.listen(to: sources, for: pool)
    }

    private static func findAPI(in file: WorkspaceFile, _ name: String?) throws(LoadError) -> WorkspaceAPI {
        let names = file.apis.map(\.name)
        if let name {
            guard let api = file.apis.first(where: { $0.name == name }) else {
                throw LoadError(usage: "the workspace has no API '\(name)'", known: names)
            }
            return api
        }
        guard let api = file.apis.first, file.apis.count == 1 else {
            let hint = "Choose one with --api: \(names.joined(separator: ", "))."
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

    // MARK: Caches of descriptions

    /// The cache for YAML files converted to JSON; `nil` without a home directory.
    public static func yamlCache(_ variables: [String: String]) -> YAMLCache? { cachePaths(variables).map { YAMLCache($0) } }

    private static func cachePaths(_ variables: [String: String]) -> Paths? {
        let homes = ["EXPLORER_CACHE_DIR", "XDG_CACHE_HOME", "HOME"]
        guard homes.contains(where: { variables[$0]?.isEmpty == false }) else { return nil }
        return Paths(environment: variables)
    }

    /// Whether references may lead away from the description's place, and the cache for their responses.
    private func references(areAllowed: Bool) -> NetworkReferences {
        guard areAllowed else { return NetworkReferences() }
        return NetworkReferences(areAllowed: true, cache: Self.cachePaths(variables).map { RemoteCache($0) })
    }
}
