// Sorts the rows of a table by one column.

/// By what the rows of a table are sorted.
public struct JSONTableOrder: Sendable, Hashable {
    /// The column's place among the columns.
    public var column: Int
    /// The largest first.
    public var isDescending: Bool

    /// An order; by default the smallest first.
    public init(column: Int, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }
}

extension JSONTable {
    /// What a cell is sorted by. Kinds stand apart: numbers, words, truth values, containers by their size.
    private enum Key {
        case number(Double)
        case text(String)
        case truth(Bool)
        case size(Int)

        var rank: Int {
            switch self {
            case .number: 0
            case .text: 1
            case .truth: 2
            case .size: 3
            }
        }

        /// Below 0 when this comes first.
        func compared(to other: Key) -> Int {
            switch (self, other) {
            case (.number(let mine), .number(let its)): mine < its ? -1 : mine > its ? 1 : 0
            case (.text(let mine), .text(let its)): mine < its ? -1 : mine > its ? 1 : 0
            case (.truth(let mine), .truth(let its)): mine == its ? 0 : mine ? 1 : -1
            case (.size(let mine), .size(let its)): mine - its
            case (_, _): rank - other.rank
            }
        }
    }

    /// The places of the rows in an order: rows that are equal stay as they are, rows without a value come last either way.
    public func places(in order: JSONTableOrder) -> [UInt32] {
        guard columns.indices.contains(order.column) else { return rows.indices.map { UInt32(truncatingIfNeeded: $0) } }
        var keyed: [(key: Key, place: UInt32)] = []
        var without: [UInt32] = []
        for place in rows.indices {
            let number = UInt32(truncatingIfNeeded: place)
            if let key = cell(place, column: order.column).flatMap(Self.key) {
                keyed.append((key, number))
            } else {
                without.append(number)
            }
        }
        keyed.sort { left, right in
            let difference = left.key.compared(to: right.key)
            guard difference != 0 else { return left.place < right.place }
            return (difference < 0) != order.isDescending
        }
        return keyed.map(\.place) + without
    }

    private static func key(_ node: JSONNode) -> Key? {
        switch node.kind {
        case .number: .number(node.double ?? 0)
        case .string: .text(JSONPreview.text(node, limit: 500).lowercased())
        case .true, .false: .truth(node.kind == .true)
        case .object, .array: .size(node.count)
        case .null: nil
        }
    }
}
