// Which columns of a table are shown, and in which order: by their titles, which are the same from answer to answer.

extension JSONTable {
    /// The same rows with these columns alone, in this order. What is no title of a column is a path to something in a row:
    /// `user.login`, or `/user/login` where names have dots. All columns stay where the first rows have nothing in any of the chosen
    /// ones: then the choice was made for another list.
    public func choosing(_ titles: [String]) -> JSONTable {
        var table = self
        var seen: Set<String> = []
        table.columns = titles.prefix(Self.mostColumns).filter { seen.insert($0).inserted }.map { title in
            columns.first { $0.title == title }
                ?? JSONTableColumn(title: title, isNumeric: false, source: .path(Self.names(title)))
        }
        let isOfThis = count == 0 || sample.contains { place in table.cells(place).contains { $0 != nil } }
        guard isOfThis, !table.columns.isEmpty else { return tellingFirst() }
        table.findNumbers()
        return table
    }

    /// With the columns that somebody has chosen; those that tell most stand first where nobody has.
    public func showing(_ titles: [String]?) -> JSONTable { titles.map(choosing) ?? tellingFirst() }

    /// Paths to what stands deeper in the rows and has no column of its own, as far as the first rows show it.
    public var nested: [String] {
        var found: [String] = []
        var known = Set(columns.map(\.title))
        func walk(_ node: JSONNode, _ names: [String]) {
            guard names.count < Self.deepest, node.kind == .object else { return }
            for entry in node.entries where found.count < Self.mostNested && entry.name.byteRange.count < 64 {
                let path = names + [entry.key]
                if path.count > 1, entry.value.kind != .object, known.insert(Self.title(path)).inserted {
                    found.append(Self.title(path))
                }
                walk(entry.value, path)
            }
        }
        for place in sample.prefix(20) { walk(element(place), []) }
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
