// The values in filters, and the comparison of two such values (RFC 9535 §2.3.5.2.2).

enum PathValue: Sendable {
    /// The result of a query that found no value.
    case nothing
    case node(Int)
    /// UTF-8.
    case text([UInt8])
    case number(JSONDecimal)
    case bool(Bool)
    case null

    /// A node's value, unless it is a container.
    func resolve(_ storage: JSONStorage) -> PathValue {
        guard case .node(let index) = self else { return self }
        let node = JSONNode(storage: storage, index: index)
        switch node.kind {
        case .string: return .text(node.utf8)
        case .number: return .number(node.decimal)
        case .true: return .bool(true)
        case .false: return .bool(false)
        case .null: return .null
        case .object, .array: return self
        }
    }

    func compares(_ comparison: PathComparison, to other: PathValue, in storage: JSONStorage) -> Bool {
        let (one, two) = (resolve(storage), other.resolve(storage))
        return switch comparison {
        case .equal: one.equals(two, storage)
        case .different: !one.equals(two, storage)
        case .less: one.isLess(than: two)
        case .greater: two.isLess(than: one)
        case .lessOrEqual: one.isLess(than: two) || one.equals(two, storage)
        case .greaterOrEqual: two.isLess(than: one) || one.equals(two, storage)
        }
    }

    private func equals(_ other: PathValue, _ storage: JSONStorage) -> Bool {
        switch (self, other) {
        case (.nothing, .nothing), (.null, .null): true
        case (.node(let one), .node(let two)):
            JSONNode(storage: storage, index: one).means(JSONNode(storage: storage, index: two))
        case (.text(let one), .text(let two)): one == two
        case (.number(let one), .number(let two)): one == two
        case (.bool(let one), .bool(let two)): one == two
        default: false
        }
    }

    private func isLess(than other: PathValue) -> Bool {
        switch (self, other) {
        case (.text(let one), .text(let two)): one.lexicographicallyPrecedes(two)
        case (.number(let one), .number(let two)): one < two
        default: false
        }
    }
}
