// Compares a description's operations with an earlier reading.

/// The difference between two readings of a description. Operations are matched by id; where an id is gone,
/// by method and path.
public struct DescriptionChange: Sendable, Hashable {
    /// Indices into the new endpoints, ascending.
    public let added: [Int]
    /// Indices into the old endpoints, ascending.
    public let removed: [Int]
    /// Indices into the new endpoints, ascending: operations whose own text has changed, or the text of
    /// something that they refer to.
    public let changed: [Int]
    /// The new index of each old endpoint that still exists.
    public let moved: [Int: Int]

    /// Whether no operation was added, removed or changed.
    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

extension APIDescription {
    /// The differences from an earlier reading. Compares texts and walks references: do not call it on
    /// the screen's thread.
    public func changes(since old: APIDescription) -> DescriptionChange {
        let moved = Self.moves(from: old.endpoints, to: endpoints)
        let changed =
            collected != nil || old.collected != nil ? changedRequests(since: old, moved) : changedOperations(since: old, moved)
        let kept = Set(moved.values)
        return DescriptionChange(
            added: endpoints.indices.filter { !kept.contains($0) }, removed: old.endpoints.indices.filter { moved[$0] == nil },
            changed: changed.sorted(), moved: moved)
    }

    /// The requests of a collection that have changed in any environment.
    private func changedRequests(since old: APIDescription, _ moved: [Int: Int]) -> [Int] {
        moved.compactMap { before, after in
            let (own, other) = (endpoints[after], old.endpoints[before])
            let isSame =
                own.method == other.method && own.path == other.path
                && collected?.requests[after].isSame(as: old.collected?.requests[before]) ?? false
            return isSame ? nil : after
        }
    }

    private func changedOperations(since old: APIDescription, _ moved: [Int: Int]) -> [Int] {
        var comparison = DescriptionComparison(old: old.documents, new: documents)
        var changed: [Int] = []
        var roots: [(endpoint: Int, units: [Int])] = []
        for (before, after) in moved.sorted(by: { $0.value < $1.value }) {
            let (own, other) = (old.endpoints[before], endpoints[after])
            guard own.method == other.method, own.path == other.path,
                let units = comparison.addOperation(old.places[before], places[after])
            else {
                changed.append(after)
                continue
            }
            roots.append((after, units))
        }
        comparison.compareUnits()
        return changed + roots.filter { $0.units.contains(where: comparison.differs) }.map(\.endpoint)
    }

    private static func moves(from old: [EndpointSummary], to new: [EndpointSummary]) -> [Int: Int] {
        var moved: [Int: Int] = [:]
        let ids = Dictionary(new.map { ($0.id, $0.index) }) { first, _ in first }
        for endpoint in old { moved[endpoint.index] = ids[endpoint.id] }
        var taken = Set(moved.values)
        let places = Dictionary(new.filter { !taken.contains($0.index) }.map { ("\($0.method) \($0.path)", $0.index) }) {
            first, _ in
            first
        }
        for endpoint in old where moved[endpoint.index] == nil {
            // If a method and path fits two old endpoints, the first one gets it.
            guard let index = places["\(endpoint.method) \(endpoint.path)"], taken.insert(index).inserted else { continue }
            moved[endpoint.index] = index
        }
        return moved
    }
}
