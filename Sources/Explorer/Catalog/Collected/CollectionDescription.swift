// A collection as an API: its requests become endpoints, its folders groups, its environments those
// of the services.

import Document
import NetLayer
import RequestFiles

/// The data of a collection that the list of endpoints does not contain.
struct CollectedRequests: Sendable {
    var requests: [CollectedRequest]
    var variables: CollectionVariables
    /// The files it was read from.
    var locations: [URI] = []
    /// The one file that has its requests; `nil` for a folder.
    var file: URI?
    /// The base URL of most requests, which may contain variables. Empty when no request has one.
    var commonOrigin: String
}

extension APIDescription {
    /// Makes a description from a collection: its requests become endpoints.
    /// - Parameters:
    ///   - source: a file name, for messages.
    ///   - folder: the folder that relative file paths start from, with a trailing slash; empty for
    ///     the current one.
    public init(_ collection: RequestCollection, source: String, folder: String = "") {
        var builder = CollectionBuilder(collection, folder: folder)
        builder.build()
        let title = Wording.folded(collection.name)
        self.init(
            title: title.isEmpty ? source : title, summary: Wording.firstParagraph(collection.docs), standard: collection.format,
            endpoints: builder.endpoints, warnings: collection.report.notes.map(Warning.init), collected: builder.collected)
    }

    /// The collection's environments by name; empty for other descriptions.
    public var environments: [String] { collected?.variables.environments.map(\.name) ?? [] }

    /// The environment whose variables apply when this one is in use: the one of the same name,
    /// else the first.
    public func environment(for name: String?) -> String? {
        environments.first { $0 == name } ?? environments.first
    }

    /// The services of a collection: one service, deployed in each of its environments. `nil`
    /// for other descriptions.
    var collectedPool: ServicePool? {
        collected?.pool
    }
}

extension APIDescription {
    /// Whether it was read from request files. Its ``warnings`` then report the parts that were
    /// not imported exactly.
    public var isCollection: Bool { collected != nil }

    /// The HTTP archive whose entries are its requests; `nil` for other sources.
    public var archive: URI? { standard.hasPrefix("HAR") ? collected?.file : nil }
}

extension CollectedRequests {
    /// The service that its requests go to; `nil` where no environment gives its address.
    var pool: ServicePool? {
        guard !commonOrigin.isEmpty else { return nil }
        let environments = variables.environments.map(\.name)
        let names = environments.isEmpty ? [nil] : environments.map(Optional.some)
        let deployments = names.compactMap { name -> Deployment? in
            let expanded = variables.scope(in: name).expanded(commonOrigin)
            let url = URI(expanded.text)
            guard expanded.missing.isEmpty, url.isAbsoluteHTTP else { return nil }
            return Deployment(name.map { NetLayer.Environment(rawValue: $0) } ?? .standard, baseURL: url)
        }
        guard let first = deployments.first else { return nil }
        let service = Service(name: first.baseURL.host ?? "api", deployments: deployments)
        return ServicePool([service], environment: first.environment)
    }
}

extension Warning {
    /// Reports how a part of a collection was imported.
    init(_ note: ImportNote) {
        let rule: CheckRule =
            switch note.kind {
            case .skipped: .importSkipped
            case .unsupported: .importUnsupported
            case .assumed: .importAssumed
            }
        self.init(
            rule, file: note.place.file.isEmpty ? nil : note.place.file,
            pointer: note.place.pointer ?? "", line: note.place.line, message: note.message, hint: note.hint)
    }
}

/// Walks the folders of a collection.
private struct CollectionBuilder {
    private let collection: RequestCollection
    private let folder: String
    /// Whether an environment gives the address of the API.
    private let isServed: Bool
    private(set) var endpoints: [EndpointSummary] = []
    private(set) var collected: CollectedRequests
    private var ids: Set<String> = []
    /// The last number that was appended to a name that several requests share.
    private var numbers: [String: Int] = [:]

    /// The settings that a request inherits from the folders around it.
    private struct Inherited {
        var tags: [String] = []
        var auth: CollectionAuth?
        var headers: [CollectionField] = []
        var variables: [CollectionField] = []
    }

    init(_ collection: RequestCollection, folder: String) {
        self.collection = collection
        self.folder = folder
        let variables = CollectionVariables(common: collection.variables, environments: collection.environments)
        collected = CollectedRequests(
            requests: [], variables: variables, commonOrigin: Self.findCommonOrigin(of: collection))
        isServed = collected.pool != nil
    }

