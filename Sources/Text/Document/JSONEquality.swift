// Equality of values by meaning: numbers by value, members in any order. It does not
// recurse, because nesting has no limit.

extension JSONNode {
    /// Whether it means the same as another value, of this text or another one: `1` is
    /// `1.0`, and members may be in any order.
    public func means(_ other: JSONNode) -> Bool {
        // Most values contain no others, and need no list.
        switch (kind, other.kind) {
        case (.string, .string): return hasText(of: other)
        case (.number, .number): return number(equals: other)
        case (.array, .array), (.object, .object): break
        case (let one, let two): return one == two
        }
        var pending = [(self, other)]
        while let (one, two) = pending.popLast() {
            guard one.kind == two.kind else { return false }
            switch one.kind {
            case .true, .false, .null: break
            case .string: if !one.hasText(of: two) { return false }
            case .number: if !one.number(equals: two) { return false }
            case .array:
                guard one.count == two.count else { return false }
                pending += zip(one.elements, two.elements)
            case .object:
                guard let pairs = one.pairs(with: two) else { return false }
                pending += pairs
            }
        }
        return true
    }

    private func number(equals other: JSONNode) -> Bool {
        document.withFlatView { mine in other.document.withFlatView { mine.number(index) == $0.number(other.index) } }
    }

    /// A number's value; zero for all other values.
    var decimal: JSONDecimal { JSONDecimal(kind == .number ? storage.bytes[byteRange] : []) }

    /// A string's text as UTF-8, with escapes decoded.
    var utf8: [UInt8] {
        let inner = storage.bytes[byteRange.lowerBound + 1..<byteRange.upperBound - 1]
        return flat.hasEscapes ? Array(JSONString.decode(inner).utf8) : Array(inner)
    }

    /// Whether two strings have the same text.
    func hasText(of other: JSONNode) -> Bool {
        if flat.hasEscapes || other.flat.hasEscapes { return utf8 == other.utf8 }
        return storage.bytes[byteRange] == other.storage.bytes[other.byteRange]
    }

    /// The pairs of values with the same key; `nil` when the keys differ.
    private func pairs(with other: JSONNode) -> [(JSONNode, JSONNode)]? {
        // Most similar objects have their members in the same order.
        if count == other.count, zip(entries, other.entries).allSatisfy({ $0.name.hasText(of: $1.name) }) {
            return zip(entries, other.entries).map { ($0.value, $1.value) }
        }
        let (mine, theirs) = (membersByKey, other.membersByKey)
        guard mine.count == theirs.count else { return nil }
        var pairs: [(JSONNode, JSONNode)] = []
        for (key, value) in mine {
            guard let partner = theirs[key] else { return nil }
            pairs.append((value, partner))
        }
        return pairs
    }

    /// The members by their keys as UTF-8; of members with the same key the last.
    var membersByKey: [[UInt8]: JSONNode] {
        var members: [[UInt8]: JSONNode] = [:]
        members.reserveCapacity(count)
        for entry in entries { members[entry.name.utf8] = entry.value }
        return members
    }
}
