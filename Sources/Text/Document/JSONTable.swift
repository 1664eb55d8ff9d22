// A list in a document as rows and columns. It stores four bytes a row;
// cells are looked up when they are shown.

/// One column of a table.
public struct JSONTableColumn: Sendable, Hashable {
    /// The title: the member's name, `user.login` for a member of a member, an index for lists of lists.
    public let title: String
    /// Whether its sampled values are numbers.
    public internal(set) var isNumeric: Bool
    /// The source of the cells.
    let source: Source

    enum Source: Sendable, Hashable {
        /// The member with the key at that index in `JSONTable.keys`; of an object in it, the member `inner`.
        case member(Int, inner: String?)
        case element(Int)
        /// The value at this path in an element, member by member.
        case path([String])
        /// The element of the list itself, where it is neither an object nor a list.
        case itself
    }
}

/// A list as a table.
public struct JSONTable: Sendable {
    /// A table that is shown has no more columns; the tree shows the other members, and an export has them all.
    public static let mostColumns = 60
    /// The columns of an export: rows that have no key in common would take the square of their number.
    public static let mostExported = 2_000
    /// The number of rows, from the first and spread over the rest, that determine the content of a column.
    static let sampleSize = 200

    let storage: JSONStorage
    /// The list's own node.
    public let list: JSONNode
    /// The columns in the order of their first occurrence, or in the order of ``showing(_:)``.
    public internal(set) var columns: [JSONTableColumn] = []
    /// The node of each row, in the order of the text.
    let rows: [UInt32]
    /// The keys of members with columns, from a row that contains them.
    private var keys: [JSONNode] = []
    /// The most columns of this table.
    let limit: Int
    /// How many columns the rows have that are left out, as far as the sampled rows tell.
    public private(set) var leftOut = 0

    /// The table of the list in a document; `nil` when there is no list.
    /// - Parameters:
    ///   - pointer: the address of the list; `nil` finds it.
    ///   - limit: the most columns; `.max` for all.
    public init?(_ document: JSONDocument, list pointer: String? = nil, limit: Int = Self.mostColumns) {
        let found = pointer.map { document.root.resolve(pointer: $0) } ?? JSONList.findList(in: document)
        guard let list = found, list.kind == .array else { return nil }
        self.init(list, limit: limit)
    }

    /// The table of an array.
    init(_ list: JSONNode, limit: Int = Self.mostColumns) {
        self.limit = limit
        storage = list.storage
        self.list = list
        var rows: [UInt32] = []
        rows.reserveCapacity(list.count)
        for element in list.elements { rows.append(UInt32(truncatingIfNeeded: element.index)) }
        self.rows = rows
        findColumns()
    }

    /// The number of rows.
    public var count: Int { rows.count }

    /// The bytes that the table takes besides its document.
    public var size: Int { rows.count * MemoryLayout<UInt32>.stride }

    /// The list's element at an index.
    public func element(_ place: Int) -> JSONNode { JSONNode(storage: storage, index: Int(rows[place])) }

    /// The indices of some rows from the whole table, beginning with the first rows.
    public var sample: [Int] {
        let half = Self.sampleSize / 2
        guard count > Self.sampleSize else { return Array(0..<count) }
        return Array(0..<half) + stride(from: half, to: count, by: max(1, (count - half) / half))
    }

    /// The values of a row by column; `nil` where the row has none.
    public func cells(_ place: Int) -> [JSONNode?] {
        let element = element(place)
        let members = values(of: element)
        return columns.map { lookUpCell($0, element, members) }
    }

    /// One value of a row.
    public func cell(_ place: Int, column: Int) -> JSONNode? {
        let element = element(place)
        switch columns[column].source {
        case .member(let key, let inner):
            return value(of: element.kind == .object ? lastValue(keys[key], in: element) : nil, inner)
        case .element, .path, .itself: return lookUpCell(columns[column], element, [])
        }
    }

    private func lookUpCell(_ column: JSONTableColumn, _ element: JSONNode, _ members: [JSONNode?]) -> JSONNode? {
        switch column.source {
        case .member(let key, let inner): members.isEmpty ? nil : value(of: members[key], inner)
        case .element(let place): element[place]
        case .path(let names): Self.value(at: names, in: element)
        case .itself: element.kind == .object || element.kind == .array ? nil : element
        }
    }

    private func value(of member: JSONNode?, _ inner: String?) -> JSONNode? {
        guard let member, let inner, member.kind == .object else { return member }
        return member[inner]
    }

    private func lastValue(_ key: JSONNode, in element: JSONNode) -> JSONNode? {
        var found: JSONNode?
        for entry in element.entries where entry.name.hasSameText(as: key) { found = entry.value }
        return found
    }

