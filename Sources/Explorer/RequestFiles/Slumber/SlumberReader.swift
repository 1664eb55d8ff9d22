// Collections of slumber: profiles, and a tree of folders and recipes by their ids.

import Document

/// Reads collections of slumber.
public enum SlumberReader {
    /// - Throws: ``ImportError`` if it is neither JSON nor YAML, or is not a slumber collection.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let text = try StructuredFile(bytes, file: file)
        guard recognises(text.root) else {
            throw ImportError(
                ImportPlace(file: file, pointer: ""), "it is not a slumber collection",
                hint: "a slumber collection has requests by id, with method and url")
        }
        var tree = SlumberTree(text)
        tree.readCollection()
        return tree.collection
    }

    /// Whether a JSON text is a slumber collection.
    public static func recognises(_ root: JSONNode) -> Bool {
        guard let requests = root["requests"], requests.kind == .object, root["openapi"] == nil, root["swagger"] == nil else {
            return false
        }
        guard let first = requests.members.first(where: { $0.key != "$ref" })?.value else {
            return root["profiles"]?.kind == .object
        }
        return first.kind == .object && (first["url"] != nil || first["requests"]?.kind == .object || first["$ref"] != nil)
    }
}
