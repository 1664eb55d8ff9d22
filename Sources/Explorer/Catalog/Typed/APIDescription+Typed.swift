// Requests that the user typed or pasted, as endpoints of the API that is open. Their group is the first one.

import NetLayer
import RequestFiles

/// A request that the user typed or pasted.
public struct TypedRequest: Sendable, Hashable {
    /// The request as it was read.
    public let request: CollectionRequest
    /// The values that the same text gives to its variables.
    public let variables: [CollectionField]

    /// The requests of a text that was read.
    public static func requests(of collection: RequestCollection) -> [TypedRequest] {
        collection.requests.map { TypedRequest(request: $0, variables: collection.variables) }
    }

    fileprivate var collected: CollectedRequest {
        CollectedRequest(
            request: request, headers: request.headers, auth: request.auth ?? .none, address: RequestAddress(request.url),
            usesCommonOrigin: false, variables: CollectionVariables(common: variables, environments: []), folder: "",
            isTyped: true)
    }
}

extension APIDescription {
    /// The name of the group of typed requests.
    static let typedGroup = "typed"

    /// The same description with these requests of the user after its other endpoints. Earlier ones are replaced.
    public func addingTyped(_ requests: [TypedRequest]) -> APIDescription {
        guard !(requests.isEmpty && typed.isEmpty) else { return self }
        let count = endpoints.count - typed.count
        let others = Array(endpoints.prefix(count))
        let groups = groups.filter { $0.endpoints.allSatisfy { $0 < count } }
        var ids = Set(others.map(\.id))
        let added = requests.enumerated().map { number, typed in
            EndpointSummary(typed: typed.request, index: count + number, ids: &ids)
        }
        var copy = self
        copy.replaceEndpoints(
            others + added, (added.isEmpty ? [] : Grouping.groups(added, declared: [])) + groups, saved,
            typed: requests.map(\.collected))
        return copy
    }

    /// The number of a typed request among the typed ones; `nil` for other endpoints.
    public func typedNumber(of index: Int) -> Int? {
        let number = index - (endpoints.count - typed.count)
        return typed.indices.contains(number) ? number : nil
    }

    /// Whether it is the id of a typed request.
    public func isTyped(_ id: String) -> Bool { endpoints.suffix(typed.count).contains { $0.id == id } }

    /// The index of the typed request with that number; `nil` where there is none.
    public func typedIndex(_ number: Int) -> Int? {
        typed.indices.contains(number) ? endpoints.count - typed.count + number : nil
    }

    /// `nil` for other endpoints.
    func typedOperation(_ index: Int) -> Operation? {
        guard let number = typedNumber(of: index) else { return nil }
        var operation = Operation(summary: endpoints[index].summary, details: typed[number].request.docs)
        operation.saved = typed[number]
        return operation
    }
}

extension CollectedRequest {
    /// Whether its address names a host, so that it needs no service.
    public var hasOwnHost: Bool { !address.origin.isEmpty }
}

extension EndpointSummary {
    /// - Parameter ids: the taken ids; gets the new one.
    fileprivate init(typed request: CollectionRequest, index: Int, ids: inout Set<String>) {
        let address = RequestAddress(request.url)
        // A list does not show a password in an address.
        let origin = address.origin.contains("@") ? URI(address.origin).description : address.origin
        let path = Wording.folded(origin + (address.path.isEmpty ? "/" : address.path))
        let name = "\(request.method) \(path)"
        var id = name
        var number = 1
        while !ids.insert(id).inserted {
            number += 1
            id = "\(name) \(number)"
        }
        self.init(
            index: index, method: HTTPMethod(rawValue: request.method), path: path, id: id,
            summary: Wording.folded(request.docs), tags: [APIDescription.typedGroup], isDeprecated: false, pointer: "")
    }
}
