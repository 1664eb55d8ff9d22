// Pairs the members or elements of one container with those of another.

/// The children of two containers, side by side.
struct JSONAlignment {
    /// A child of either container or of both, by its index among the children.
    struct Pair: Equatable {
        let old: Int?
        let new: Int?
        /// Whether its order among the children in both containers has changed.
        var isMoved = false
    }

    let old: [JSONNode]
    let new: [JSONNode]
    /// In the order of the old text; an added child follows its predecessor in the new text.
    private(set) var pairs: [Pair] = []

    /// The members that identify an element, where no two elements have the same
    /// value; the first suitable one applies.
    static let identities = ["id", "_id", "uuid", "key", "name"]

    /// Aligns two containers of the same kind.
    init(_ old: JSONNode, _ new: JSONNode, _ oldHashes: JSONHashes, _ newHashes: JSONHashes) {
        self.old = Array(old.children)
        self.new = Array(new.children)
        if old.kind == .object {
            let keys = (old.entries.map { oldHashes[$0.name.index] }, new.entries.map { newHashes[$0.name.index] })
            makePairs(Self.partners(keys: keys.0, keys.1), isOrdered: false)
        } else {
            let partners =
                Self.partners(self.old, self.new, oldHashes, newHashes)
                ?? Self.partners(self.old.map { oldHashes[$0.index] }, self.new.map { newHashes[$0.index] })
            makePairs(partners, isOrdered: true)
        }
    }

    /// - Parameter partners: for each old child the index of the new child that it corresponds to.
    private mutating func makePairs(_ partners: [Int?], isOrdered: Bool) {
        let paired = partners.indices.filter { partners[$0] != nil }
        var isMoved = [Bool](repeating: isOrdered, count: old.count)
        if isOrdered {
            for place in SequenceDiff.ascending(paired.compactMap { partners[$0] }) { isMoved[paired[place]] = false }
        }
        // The added children, by their old predecessor; by −1 at the beginning.
        var owners = [Int?](repeating: nil, count: new.count)
        for place in paired { if let partner = partners[place] { owners[partner] = place } }
        var followers: [Int: [Int]] = [:]
        var last = -1
        for (place, owner) in owners.enumerated() {
            if let owner { last = owner } else { followers[last, default: []].append(place) }
        }
        pairs += (followers[-1] ?? []).map { Pair(old: nil, new: $0) }
        for (place, partner) in partners.enumerated() {
            pairs.append(Pair(old: place, new: partner, isMoved: partner != nil && isMoved[place]))
            pairs += (followers[place] ?? []).map { Pair(old: nil, new: $0) }
        }
    }

    /// Pairs members by their keys.
    private static func partners(keys old: [UInt64], _ new: [UInt64]) -> [Int?] {
        // Most objects have the same keys in the same order.
        if old == new { return Array(old.indices) }
        var places: [UInt64: Int] = [:]
        for (place, key) in new.enumerated() { places[key] = place }
        // Of members with the same key the last counts; the others get no partner.
        var partners = [Int?](repeating: nil, count: old.count)
        for place in old.indices.reversed() { partners[place] = places.removeValue(forKey: old[place]) }
        return partners
    }

    /// Pairs elements by a member that identifies them; `nil` where none does.
    private static func partners(
        _ old: [JSONNode], _ new: [JSONNode], _ oldHashes: JSONHashes, _ newHashes: JSONHashes
    ) -> [Int?]? {
        guard old.first?.kind == .object, new.first?.kind == .object else { return nil }
        for identity in identities {
            guard let olds = identified(old, by: identity, oldHashes), let news = identified(new, by: identity, newHashes) else {
                continue
            }
            var partners = [Int?](repeating: nil, count: old.count)
            for (hash, place) in olds { partners[place] = news[hash] }
            return partners
        }
        return nil
    }

    /// The indices of elements by their identity; `nil` unless each has a unique one.
    private static func identified(_ elements: [JSONNode], by name: String, _ hashes: JSONHashes) -> [UInt64: Int]? {
        var places: [UInt64: Int] = [:]
        for (place, element) in elements.enumerated() {
            guard let value = element[name], value.kind == .string || value.kind == .number,
                places.updateValue(place, forKey: hashes[value.index]) == nil
            else { return nil }
        }
        return places
    }

    /// Pairs elements by equality, and changed elements between two equal ones by their order.
    private static func partners(_ old: [UInt64], _ new: [UInt64]) -> [Int?] {
        var partners = [Int?](repeating: nil, count: old.count)
        var (oldEnd, newEnd) = (0, 0)
        for run in SequenceDiff.findRuns(old, new) + [SequenceDiff.Run(old: old.count, new: new.count, count: 0)] {
            for (one, other) in zip(oldEnd..<run.old, newEnd..<run.new) { partners[one] = other }
            (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
            for (one, other) in zip(run.old..<oldEnd, run.new..<newEnd) { partners[one] = other }
        }
        return partners
    }
}
