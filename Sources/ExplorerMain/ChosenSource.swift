// What SOURCE on the command line stands for: a description, or an API of a workspace with its services.

import ArgumentParser
import Catalog
import Explorer
import Foundation
import NetLayer
import Runtime
import Workspace

/// Where a description is to be had, and where its requests go unless it says so itself.
struct ChosenSource: Sendable {
    var place: Source { places[0] }
    /// The next ones are asked when one does not answer; never empty.
    private let places: [Source]
    /// By what the next time knows that it is the same thing; `nil` for what comes and goes.
    let subject: String?
    /// Of a workspace, in the environment that was asked for.
    let pool: ServicePool?
    /// Who may say which of the workspace's services is used: nobody where requests go elsewhere, or stay where they are.
    let directives: [DirectiveSource]
    /// How the workspace says that lists are paged.
    private let paging: PagingRules
    /// How it says that answers are stored.
    private let caching: EndpointRules<CacheRule>
    /// Before which requests it says that the user is asked.
    private let confirmations: [Environment: ConfirmRule]
    /// How answers say success and failure in their bodies.
    let business: BusinessCode?
    /// What the history knows of the workspace.
    private let frame: HistoryFrame
    /// How it says that somebody logs in.
    let login: LoginPlan?
    /// The workspace, where it is one, and which of its APIs is meant.
    let workspace: (file: WorkspaceFile, api: WorkspaceAPI)?

    /// Reads the workspace, where it is one. What is wrong with it goes to standard error.
    /// - Parameter consent: what is to happen when the workspace needs the user's consent and has it not.
    /// - Throws: the exit code.
    init(_ text: String, _ network: NetworkOptions, consent: Consent = .required) throws {
        if let path = WorkspaceFile.path(of: text) {
            let file = try Self.read(path, consent)
            do throws(LoadError) {
                try self.init(file, api: network.api, network)
            } catch {
                throw Complaint.usage(error.failure.title, [error.failure.hint])
            }
            return
        }
        guard network.api == nil else {
            throw Complaint.usage(
                "--api is for workspaces", ["'\(text)' is none: a workspace is a file named \(WorkspaceFile.name)."])
        }
        let place = Source(text)
        if case .file(let path) = place { try consent.collection(path, ProcessInfo.processInfo.environment) }
        self.init(place, network)
    }

