// Groups endpoints by tag, or by path where no endpoint has a tag.

/// A tag of the description's own list, with its parent tag (OpenAPI 3.2).
struct DeclaredTag {
    var name: String
    var parent: String?
}

/// Makes the groups of a list of endpoints.
enum Grouping {
    static func groups(_ endpoints: [EndpointSummary], declared: [DeclaredTag]) -> [EndpointGroup] {
        guard endpoints.contains(where: { !$0.tags.isEmpty }) else { return bySegment(endpoints) }
        var order = family(declared)
        var members: [String: [Int]] = [:]
        for endpoint in endpoints {
            guard let tag = endpoint.tags.first else { continue }
            if members[tag, default: []].isEmpty { order.append(tag) }
            members[tag, default: []].append(endpoint.index)
        }
        var groups = extractGroups(order, from: &members)
        let rest = endpoints.filter { $0.tags.isEmpty }.map(\.index)
        if !rest.isEmpty { groups.append(EndpointGroup(name: EndpointGroup.untagged, endpoints: rest)) }
        return groups
    }

    /// The declared tags in their order, each followed by its children. Tags in a cycle come last.
    private static func family(_ declared: [DeclaredTag]) -> [String] {
        let names = Set(declared.map(\.name))
        let isTop = { (tag: DeclaredTag) in tag.parent.map { !names.contains($0) } ?? true }
        guard !declared.allSatisfy(isTop) else { return declared.map(\.name) }
        let children = Dictionary(grouping: declared.filter { !isTop($0) }) { $0.parent ?? "" }
        var order: [String] = []
        var seen: Set<String> = []
        var waiting = Array(declared.filter(isTop).reversed())
        while let tag = waiting.popLast() {
            guard seen.insert(tag.name).inserted else { continue }
            order.append(tag.name)
            waiting += (children[tag.name] ?? []).reversed()
        }
        return order + declared.map(\.name).filter { !seen.contains($0) }
    }

    /// Groups by the first segment after those that all paths share (`/api/v1/…` would put all endpoints
    /// in one group). Segments with a single endpoint share one group: a heading for each would fill half
    /// of the list.
    private static func bySegment(_ endpoints: [EndpointSummary]) -> [EndpointGroup] {
        let paths = endpoints.map { $0.path.split(separator: "/") }
        guard let first = paths.first else { return [] }
        var shared = 0
        while shared < first.count, paths.allSatisfy({ $0.count > shared + 1 && $0[shared] == first[shared] }) { shared += 1 }
        var order: [String] = []
        var members: [String: [Int]] = [:]
        for (endpoint, path) in zip(endpoints, paths) {
            let name = path.count > shared ? String(path[shared]) : "/"
            if members[name] == nil { order.append(name) }
            members[name, default: []].append(endpoint.index)
        }
        let alone = order.filter { members[$0]?.count == 1 }
        guard alone.count > 1 else { return extractGroups(order, from: &members) }
        let others = alone.flatMap { members.removeValue(forKey: $0) ?? [] }
        let groups = extractGroups(order, from: &members)
        return groups + [EndpointGroup(name: groups.isEmpty ? "endpoints" : "others", endpoints: others)]
    }

    /// The groups in this order, each once, none empty.
    private static func extractGroups(_ order: [String], from members: inout [String: [Int]]) -> [EndpointGroup] {
        order.compactMap { name in members.removeValue(forKey: name).map { EndpointGroup(name: name, endpoints: $0) } }
    }
}
