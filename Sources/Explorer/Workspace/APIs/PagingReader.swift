// Reads how to page the lists of an API, if its responses do not show it, or show it wrongly.

import Catalog
import Document
import NetLayer

enum PagingReader {
    private static let styles = ["page", "offset", "cursor", "link", "next-url", "keyset", "none"]
    private static let common = ["style", "items", "limit", "page-size", "size-parameter"]
    private static let ofStyles = ["parameter", "first", "next", "key"]
    static let options = common + ofStyles + ["endpoints"]

    static func readRules(_ node: ConfigNode) -> PagingRules {
        let options = node.options(Self.options)
        var rules = PagingRules()
        let own = options.filter { $0.key != "endpoints" }
        if !own.isEmpty { rules.all = readOverride(own, node) }
        for entry in options["endpoints"]?.entries("'listItems:'") ?? [] {
            let options = entry.options(common + ofStyles)
            if !options.isEmpty { rules.endpoints[entry.name] = readOverride(options, entry) }
        }
        return rules
    }

    private static func readOverride(_ options: [String: ConfigNode], _ node: ConfigNode) -> PagingOverride {
        var override = PagingOverride(reason: WorkspaceFile.name)
        override.list = options["items"].flatMap { $0.readPointer() }
        override.limit = options["limit"]?.readCount(1...100_000)
        override.size = options["page-size"]?.readCount(1...100_000)
        override.sizeName = options["size-parameter"]?.readText()
        let style = options["style"].flatMap { $0.readWord(styles) }
        let allowed = style.map(allowed) ?? []
        for name in ofStyles where !allowed.contains(name) && options["style"].map({ _ in style != nil }) ?? true {
            options[name]?.complain(
                style.map { "'\(name)' means nothing with style \($0)" } ?? "'\(name)' means nothing without a style",
                style == nil ? "write 'style:' too: \(styles.joined(separator: ", "))" : "remove it")
        }
        guard let style else { return override }
        guard style != "none" else {
            override.turning = .none
            return override
        }
        if let turn = readTurn(style, options, node) { override.turning = .by(turn) }
        return override
    }

    private static func allowed(_ style: String) -> [String] {
        switch style {
        case "page", "offset": ["parameter", "first"]
        case "cursor": ["parameter", "next"]
        case "next-url": ["next"]
        case "keyset": ["parameter", "key"]
        case _: []
        }
    }

    private static func readTurn(_ style: String, _ options: [String: ConfigNode], _ node: ConfigNode) -> PagingStyle.Turn? {
        let name = options["parameter"]?.readText()
        switch style {
        case "page": return .page(name: name ?? "page", first: options["first"]?.readCount(0...1) ?? 1, start: nil)
        case "offset": return .offset(name: name ?? "offset", first: options["first"]?.readCount(0...1) ?? 0)
        case "cursor":
            return readNextPointer(options, node, "the cursor", "/meta/next_cursor").map {
                .cursor(name: name ?? "cursor", from: .body($0))
            }
        case "next-url": return readNextPointer(options, node, "the next page's URL", "/next").map { .nextURL(.body($0)) }
        case "keyset":
            guard let name else {
                node.complain("style keyset has no parameter", "write 'parameter: starting_after', or its name")
                return nil
            }
            return .keyset(name: name, key: options["key"].map { $0.readPointer() ?? "/id" } ?? "/id")
        case _: return .link
        }
    }

    private static func readNextPointer(
        _ options: [String: ConfigNode], _ node: ConfigNode, _ what: String, _ example: String
    ) -> String? {
        guard let next = options["next"] else {
            node.complain("nothing says where \(what) stands", "write 'next: \(example)'")
            return nil
        }
        return next.readPointer()
    }
}