    mutating func build() {
        let top = Inherited(auth: collection.auth, headers: collection.headers)
        // Folders may be nested deeply: use an explicit stack instead of recursion.
        var open: [(item: CollectionItem, inherited: Inherited)] = collection.items.reversed().map { ($0, top) }
        while let (item, inherited) = open.popLast() {
            switch item {
            case .request(let request): addRequest(request, inherited)
            case .folder(let folder):
                var inner = inherited
                inner.tags.append(folder.name)
                inner.auth = folder.auth ?? inherited.auth
                inner.headers = Self.joined(inherited.headers, folder.headers)
                inner.variables += folder.variables
                open += folder.items.reversed().map { ($0, inner) }
            }
        }
    }

    private mutating func addRequest(_ request: CollectionRequest, _ inherited: Inherited) {
        let address = RequestAddress(request.url)
        var variables = collected.variables
        variables.folders = inherited.variables
        let saved = CollectedRequest(
            request: request, headers: Self.joined(inherited.headers, request.headers),
            auth: request.auth ?? inherited.auth ?? .none, address: address,
            usesCommonOrigin: isServed && address.origin == collected.commonOrigin && !isMoved(request, inherited, address),
            variables: variables, folder: folder(of: request))
        collected.requests.append(saved)
        // A list does not show a password in an address.
        let origin = address.origin.contains("@") ? URI(address.origin).description : address.origin
        let path = (saved.usesCommonOrigin ? "" : origin) + (address.path.isEmpty ? "/" : address.path)
        var tags = inherited.tags.isEmpty ? [] : [inherited.tags.map(Wording.folded).joined(separator: " / ")]
        if tags.isEmpty, !saved.usesCommonOrigin { tags = [origin] }
        endpoints.append(
            EndpointSummary(
                index: endpoints.count, method: HTTPMethod(rawValue: request.method), path: Wording.folded(path),
                id: makeID(of: request, inherited, path), summary: Wording.folded(request.name), tags: tags, isDeprecated: false,
                pointer: request.place.pointer ?? "", isNamed: isNamed(request)))
    }

    /// Whether variables of the request or of its folders lead to another address than
    /// the collection's variables.
    private func isMoved(_ request: CollectionRequest, _ inherited: Inherited, _ address: RequestAddress) -> Bool {
        let own = (inherited.variables + request.variables).filter { !$0.isDisabled }
        guard !own.isEmpty, !VariableScope.names(in: address.origin).isEmpty else { return false }
        let scopes = [nil] + collection.environments.map { Optional($0.name) }
        return scopes.contains { name in
            var scope = collected.variables.scope(in: name)
            let everybodys = scope.expanded(address.origin).text
            scope.add(own)
            return scope.expanded(address.origin).text != everybodys
        }
    }

    /// Whether the user named it: the readers make default names of method and path.
    private func isNamed(_ request: CollectionRequest) -> Bool {
        !request.name.isEmpty && !request.name.hasPrefix(request.method + " ")
    }

    /// The name; if it is taken, with the folder's name; if that is taken too, with a number.
    private mutating func makeID(of request: CollectionRequest, _ inherited: Inherited, _ path: String) -> String {
        let name = Wording.folded(request.name)
        let own = name.isEmpty ? "\(request.method) \(Wording.folded(path))" : name
        let full = (inherited.tags.map(Wording.folded) + [own]).joined(separator: " / ")
        var id = ids.contains(own) ? full : own
        while !ids.insert(id).inserted {
            let number = (numbers[full] ?? 1) + 1
            numbers[full] = number
            id = "\(full) \(number)"
        }
        return id
    }

    /// Relative paths start at the folder of the file that contains the request, also when a whole
    /// folder was read.
    private func folder(of request: CollectionRequest) -> String {
        let isBruno = collection.format == "Bruno"
        guard !isBruno, let slash = request.place.file.lastIndex(of: "/") else { return folder }
        return folder + request.place.file[...slash]
    }

    /// Inner header fields replace the folder's fields of the same name.
    private static func joined(_ outer: [CollectionField], _ inner: [CollectionField]) -> [CollectionField] {
        guard !outer.isEmpty else { return inner }
        let names = Set(inner.filter { !$0.isDisabled }.map { $0.name.lowercased() })
        return outer.filter { !names.contains($0.name.lowercased()) } + inner
    }

    /// The most frequent origin; of equally frequent ones, the first.
    private static func findCommonOrigin(of collection: RequestCollection) -> String {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for request in collection.requests {
            let origin = RequestAddress(request.url).origin
            if counts[origin] == nil { order.append(origin) }
            counts[origin, default: 0] += 1
        }
        return order.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? ""
    }
}
