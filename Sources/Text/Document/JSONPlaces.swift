// The position of a value in its document: its number, its containers, its pointer.

extension JSONNode {
    /// The value's number: its index in the flat table of the document. Never changes.
    public var id: Int { index }

    /// The values of the members or the elements.
    var children: AnySequence<JSONNode> {
        kind == .object ? AnySequence(entries.lazy.map(\.value)) : AnySequence(elements)
    }
}

extension JSONDocument {
    /// The value with a number from ``JSONNode/id``; `nil` when there is none.
    public func node(_ id: Int) -> JSONNode? {
        storage.nodes.indices.contains(id) ? JSONNode(storage: storage, index: id) : nil
    }

    /// The memory of a value or key besides its bytes.
    public static let bytesPerNode = MemoryLayout<FlatNode>.stride

    /// The number of values and keys.
    public var nodeCount: Int { storage.nodes.count }

    /// The containers around a value, the outermost first. Scans the siblings before each.
    public func ancestors(of id: Int) -> [Int] { findSteps(to: id).map(\.container) }

    /// The address of a value (RFC 6901).
    public func pointer(to id: Int) -> String {
        findSteps(to: id).reduce(into: "") { pointer, step in
            pointer += "/" + (step.key.map { JSONPointer.escape($0.string ?? "") } ?? String(step.place))
        }
    }

    /// The steps from the root down to a value.
    private func findSteps(to id: Int) -> [(container: Int, key: JSONNode?, place: Int)] {
        let nodes = storage.nodes
        var steps: [(container: Int, key: JSONNode?, place: Int)] = []
        var container = 0
        while container < id, nodes.indices.contains(id), id < Int(nodes[container].next) {
            let isObject = nodes[container].kind == .object
            var child = container + (isObject ? 2 : 1)
            var place = 0
            while Int(nodes[child].next) <= id {
                child = Int(nodes[child].next) + (isObject ? 1 : 0)
                place += 1
            }
            steps.append((container, isObject ? JSONNode(storage: storage, index: child - 1) : nil, place))
            container = child
        }
        return steps
    }
}
