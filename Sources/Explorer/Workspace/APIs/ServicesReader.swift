// Reads environments with their ordered services, and merges them into one list of services: entries with the
// same name, or else the same place, are the same service in several environments.

import Catalog
import NetLayer

struct ServicesReader {
    private struct Entry {
        var name: String
        var url: URI
        var node: ConfigNode
    }

    private(set) var environments: [Environment] = []
    private(set) var services: [Service] = []
    /// The rule for confirmations, by environment.
    private(set) var confirmations: [Environment: ConfirmRule] = [:]
    /// The guard of each guarded environment, with its line.
    private(set) var guards: [Environment: WorkspaceGuard] = [:]

    mutating func readEnvironments(_ node: ConfigNode) {
        var lists: [(environment: Environment, entries: [Entry])] = []
        for list in node.entries("'release: [https://api.example.com]'") {
            let entries = places(in: list).map(readEntries) ?? []
            if !entries.isEmpty { lists.append((Environment(rawValue: list.name), entries)) }
        }
        environments = lists.map(\.environment)
        let order = order(lists.map(\.entries))
        services = order.map { name in
            let deployments = lists.compactMap { list in
                list.entries.first { $0.name == name }.map { Deployment(list.environment, baseURL: $0.url) }
            }
            return Service(name: name, deployments: deployments)
        }
    }

    /// The list of services of an environment, which may have other options beside it.
    private mutating func places(in environment: ConfigNode) -> ConfigNode? {
        let node = environment.node
        let names = ["services", "confirm", "guard"]
        guard node.kind == .object, names.contains(where: { node[$0] != nil }) else { return environment }
        let options = environment.options(names)
        if let confirm = options["confirm"] {
            if let rule = ConfirmRule(rawValue: confirm.node.string ?? "") {
                confirmations[Environment(rawValue: environment.name)] = rule
            } else {
                confirm.complain(
                    "'\(confirm.node.displayText)' isn't a rule of confirm",
                    "write \(ConfirmRule.allCases.map(\.rawValue).joined(separator: ", "))")
            }
        }
        if let option = options["guard"], let word = option.readWord(GuardLevel.allCases.map(\.rawValue)) {
            let level = GuardLevel(rawValue: word)
            guards[Environment(rawValue: environment.name)] = level.map { WorkspaceGuard($0, line: option.line) }
        }
        guard let services = options["services"] else {
            environment.complain(
                "the environment \(environment.name) has no services", "write 'services: [https://api.example.com]'")
            return nil
        }
        return ConfigNode(node: services.node, name: environment.name, notes: services.notes)
    }

    private func readEntries(of list: ConfigNode) -> [Entry] {
        let elements = list.node.kind == .null ? [] : list.elements
        guard !elements.isEmpty else {
            list.complain("the environment \(list.name) has no service", "write its base URLs: [https://api.example.com]")
            return []
        }
        var entries: [Entry] = []
        for (index, element) in elements.enumerated() {
            guard let entry = readEntry(element, "api-\(index + 1)") else { continue }
            if let twin = entries.first(where: { $0.url.isSamePlace(as: entry.url) }) {
                entry.node.complain(
                    "\(entry.url) occurs twice in \(list.name), first in line \(twin.node.line)",
                    "a service cannot be its own failover: remove one of the two")
                continue
            }
            if let twin = entries.first(where: { $0.name == entry.name }) {
                entry.node.complain(
                    "two services of \(list.name) are named \(entry.name), the first in line \(twin.node.line)",
                    "give one of them another name")
                continue
            }
            entries.append(entry)
        }
        return entries
    }

    private func readEntry(_ node: ConfigNode, _ name: String) -> Entry? {
        guard node.node.kind == .object else { return readURL(node).map { Entry(name: name, url: $0, node: node) } }
        let options = node.options(["name", "url"])
        guard let place = options["url"] else {
            node.complain("the service has no url", "write 'url: https://…'")
            return nil
        }
        guard let url = readURL(place) else { return nil }
        return Entry(name: options["name"]?.readText() ?? name, url: url, node: node)
    }

    private func readURL(_ node: ConfigNode) -> URI? {
        let url = URI(node.node.string ?? "")
        if url.authority?.contains("@") == true {
            node.complain("'\(url)' holds a credential", "remove it: a workspace is shared, its secrets are not")
            return nil
        }
        guard !url.isHostPatched, url.isAbsoluteHTTP, url.query == nil,
            url.fragment == nil
        else {
            node.complain(
                "'\(node.node.string == nil ? node.node.displayText : url.description)' is not a base URL",
                "write http:// or https://, a host, and a path if there is one")
            return nil
        }
        return url
    }

    /// One order for all environments, as a pool has one. A service that only one environment has
    /// comes after its predecessor there.
    private func order(_ lists: [[Entry]]) -> [String] {
        var order: [String] = []
        for list in lists {
            var place = 0
            for entry in list {
                guard let known = order.firstIndex(of: entry.name) else {
                    order.insert(entry.name, at: place)
                    place += 1
                    continue
                }
                if known < place {
                    entry.node.complain(
                        "\(entry.name) comes after \(order[place - 1]) here, and before it in another environment",
                        "all environments share one order of services")
                }
                place = max(place, known + 1)
            }
        }
        return order
    }
}

extension URI {
    /// Whether requests to both URLs go to the same place.
    fileprivate func isSamePlace(as other: URI) -> Bool {
        origin == other.origin && path.dropping(trailing: "/") == other.path.dropping(trailing: "/")
    }
}

extension String {
    fileprivate func dropping(trailing character: Character) -> Substring {
        var rest = self[...]
        while rest.last == character { rest.removeLast() }
        return rest
    }
}
