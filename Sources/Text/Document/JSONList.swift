// Finds the list in a response: many APIs wrap it into an object, and each names the member in its own way.

/// Finds the list of a response.
public enum JSONList {
    /// The usual names of members that contain a list.
    private static let names = [
        "data", "items", "results", "value", "values", "rows", "records", "entries", "list", "elements", "content", "objects",
        "hits", "edges", "features", "resources",
    ]
    /// The deepest level of a wrapped list.
    private static let deepest = 3

    /// The array that the response is about; `nil` when the response is about one item.
    ///
    /// The response itself when it is an array. Otherwise the first array in a member with a
    /// usual name, unless a member `id` shows that the response is one item. Otherwise the
    /// longest array of objects not deeper than three levels, when it makes up more than half of
    /// the text; a smaller one is only part of an item.
    public static func findList(in document: JSONDocument) -> JSONNode? {
        let root = document.root
        guard root.kind == .object else { return root.kind == .array ? root : nil }
        let arrays = arrays(in: root)
        let named = isOneThing(root) ? [] : arrays.filter { found in names.contains { found.name.stringEquals($0) } }
        if let best = named.first(where: { $0.depth == 1 && isOfObjects($0.value) }) ?? named.first(where: { $0.depth == 1 }) {
            return best.value
        }
        let candidates = arrays.filter { isOfObjects($0.value) }
        guard let longest = candidates.map(\.value).max(by: { $0.count < $1.count }) else { return nil }
        return longest.byteRange.count * 2 > root.byteRange.count ? longest : nil
    }

    /// An object with a member `id` is one item, and its arrays are parts of it.
    public static func isOneThing(_ root: JSONNode) -> Bool { root.entries.contains { $0.keyEquals("id") } }

    private static func isOfObjects(_ array: JSONNode) -> Bool { array.elements.first { _ in true }?.kind == .object }

    /// The arrays that are members of objects, down to the deepest searched level.
    private static func arrays(in root: JSONNode) -> [(name: JSONNode, value: JSONNode, depth: Int)] {
        var found: [(name: JSONNode, value: JSONNode, depth: Int)] = []
        var level = [root]
        for depth in 1...deepest {
            var next: [JSONNode] = []
            for entry in level.lazy.flatMap(\.entries) {
                if entry.value.kind == .array { found.append((entry.name, entry.value, depth)) }
                if entry.value.kind == .object { next.append(entry.value) }
            }
            level = next
        }
        return found
    }
}
