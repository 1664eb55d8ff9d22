// The names that references may use beside pointers: $id, $anchor and $dynamicAnchor (JSON
// Schema 2020-12 §8).

import Document
import NetLayer

/// The schema resources of a document and their anchors. Most documents have none; for them only the keys
/// are looked up.
struct AnchorIndex: Sendable {
    /// A part of a document that has an address of its own.
    struct Resource: Sendable {
        var root: JSONNode
        /// The pointer of the root in the document.
        var pointer: String
        /// The base URI for relative references in the resource.
        var base: URI
        /// The enclosing resource; `nil` is the document.
        var outer: Int?
    }

    /// In the order of the text, enclosing resources first.
    private(set) var resources: [Resource] = []
    private var anchors: [Key: References.Target] = [:]
    /// Those of `$dynamicAnchor`: where several have the same name, all references to it may lead to one of them.
    private var dynamicAnchors: [Key: JSONNode] = [:]
    /// Whether all names are known. Deeply nested names need long pointers; when the budget is spent, the
    /// remaining names are unknown.
    private(set) var isWhole = true

    private struct Key: Hashable {
        /// `nil` is the document.
        var resource: Int?
        var name: String
    }

    /// - Parameter base: the document's base URI; without one, relative addresses stay relative.
    init(_ document: JSONDocument, base: URI?) {
        let names = ["$id", "$anchor", "$dynamicAnchor"]
        guard names.contains(where: { !document.values(behind: $0).isEmpty }) else { return }
        var open: [Int] = []
        var budget = PointerBudget(for: document.bytes.count)
        ReferenceWalk.forEachObject(in: document) { node, pointer in
            guard !budget.isSpent else { return }
            while let last = open.last, node.byteRange.lowerBound >= resources[last].root.byteRange.upperBound {
                open.removeLast()
            }
            if let id = node["$id"]?.string, !id.isEmpty, !id.hasPrefix("#") {
                let outer = open.last.map { resources[$0].base } ?? base
                var place = outer.map { $0.resolving(URI(id)) } ?? URI(id)
                place.fragment = nil
                let pointer = pointer()
                guard budget.reserve(pointer.utf8.count + place.revealed.utf8.count) else { return }
                open.append(resources.count)
                resources.append(Resource(root: node, pointer: pointer, base: place, outer: open.dropLast().last))
            }
            for key in ["$anchor", "$dynamicAnchor"] {
                guard let name = node[key]?.string else { continue }
                let place = Key(resource: open.last, name: name)
                guard anchors[place] == nil else { continue }
                let pointer = pointer()
                guard budget.reserve(pointer.utf8.count) else { return }
                anchors[place] = References.Target(node: node, pointer: pointer)
                if key == "$dynamicAnchor" { dynamicAnchors[place] = node }
            }
        }
        isWhole = !budget.isSpent
    }

    /// The innermost resource that contains a value of this document.
    func resource(of node: JSONNode) -> Int? {
        let start = node.byteRange.lowerBound
        var (low, high) = (0, resources.count)
        while low < high {
            let middle = (low + high) / 2
            if resources[middle].root.byteRange.lowerBound <= start { low = middle + 1 } else { high = middle }
        }
        var found = low > 0 ? low - 1 : nil
        while let index = found, resources[index].root.byteRange.upperBound <= start { found = resources[index].outer }
        return found
    }

    /// The schema with a `$dynamicAnchor` in a resource itself.
    func dynamicTarget(of anchor: String, in resource: Int?) -> JSONNode? {
        dynamicAnchors[Key(resource: resource, name: anchor)]
    }

    /// The target of an anchor: in the resource, else in the resources that enclose it.
    func target(of anchor: String, in resource: Int?) -> References.Target? {
        var place = resource
        while true {
            if let found = anchors[Key(resource: place, name: anchor)] { return found }
            guard let index = place else { return nil }
            place = resources[index].outer
        }
    }
}