    /// A description that stands for itself.
    private init(_ place: Source, _ network: NetworkOptions) {
        business = network.business
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

    /// An API of a workspace.
    /// - Parameter name: the API; `nil` is the only one.
    private init(_ file: WorkspaceFile, api name: String?, _ network: NetworkOptions) throws(LoadError) {
        let api = try Self.api(in: file, name)
        let environment = try Self.environment(of: api, network.env)
        var pool = network.equipped(api.pool(in: environment))
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
        directives = network.base == nil && pool.failover != nil ? api.directives : []
        paging = api.paging
        caching = api.caching
        confirmations = api.confirmations
        business = network.business ?? api.business
        // Elsewhere than at the workspace's services its login has no business.
        login = network.base == nil ? api.login : nil
        self.pool = pool
        workspace = (file, api)
    }

    /// The same API of the workspace as its file is now, with what the user has agreed to.
    /// - Throws: a ``LoadError`` that names what is new, where the file wants more than when it was read last.
    func reread(_ network: NetworkOptions) throws(LoadError) -> ChosenSource {
        guard let old = workspace else { return self }
        let environment = ProcessInfo.processInfo.environment
        let paths = Paths(environment: environment)
        let file: WorkspaceFile
        do {
            file = try WorkspaceFile(
                old.file.path, environment: environment, trust: WorkspaceTrust(paths), secrets: SecretStore(paths))
        } catch let error as WorkspaceError {
            throw LoadError(error)
        } catch {
            throw LoadError(reading: old.file.path, error)
        }
        let known = Set(old.file.openNeeds.map(\.key))
        guard file.openNeeds.allSatisfy({ known.contains($0.key) }) else {
            throw LoadError(TrustWish(file.path, open: file.openNeeds, all: file.needs))
        }
        return try ChosenSource(file, api: old.api.name, network)
    }

    /// Where requests go that need no description: `--base`, else the services of the workspace.
    func ownPool(_ network: NetworkOptions) -> ServicePool {
        guard let service = network.service else { return pool ?? ServicePool([]) }
        var base = network.equipped(ServicePool([service]))
        base.family = "\(pool?.family ?? "") \(service.baseURL)"
        return base
    }

    /// The client proves who asks, where the workspace says how and nobody has to agree: elsewhere the screen's `:login` begins.
    /// - Returns: whether it does.
    @discardableResult
    func logIn(_ client: NetClient, for pool: ServicePool) -> Bool {
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
    private var isInsecure: Bool { pool?.services.contains(where: \.connection.insecure) == true }

    /// Warns of certificates that are not checked, where no description is loaded whose loading would say so.
    func warnOfInsecure(_ network: NetworkOptions) {
        guard network.insecure || isInsecure else { return }
        Complaint.write(
            "explorer: certificates are not checked (\(network.insecure ? "--insecure" : "the workspace says 'insecure'"))")
    }

    /// What the history is told of its requests.
    /// - Parameter title: the description's, once it is known.
    func frame(_ title: String? = nil) -> HistoryFrame {
        var frame = frame
        frame.api = frame.api ?? title
        return frame
    }

    /// Where its requests go: `--base`, else the services of the workspace, else the servers of the description.
    func pool(_ description: APIDescription, _ network: NetworkOptions) -> ServicePool {
        let family = pool?.family ?? description.locations.first?.description ?? description.title
        if let service = network.service {
            var base = network.equipped(ServicePool([service]))
            base.family = "\(family) \(service.baseURL)"
            return base
        }
        if let pool { return pool }
        var own = ServicePool(description)
        own.family = family
        if let environment = network.env.map({ NetLayer.Environment(rawValue: $0) }) { own.use(environment) }
        return network.equipped(own)
    }

    /// Reads the description: from the workspace's services in their order, where the workspace names none.
    /// - Parameter remoteReferences: whether references may lead anywhere in the network; as the options say by default.
    func load(
        _ client: NetClient, _ network: NetworkOptions, remoteReferences: Bool? = nil
    ) async throws(LoadError) -> DescriptionReading.Outcome {
        let (description, place) = try await DescriptionLoader.load(
            first: places, client: client, defaults: defaults(network), cache: Loading.cache,
            network: Loading.references(areAllowed: remoteReferences ?? network.remoteRefs),
            // The user may name a pipe; a workspace has no business with one.
            rules: rules, kind: workspace == nil ? .anything : .regular)
        if let environment = network.env, pool == nil, !description.environments.contains(environment) {
            throw LoadError(usage: "\(description.title) has no environment '\(environment)'", known: description.environments)
        }
        let silent = places[..<place].map(\.description).joined(separator: ", ")
        let count = description.warnings.count { $0.rule == .cachedFile }
        let files = count == 1 ? "1 file is" : "\(count) files are"
        let kept = count == 0 ? [] : ["\(files) from the cache, because nobody answered; they may have changed"]
        var notes = (place == 0 ? [] : ["The description is from \(places[place]), because \(silent) did not answer"]) + kept
        if !network.insecure, isInsecure { notes.append("Certificates are not checked: the workspace says 'insecure'") }
        let unknown = [
            ("paging", paging.unknown(in: description.endpoints)), ("cache", caching.unknown(in: description.endpoints)),
            ("persist", frame.persistence.unknown(in: description.endpoints, saved: workspace?.api.work.requests ?? [])),
        ]
        for (option, names) in unknown where !names.isEmpty {
            notes.append("The workspace's \(option) names what is no endpoint: \(names.joined(separator: ", "))")
        }
        let note = notes.isEmpty ? nil : notes.joined(separator: "\n")
        return outcome(description, network, note: note)
    }

    /// With what the workspace says of its operations.
    private func governed(_ description: APIDescription) -> APIDescription {
        var description = description
        (description.paging, description.caching, description.login) = (paging, caching, login)
        description.confirmations = confirmations
        description.business = business
        return description
    }

    private func outcome(
        _ description: APIDescription, _ network: NetworkOptions, note: String?
    ) -> DescriptionReading.Outcome {
        DescriptionReading.Outcome(
            description: governed(description), pool: pool(description, network), note: note, workspace: workspace)
    }

    /// The same; a workspace that names no description, and whose services have none either, is what it has saved.
    func loadOrSaved(
        _ client: NetClient, _ network: NetworkOptions, remoteReferences: Bool
    ) async throws(LoadError) -> DescriptionReading.Outcome {
        do throws(LoadError) {
            return try await load(client, network, remoteReferences: remoteReferences)
        } catch {
            guard let api = workspace?.api, api.description == nil, !api.work.requests.isEmpty else { throw error }
            return outcome(
                APIDescription.undescribed(api.name), network,
                note: "\(api.name) has no description: only its saved requests are here")
        }
    }

    /// What the workspace says now, with the description as it was read last: that one cannot be read any more.
    func keeping(
        _ description: APIDescription, _ network: NetworkOptions, because error: LoadError
    ) -> DescriptionReading.Outcome {
        outcome(description, network, note: "The description was not read again: \(error.failure.title)")
    }

    /// What the description and its requests may do outside their folder and services.
    private var rules: SourceRules {
        if let workspace { return SourceRules(workspace.file.rules(for: workspace.api)) }
        return SourceRules(WorkspaceTrust(Paths(environment: ProcessInfo.processInfo.environment)))
    }

    /// How a description is fetched: one that the services have, as they are reached.
    private func defaults(_ network: NetworkOptions) -> RequestDefaults {
        var defaults = network.defaults
        guard let pool, let service = pool.services.first, case .url(let url) = place,
            pool.services.contains(where: { $0.address(in: pool.environment)?.origin == url.origin })
        else { return defaults }
        defaults.connection = service.connection.overlaid(by: defaults.connection)
        return defaults
    }

    /// Those who may say which of the workspace's services is used are listened to as long as this is kept.
    /// - Parameter toInput: who started the program says directives on standard input.
    func listen(_ client: NetClient, for pool: ServicePool, toInput: Bool) -> DirectiveListener? {
        let sources = directives + (toInput ? [.input()] : [])
        return sources.isEmpty ? nil : client.listen(to: sources, for: pool)
    }

    private static func read(_ path: String, _ consent: Consent) throws -> WorkspaceFile {
        do {
            let file = try consent.file(path, ProcessInfo.processInfo.environment)
            for warning in file.warnings { Complaint.write("explorer: warning: \(WorkspaceError.line(warning, in: path))") }
            return file
        } catch let error as WorkspaceError {
            error.lines.forEach { Complaint.write("explorer: \($0)") }
            throw ExitCode.badData
        } catch let error as ReadError {
            throw Complaint.unreadable(error)
        }
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
}
