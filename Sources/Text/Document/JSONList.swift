// Finds the list in an answer: many APIs wrap it into an object, and each names the member in its own way.

/// Finds what an answer lists.
public enum JSONList {
    /// Names under which APIs put their lists.
    private static let names = [
        "data", "items", "results", "value", "values", "rows", "records", "entries", "list", "elements", "content", "objects",
        "hits", "edges", "features", "resources",
    ]
    /// How deep a list may be wrapped.
    private static let deepest = 3

    /// The array that the answer is about; `nil` when it is about one thing.
    ///
    /// The answer itself when it is an array; else the first member of a usual name that is one, unless a member `id` says that the
    /// answer is one thing; else the longest array of objects not deeper than three levels, when it makes up more than half of the
    /// text: else it is only a part of something.
    public static func find(in document: JSONDocument) -> JSONNode? {
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

    /// An object with a member `id` is one thing, and its arrays are parts of it.
    public static func isOneThing(_ root: JSONNode) -> Bool { root.entries.contains { $0.keyEquals("id") } }

    private static func isOfObjects(_ array: JSONNode) -> Bool { array.elements.first { _ in true }?.kind == .object }

    /// The arrays that are members of objects, as deep as is looked.
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
