// The choice and order of a table's columns: by their titles, which stay the same across responses.

extension JSONTable {
    /// The same rows with only these columns, in this order. A string that is not a column's title is a path
    /// in a row: `user.login`, or `/user/login` where names have dots. All columns stay where the first rows
    /// have no value in any of the chosen ones: the choice was then made for another list.
    public func selectingColumns(_ titles: [String]) -> JSONTable {
        var table = self
        var seen: Set<String> = []
        table.columns = titles.prefix(limit).filter { seen.insert($0).inserted }.map { title in
            columns.first { $0.title == title }
                ?? JSONTableColumn(title: title, isNumeric: false, source: .path(Self.names(title)))
        }
        let isOfThis = count == 0 || sample.contains { place in table.cells(place).contains { $0 != nil } }
        guard isOfThis, !table.columns.isEmpty else { return rankingColumns() }
        table.findNumbers()
        return table
    }

    /// With the columns that the user has chosen; without a choice, with the most informative ones first.
    public func applyingColumnChoice(_ titles: [String]?) -> JSONTable { titles.map(selectingColumns) ?? rankingColumns() }

    /// Paths to deeper values of the rows without a column of their own,
    /// as far as the first rows contain them.
    public var nested: [String] {
        var found: [String] = []
        var known = Set(columns.map(\.title))
        func collectPaths(_ node: JSONNode, _ names: [String]) {
            guard names.count < Self.deepest, node.kind == .object else { return }
            for entry in node.entries where found.count < Self.mostNested && entry.name.byteRange.count < 64 {
                let path = names + [entry.key]
                if path.count > 1, entry.value.kind != .object, known.insert(Self.title(path)).inserted {
                    found.append(Self.title(path))
                }
                collectPaths(entry.value, path)
            }
        }
        for place in sample.prefix(20) { collectPaths(element(place), []) }
        return found
    }

    private static let deepest = 5
    private static let mostNested = 200

    static func value(at names: [String], in element: JSONNode) -> JSONNode? {
        var node = element
        for name in names {
            switch node.kind {
            case .object:
                guard let next = node[name] else { return nil }
                node = next
            case .array:
                guard let place = Int(name), place >= 0, let next = node[place] else { return nil }
                node = next
            case .string, .number, .true, .false, .null: return nil
            }
        }
        return node
    }

    private static func names(_ title: String) -> [String] {
        if title.hasPrefix("/"), let tokens = JSONPointer.tokens(title) { return tokens }
        return title.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private static func title(_ names: [String]) -> String {
        let isPlain = names.allSatisfy { !$0.isEmpty && !$0.contains(".") && !$0.hasPrefix("/") }
        return isPlain ? names.joined(separator: ".") : names.reduce("") { JSONPointer.append($0, $1) }
    }
}
