// The link of a list item: to itself, or to the resource that it represents.

/// A link in a value.
public struct ItemLink: Sendable, Hashable {
    /// The link as written; it may be relative.
    public let text: String
    /// The member that contains it, for display: `_links.self.href`.
    public let name: String

    /// The usual paths of an item's link, the most reliable first.
    private static let places = [
        ["_links", "self", "href"], ["_links", "self"], ["links", "self", "href"], ["links", "self"], ["self", "href"], ["self"],
        ["selfLink"], ["@odata.id"], ["@id"], ["url"], ["href"], ["uri"], ["link"], ["resource_url"], ["resource_uri"],
        ["api_url"],
        ["html_url"],
    ]

    /// The value itself, where it is an address: a whole one, or a path.
    public init?(value: JSONNode) {
        guard let text = Self.address(value) else { return nil }
        self.init(text: text, name: "")
    }

    private init(text: String, name: String) { (self.text, self.name) = (text, name) }

    /// The link of an item; `nil` when it has none under any of the usual names.
    public static func findLink(in item: JSONNode) -> ItemLink? {
        if let link = ItemLink(value: item) { return link }
        guard item.kind == .object else { return nil }
        for names in places {
            guard let node = JSONTable.value(at: names, in: item), let text = address(node) else { continue }
            return ItemLink(text: text, name: names.joined(separator: "."))
        }
        // The form of Siren and others: a list of links, each with its relation (RFC 8288).
        for name in ["links", "_links"] {
            guard let list = item[name], list.kind == .array else { continue }
            let own = list.elements.first { $0["rel"].map(Self.isSelf) ?? false }
            if let text = own.flatMap({ $0["href"] ?? $0["url"] ?? $0["uri"] }).flatMap(address) {
                return ItemLink(text: text, name: "\(name), rel self")
            }
        }
        return nil
    }

    private static func isSelf(_ relation: JSONNode) -> Bool {
        relation.kind == .array ? relation.elements.contains { $0.stringEquals("self") } : relation.stringEquals("self")
    }

    private static func address(_ node: JSONNode) -> String? {
        guard node.kind == .string, node.byteRange.count < 8_192, let text = node.string else { return nil }
        let isWhole = text.hasPrefix("https://") || text.hasPrefix("http://")
        let isPath = text.hasPrefix("/") && text.count > 1 || text.hasPrefix("./") || text.hasPrefix("../")
        guard isWhole || isPath, !text.contains(where: { $0.isWhitespace || $0.isNewline }) else { return nil }
        return text
    }
}
