// The search spaces of a document: every key and value of its tree, every cell of its table.

/// The keys and values of a tree; a match's place is the number of the value's node.
public struct JSONTreeSpace: SearchSpace {
    private let storage: JSONStorage
    private let root: Int

    /// The whole tree of a node, folded or not.
    public init(_ document: JSONDocument, root: Int = 0) {
        storage = document.storage
        self.root = storage.nodes.indices.contains(root) ? root : 0
    }

    /// The number of nodes; a container is one of them, and has no text of its own.
    public var unitCount: Int { Int(storage.nodes[root].next) - root }

    /// Searches one key or value.
    public func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        let node = JSONNode(storage: storage, index: root + unit)
        if search.searchesNamesOnly, !node.isKey { return 0 }
        if node.hasMatch(search) { found(node.isKey ? node.index + 1 : node.index) }
        return node.kind == .object || node.kind == .array ? 0 : node.byteRange.count
    }
}

/// The cells of a table in the display order of its rows.
public struct JSONTableSpace: SearchSpace {
    /// The place of a match is its row multiplied by this number, plus its column.
    public static let stride = 64

    private let table: JSONTable
    private let places: [UInt32]?

    /// The cells; `places` is a result of ``JSONTable/places(in:)``, or `nil` for the order of the text.
    public init(_ table: JSONTable, places: [UInt32]?) {
        self.table = table
        self.places = places
    }

    /// The number of rows.
    public var unitCount: Int { table.count }

    /// Searches the cells of one row.
    public func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        let place = places.map { Int($0[unit]) } ?? unit
        for (column, cell) in table.cells(place).enumerated() {
            guard let cell else { continue }
            let isMatch =
                cell.kind == .object || cell.kind == .array
                ? search.matches(JSONTable.makeText(of: cell)) : cell.hasMatch(search)
            if isMatch { found(unit * Self.stride + column) }
        }
        return table.element(place).byteRange.count
    }
}

extension JSONTable {
    /// The text of a cell, in one line of at most a few hundred bytes.
    public static func makeText(of cell: JSONNode) -> String {
        guard cell.kind == .array, cell.count > 0, !cell.elements.prefix(40).contains(where: { $0.count > 0 }) else {
            return JSONPreview.makeText(cell, limit: 400)
        }
        return JSONPreview.contents(cell, limit: 100)
    }
}

extension JSONNode {
    /// Whether a string is the name of a member: a colon follows it.
    var isKey: Bool {
        guard kind == .string else { return false }
        var index = byteRange.upperBound
        while index < storage.bytes.count, Byte.isSpace(storage.bytes[index]) { index += 1 }
        return index < storage.bytes.count && storage.bytes[index] == Byte.colon
    }

    /// Whether the text of a scalar has a match.
    func hasMatch(_ search: TextSearch) -> Bool {
        switch kind {
        case .object, .array: return false
        case .string where flat.hasEscapes: return search.matches(string ?? "")
        case .string, .number, .true, .false, .null:
            let inset = kind == .string ? 1 : 0
            let range = byteRange.lowerBound + inset..<byteRange.upperBound - inset
            // The text is searched separately: `^` is its beginning.
            return storage.bytes.withUnsafeBufferPointer {
                search.first(in: UnsafeBufferPointer(rebasing: $0[range]), 0..<range.count, end: range.count) != nil
            }
        }
    }
}
