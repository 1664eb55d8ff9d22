// The ids that responses have named: the elements of lists, created resources, links. Requests to single resources take them.

import Catalog
import Document
import NetLayer

/// What a response says about resources.
struct FoundResponse: Sendable {
    /// The body, if it is JSON.
    var document: JSONDocument?
    /// The request and the head of the response, for links.
    var exchange: LinkExchange
}

struct FoundValues: Sendable {
    /// One resource of a collection.
    private struct Item: Sendable {
        /// The values of the path of the collection.
        var path: [String: String]
        /// Its members that are texts or numbers, by normalized name; a value that is no object has the empty name.
        var members: [String: String]
        /// A request of this verification created it.
        var isCreated: Bool
    }

    /// By the path of the collection, such as `/users/{userId}/posts`.
    private var items: [String: [Item]] = [:]
    /// By the index of the endpoint that a link leads to.
    private var links: [Int: [String: String]] = [:]
    /// The most resources of one collection that lists name.
    private static let most = 8

    // MARK: Collecting

    /// Takes the ids from a successful response.
    mutating func add(_ response: FoundResponse, to verifyCase: VerifyCase, _ endpoint: EndpointSummary) {
        let status = response.exchange.status
        guard (200..<300).contains(status), !verifyCase.isForbidden else { return }
        let path = verifyCase.pathValues
        if endpoint.method == .post {
            if let root = response.document?.root, root.kind == .object {
                let inner = root["id"] == nil ? root["data"].flatMap { $0.kind == .object ? $0 : nil } : nil
                add(Item(path: path, members: Self.members(of: inner ?? root), isCreated: true), to: endpoint.path)
            } else if let place = response.exchange.responseHeaders["Location"],
                let id = URI(place).path.split(separator: "/").last
            {
                let members = ["": PercentCoding.decode(String(id))]
                add(Item(path: path, members: members, isCreated: true), to: endpoint.path)
            }
        } else if endpoint.method.isSafe, let root = response.document?.root {
            for element in Self.list(in: root).prefix(Self.most) {
                add(Item(path: path, members: Self.members(of: element), isCreated: false), to: endpoint.path)
            }
        }
        addLinks(of: verifyCase.operation, response)
    }

    private mutating func add(_ item: Item, to path: String) {
        let path = Self.collection(path.split(separator: "/").map(String.init))
        guard !item.members.isEmpty, item.isCreated || items[path]?.count ?? 0 < Self.most else { return }
        items[path, default: []].append(item)
    }

    private mutating func addLinks(of operation: Catalog.Operation, _ response: FoundResponse) {
        let status = response.exchange.status
        for field in operation.responses where StatusKey.rank(of: field.status, for: status) != nil {
            for link in field.links {
                guard let target = link.target else { continue }
                for value in link.filled(from: response.exchange, body: response.document).values {
                    if links[target]?[value.name] == nil { links[target, default: [:]][value.name] = value.text }
                }
            }
        }
    }

    /// The elements of the body, or of its first member that is a list.
    private static func list(in root: JSONNode) -> [JSONNode] {
        switch root.kind {
        case .array: Array(root.elements)
        case .object: root.entries.first { $0.value.kind == .array }.map { Array($0.value.elements) } ?? []
        case .string, .number, .true, .false, .null: []
        }
    }

    private static func members(of node: JSONNode) -> [String: String] {
        guard node.kind == .object else {
            return node.kind == .string || node.kind == .number ? ["": node.displayText] : [:]
        }
        var members: [String: String] = [:]
        for entry in node.entries where entry.value.kind == .string || entry.value.kind == .number {
            members[normalized(entry.key)] = entry.value.displayText
        }
        return members
    }

    // MARK: Using

    /// Values for the path of an endpoint, as far as responses have named them.
    /// - Parameter prefersCreated: takes resources that this verification created, where there are any.
    func pathValues(of endpoint: EndpointSummary, prefersCreated: Bool) -> [String: String] {
        pathValues(of: endpoint, prefersCreated: prefersCreated, skipping: 0)
    }

    /// The same for other resources than the first one, at most so many.
    func otherPathValues(of endpoint: EndpointSummary, most: Int) -> [[String: String]] {
        let first = pathValues(of: endpoint, prefersCreated: false)
        var others: [[String: String]] = []
        for number in 0..<most {
            let values = pathValues(of: endpoint, prefersCreated: false, skipping: number + 1)
            if !values.isEmpty, values != first, !others.contains(values) { others.append(values) }
        }
        return others
    }

    /// - Parameter skipped: how many of the innermost resources are left out, as long as one remains.
    private func pathValues(of endpoint: EndpointSummary, prefersCreated: Bool, skipping skipped: Int) -> [String: String] {
        var values = links[endpoint.index] ?? [:]
        var skipped = skipped
        let segments = endpoint.path.split(separator: "/").map(String.init)
        // The last resource decides: it belongs to those before it.
        for index in segments.indices.reversed() {
            let segment = segments[index]
            guard segment.hasPrefix("{"), segment.hasSuffix("}") else { continue }
            let name = String(segment.dropFirst().dropLast())
            guard values[name] == nil, index > 0 else { continue }
            let known = items[Self.collection(Array(segments[..<index]))] ?? []
            let fitting = known.compactMap { item in
                Self.value(of: name, in: item, of: segments[index - 1]).map { (item: item, text: $0) }
            }
            let created = prefersCreated ? fitting.last { $0.item.isCreated } : nil
            guard let found = created ?? fitting.dropFirst(max(0, min(skipped, fitting.count - 1))).first else { continue }
            skipped = 0
            values[name] = found.text
            values.merge(found.item.path) { own, _ in own }
        }
        return values
    }

    /// The member that identifies the resource: the one with the parameter's name, or its id.
    private static func value(of name: String, in item: Item, of collection: String) -> String? {
        let name = normalized(name)
        if let exact = item.members[name] ?? item.members[""] { return exact }
        guard name.hasSuffix("id") || name == "key" || normalized(collection).hasPrefix(name) else { return nil }
        return ["id", "uuid", "key", "slug"].lazy.compactMap { item.members[$0] }.first { !$0.isEmpty }
    }

    /// A slash at the end of a path makes no other collection.
    private static func collection(_ segments: [String]) -> String { "/" + segments.joined(separator: "/") }

    /// `itemId`, `item_id` and `item-id` are one name.
    private static func normalized(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }
}