    /// The members of a row at the indices of their keys. Rows of one list usually
    /// have the same keys in the same order.
    private func values(of element: JSONNode) -> [JSONNode?] {
        guard element.kind == .object else { return [] }
        var values = [JSONNode?](repeating: nil, count: keys.count)
        var expected = 0
        for entry in element.entries {
            let isExpected = expected < keys.count && entry.name.hasSameText(as: keys[expected])
            guard let place = isExpected ? expected : keys.firstIndex(where: { entry.name.hasSameText(as: $0) }) else { continue }
            values[place] = entry.value
            expected = place + 1
        }
        return values
    }
}

// Finding the columns; once per table.
extension JSONTable {
    private mutating func findColumns() {
        var width = 0
        var hasScalars = false
        var isFull = false
        for place in rows.indices {
            let element = element(place)
            switch element.kind {
            case .object where !isFull:
                addKeys(of: element)
                isFull = keys.count >= limit
            case .array: width = max(width, element.count)
            case .object: break
            case .string, .number, .true, .false, .null: hasScalars = true
            }
        }
        let sample = sample.map(element)
        for key in keys.indices { columns += columns(of: key, sample) }
        columns += (0..<min(width, limit)).map { JSONTableColumn(title: String($0), isNumeric: false, source: .element($0)) }
        if hasScalars { columns.append(JSONTableColumn(title: "value", isNumeric: false, source: .itself)) }
        leftOut = max(0, columns.count - limit) + max(0, width - limit) + (isFull ? countOtherKeys(sample) : 0)
        columns.removeLast(max(0, columns.count - limit))
        findNumbers()
    }

    /// How many keys of these rows have no column.
    private func countOtherKeys(_ sample: [JSONNode]) -> Int {
        var others: Set<String> = []
        for element in sample where element.kind == .object {
            for entry in element.entries where !keys.contains(where: { entry.name.hasSameText(as: $0) }) {
                others.insert(entry.key)
            }
        }
        return others.count
    }

    private mutating func addKeys(of element: JSONNode) {
        var expected = 0
        for entry in element.entries where keys.count < limit {
            if expected < keys.count, entry.name.hasSameText(as: keys[expected]) {
                expected += 1
            } else if let place = keys.firstIndex(where: { entry.name.hasSameText(as: $0) }) {
                expected = place + 1
            } else {
                keys.append(entry.name)
                expected = keys.count
            }
        }
    }

    /// One column per key; for an object, its most informative members.
    private func columns(of key: Int, _ sample: [JSONNode]) -> [JSONTableColumn] {
        let title = JSONPreview.makeText(keys[key], limit: 200)
        let object = sample.lazy.compactMap { lastValue(keys[key], in: $0) }.first { $0.kind == .object && $0.count > 0 }
        guard let inner = object.map(Self.informativeMembers), !inner.isEmpty else {
            return [JSONTableColumn(title: title, isNumeric: false, source: .member(key, inner: nil))]
        }
        return inner.map {
            JSONTableColumn(title: "\(title).\($0)", isNumeric: false, source: .member(key, inner: $0))
        }
    }

    /// Members that people use as names, the best first.
    private static let names = [
        "login", "name", "title", "username", "full_name", "displayName", "display_name", "label", "email", "key", "id",
    ]

    /// The members that represent an object: all of a small one; the name
    /// of a larger one; none without a name.
    private static func informativeMembers(_ object: JSONNode) -> [String] {
        let scalars = object.entries.filter {
            $0.value.kind != .object && $0.value.kind != .array && $0.name.byteRange.count < 64
        }
        if object.count <= 3, scalars.count == object.count { return scalars.map(\.key) }
        return names.first { name in scalars.contains { $0.keyEquals(name) } }.map { [$0] } ?? []
    }

    mutating func findNumbers() {
        var (numbers, others) = (Set<Int>(), Set<Int>())
        for place in sample {
            for (column, cell) in cells(place).enumerated() {
                switch cell?.kind {
                case .number: numbers.insert(column)
                case .object, .array, .string, .true, .false: others.insert(column)
                case .null, nil: break
                }
            }
        }
        for column in columns.indices { columns[column].isNumeric = numbers.contains(column) && !others.contains(column) }
    }
}

extension JSONNode {
    /// Whether two strings have the same text; compares bytes where neither has escapes.
    func hasSameText(as other: JSONNode) -> Bool {
        let (mine, its) = (flat, other.flat)
        if mine.hasEscapes || its.hasEscapes { return string == other.string }
        guard mine.end - mine.start == its.end - its.start else { return false }
        return storage.bytes.withUnsafeBufferPointer { bytes in
            other.storage.bytes.withUnsafeBufferPointer { others in
                let (first, second) = (Int(mine.start), Int(its.start))
                for offset in 0..<Int(mine.end - mine.start) where bytes[first + offset] != others[second + offset] {
                    return false
                }
                return true
            }
        }
    }
}
