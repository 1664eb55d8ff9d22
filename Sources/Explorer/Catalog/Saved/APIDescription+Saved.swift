// Saved requests as endpoints of their API. Their groups are first in the list, and their forms start with
// the saved values.

import NetLayer

extension APIDescription {
    /// The name of the group of saved requests. Groups of folders append the folder to it.
    static let savedGroup = "saved"

    /// An API without a description: it has only saved requests.
    public static func undescribed(_ title: String) -> APIDescription {
        let nothing = CollectedRequests(
            requests: [], variables: CollectionVariables(common: [], environments: []), commonOrigin: "")
        return APIDescription(
            title: title, summary: nil, standard: "saved requests", endpoints: [], warnings: [], collected: nothing)
    }

    /// The number of the API's own endpoints. The saved and the typed requests follow them.
    public var ownCount: Int { endpoints.count - saved.count - typed.count }

    /// The same description with these saved requests, which replace earlier ones, and without typed ones.
    public func replacingSaved(_ requests: [WorkspaceRequest]) -> APIDescription {
        let count = ownCount
        let own = Array(endpoints.prefix(count))
        let ownGroups = groups.filter { $0.endpoints.allSatisfy { $0 < count } }
        var copy = self
        copy.replaceEndpoints(own, ownGroups, [])
        let taken = Set(own.map(\.id))
        let targets = requests.map(copy.target)
        let added = zip(requests, targets).enumerated().map { number, pair in
            EndpointSummary(saved: pair.0, target: pair.1.map { own[$0] }, index: count + number, taken: taken)
        }
        copy.replaceEndpoints(
            own + added, Grouping.groups(added, declared: []) + ownGroups,
            zip(requests, targets).map { SavedEndpoint(request: $0, target: $1) })
        return copy
    }

    /// The saved request of an endpoint; `nil` for the API's own endpoints.
    public func savedRequest(_ index: Int) -> WorkspaceRequest? {
        savedEndpoint(index)?.request
    }

    /// The endpoint that gives a saved request its form: the endpoint that it calls, else itself.
    public func target(of index: Int) -> Int {
        savedEndpoint(index)?.target ?? index
    }

    /// `nil` for one of the API's own endpoints, and for an index out of range.
    private func savedEndpoint(_ index: Int) -> SavedEndpoint? {
        let place = index - ownCount
        return saved.indices.contains(place) ? saved[place] : nil
    }

    /// Matches the id, the method and path, or a real path. A merely similar endpoint may be a
    /// different one tomorrow.
    private func target(of request: WorkspaceRequest) -> Int? {
        guard case .endpoint(let text) = request.target, case .one(let summary) = findEndpoint(text) else { return nil }
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        let isPath =
            words.count == 2 && words[0].uppercased() == summary.method.rawValue && summary.pathValues(in: words[1]) != nil
        return summary.id == text || isPath ? summary.index : nil
    }

    /// The operation for the form of a saved request; `nil` where the endpoint that it calls does not exist.
    func savedOperation(_ index: Int, _ lines: inout Problem.Lines) -> Operation? {
        let (request, target) = (saved[index - ownCount].request, saved[index - ownCount].target)
        var operation: Operation
        switch (request.target, target) {
        case (.address(_, let url), _): operation = Operation(parameters: request.addressParameters(url))
        case (.endpoint, let target?):
            // Requests of a collection have variables of the collection: a saved request runs them, and has
            // no form here.
            guard let described = self.operation(target, &lines), described.saved == nil else { return nil }
            operation = described
        case (.endpoint, nil): return nil
        }
        operation.summary = endpoints[index].summary
        operation.given = request
        operation.parameters += request.moreParameters(than: operation.parameters)
        if let type = request.mediaType(usual: operation.body == nil ? WorkspaceRequest.usualTextType : nil) {
            operation.body = (operation.body ?? BodyField(isRequired: false, contentTypes: [])).addingMediaType(type)
        }
        return operation
    }
}

/// A saved request, and the endpoint that it calls.
struct SavedEndpoint: Sendable {
    var request: WorkspaceRequest
    /// `nil` for a request with an address of its own, and for one whose endpoint does not exist.
    var target: Int?
}

extension BodyField {
    /// The index of a media type that stands for the other one: the same, or both are JSON.
    public func media(like type: String) -> Int? {
        let (name, isJSON) = (MediaType.normalizedName(type), MediaType.isJSON(type))
        return media.firstIndex { MediaType.normalizedName($0.contentType) == name || isJSON && MediaType.isJSON($0.contentType) }
    }

    /// The same with that media type, unless it has the type already.
    fileprivate func addingMediaType(_ type: String) -> BodyField {
        guard media(like: type) == nil else { return self }
        var copy = self
        copy.contentTypes.append(type)
        copy.media.append(MediaField(contentType: type))
        return copy
    }
}

extension EndpointSummary {
    fileprivate init(saved request: WorkspaceRequest, target: EndpointSummary?, index: Int, taken: Set<String>) {
        let slash = request.name.lastIndex(of: "/")
        let folder = slash.map { "/" + request.name[..<$0] } ?? ""
        let method: HTTPMethod
        let path: String
        switch request.target {
        case .endpoint(let text): (method, path) = (target?.method ?? .get, target?.path ?? text)
        case .address(let own, let url): (method, path) = (own, url.source)
        }
        self.init(
            index: index, method: method, path: path,
            id: taken.contains(request.name) ? "\(APIDescription.savedGroup) \(request.name)" : request.name,
            summary: String(slash.map { request.name[request.name.index(after: $0)...] } ?? request.name[...]),
            tags: [APIDescription.savedGroup + folder], isDeprecated: target?.isDeprecated ?? false, pointer: "", isNamed: true)
    }
}

extension WorkspaceRequest {
    /// What a list shows of it, by which the rules of a workspace name it; `nil` for a request that calls an endpoint of a
    /// description: the rules name that one.
    public var ownSummary: EndpointSummary? {
        guard case .address = target else { return nil }
        return EndpointSummary(saved: self, target: nil, index: 0, taken: [])
    }

    /// The path parameters: the names in braces in the URL.
    fileprivate func addressParameters(_ url: WorkspaceText) -> [ParameterField] {
        let names = Set(parameters.map(\.name))
        let texts = url.pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
        return names.filter { name in texts.contains { $0.contains("{\(name)}") } }.sorted().map {
            ParameterField(name: $0, place: .path, isRequired: true)
        }
    }

    /// The other values that it sends: query parameters and headers.
    fileprivate func moreParameters(than known: [ParameterField]) -> [ParameterField] {
        var names = Set(known.map(\.name))
        let queries = parameters.filter { names.insert($0.name).inserted }.map { value in
            var field = ParameterField(name: value.name, place: .query)
            if parameters.count(where: { $0.name == value.name }) > 1 {
                field.type = "array"
                field.rules.kinds = [.array]
            }
            return field
        }
        let own = Set(known.filter { $0.place == .header }.map { $0.name.lowercased() })
        let fields = headers.filter { !own.contains($0.name.lowercased()) }.map { ParameterField(name: $0.name, place: .header) }
        return queries + fields
    }

    /// The media type of its body.
    /// - Parameter usual: the media type of a text without one.
    fileprivate func mediaType(usual: String?) -> String? {
        switch body {
        case .none: nil
        case .text(_, let type): type ?? usual
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .multipart: "multipart/form-data"
        case .file(_, let type): type ?? "application/octet-stream"
        }
    }
}
