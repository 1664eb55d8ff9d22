// Sorts the rows of a table by one column.

/// The sort order of a table's rows.
public struct JSONTableOrder: Sendable, Hashable {
    /// The column's index among the columns.
    public var column: Int
    /// Whether the largest comes first.
    public var isDescending: Bool

    /// An order; by default the smallest first.
    public init(column: Int, isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }
}

extension JSONTable {
    /// The sort key of a cell. Kinds are separate: numbers, words, truth values, containers by their size.
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

        /// Negative when this key comes first.
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

    /// The indices of the rows in an order. Equal rows keep their order; rows without
    /// a value come last in both directions.
    public func places(in order: JSONTableOrder) -> [UInt32] {
        guard columns.indices.contains(order.column) else { return rows.indices.map { UInt32(truncatingIfNeeded: $0) } }
        var keyed: [(key: Key, place: UInt32)] = []
        var without: [UInt32] = []
        for place in rows.indices {
            let number = UInt32(truncatingIfNeeded: place)
            if let key = cell(place, column: order.column).flatMap(Self.makeKey) {
                keyed.append((key, number))
            } else {
                without.append(number)
            }
        }
        keyed.sort { left, right in
            var difference = left.key.compared(to: right.key)
            // From 2⁵³ on several integers share a double. Digits are slow to compare, so they decide only
            // then.
            if difference == 0, case .number(let double) = left.key, abs(double) >= 0x1p53 {
                difference = compareDigits(Int(left.place), Int(right.place), column: order.column)
            }
            guard difference != 0 else { return left.place < right.place }
            return (difference < 0) != order.isDescending
        }
        return keyed.map(\.place) + without
    }

    private static func makeKey(_ node: JSONNode) -> Key? {
        switch node.kind {
        case .number: .number(node.double ?? 0)
        case .string: .text(JSONPreview.makeText(node, limit: 500).lowercased())
        case .true, .false: .truth(node.kind == .true)
        case .object, .array: .size(node.count)
        case .null: nil
        }
    }

    private func compareDigits(_ left: Int, _ right: Int, column: Int) -> Int {
        guard let mine = cell(left, column: column)?.decimal, let its = cell(right, column: column)?.decimal else { return 0 }
        return mine < its ? -1 : its < mine ? 1 : 0
    }
}
