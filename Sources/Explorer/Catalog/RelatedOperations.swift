// The operations near another one: on the same path, above it, and below it.

/// An operation that is related to another one.
public struct RelatedOperation: Sendable, Hashable {
    /// The path of the related operation, relative to the path of the other.
    public enum Relation: String, Sendable, Hashable, CaseIterable {
        /// The same path, another method.
        case samePath
        /// The longest path that the other path extends.
        case parent
        /// A path that extends the other one.
        case child
    }

    /// How its path relates to the other path.
    public let relation: Relation
    /// Index into ``APIDescription/endpoints``.
    public let endpoint: Int
}

extension APIDescription {
    /// The operations of the same path, then those above and below it that share a tag, each in the
    /// description's order. Of those below, only the nearest: one segment longer.
    public func related(to index: Int) -> [RelatedOperation] {
        guard endpoints.indices.contains(index) else { return [] }
        let own = endpoints[index]
        let tags = Set(own.tags)
        func isAkin(_ other: EndpointSummary) -> Bool {
            tags.isEmpty ? other.tags.isEmpty : other.tags.contains(where: tags.contains)
        }
        let path = Self.trimmed(own.path)
        var same: [Int] = []
        var above: (length: Int, endpoints: [Int]) = (0, [])
        var below: [Int] = []
        for other in endpoints.prefix(ownCount) where other.index != index {
            let otherPath = Self.trimmed(other.path)
            if otherPath == path {
                same.append(other.index)
            } else if Self.leads(from: otherPath, to: path), isAkin(other) {
                if otherPath.utf8.count > above.length { above = (otherPath.utf8.count, []) }
                if otherPath.utf8.count == above.length { above.endpoints.append(other.index) }
            } else if Self.leads(from: path, to: otherPath), isAkin(other), Self.steps(from: path, to: otherPath) == 1 {
                below.append(other.index)
            }
        }
        return same.map { RelatedOperation(relation: .samePath, endpoint: $0) }
            + above.endpoints.map { RelatedOperation(relation: .parent, endpoint: $0) }
            + below.map { RelatedOperation(relation: .child, endpoint: $0) }
    }

    private static func trimmed(_ path: String) -> Substring { path.utf8.last == UInt8(ascii: "/") ? path.dropLast() : path[...] }

    /// Whether the longer path extends the shorter one. No path extends the root: otherwise every path would.
    private static func leads(from shorter: Substring, to longer: Substring) -> Bool {
        let (short, long) = (shorter.utf8, longer.utf8)
        guard !short.isEmpty, long.count > short.count, long.starts(with: short) else { return false }
        return long[long.index(long.startIndex, offsetBy: short.count)] == UInt8(ascii: "/")
    }

    private static func steps(from shorter: Substring, to longer: Substring) -> Int {
        longer.utf8.dropFirst(shorter.utf8.count).count { $0 == UInt8(ascii: "/") }
    }
}
