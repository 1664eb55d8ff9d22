// Reads Postman exports: collections 2.0 and 2.1, environments, globals. Other Postman files get
// an error that names their kind.

import Document

/// Reads files of Postman.
public enum PostmanReader {
    /// Reads a collection (2.0 or 2.1), an environment, or globals. For the last two the result
    /// holds variables and no requests.
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - file: its path from the imported folder, for notes.
    /// - Throws: ``ImportError`` if it is none of these.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let source = try ImportedText(bytes, file: file, as: "Postman collection", allowsYAML: false)
        var reading = PostmanReading(source: source)
        switch detectKind(of: source.root) {
        case .collection(let node, let pointer): return try reading.readCollection(node, at: pointer)
        case .environment(let node, let pointer): return reading.readEnvironment(node, at: pointer)
        case .first:
            throw ImportError(
                source.place(source.root, ""), "a Postman collection of version 1",
                hint: "export it from Postman as Collection v2.1")
        case .dump:
            throw ImportError(
                source.place(source.root, ""), "a backup of all data of Postman",
                hint: "export the collections one by one as Collection v2.1")
        case nil:
            throw ImportError(
                source.place(source.root, ""), "it is neither a collection nor an environment of Postman",
                hint: "a collection has the members info and item, an environment has values")
        }
    }

    /// Whether a JSON text is one of Postman's files, including those that ``read(_:file:)`` refuses by name.
    public static func recognises(_ root: JSONNode) -> Bool { detectKind(of: root) != nil }

    private enum Kind {
        case collection(JSONNode, pointer: String)
        case environment(JSONNode, pointer: String)
        /// Version 1: flat lists of requests and folders.
        case first
        case dump
    }

    private static func detectKind(of root: JSONNode) -> Kind? {
        guard root.kind == .object else { return nil }
        // Postman's own API wraps both.
        for (key, wrapped) in root.members where key == "collection" || key == "environment" {
            if let kind = plainKind(of: wrapped, at: "/" + key) { return kind }
        }
        return plainKind(of: root, at: "")
    }

    private static func plainKind(of node: JSONNode, at pointer: String) -> Kind? {
        guard node.kind == .object else { return nil }
        if node["requests"]?.kind == .array, node["order"] != nil || node["folders"] != nil { return .first }
        if node["collections"]?.kind == .array, node["environments"] != nil { return .dump }
        if let info = node["info"], info.kind == .object, node["item"]?.kind == .array || isPostman(info) {
            return isFirst(info) ? .first : .collection(node, pointer: pointer)
        }
        return isEnvironment(node) ? .environment(node, pointer: pointer) : nil
    }

    private static func isEnvironment(_ node: JSONNode) -> Bool {
        guard let values = node["values"], values.kind == .array else { return false }
        if node["_postman_variable_scope"] != nil || node["_postman_exported_at"] != nil { return true }
        // A response of Postman's API can only be recognised by its values.
        return node["name"] != nil && values[0].map { $0["key"] != nil && ($0["enabled"] != nil || $0["type"] != nil) } ?? false
    }

    private static func isPostman(_ info: JSONNode) -> Bool {
        info["_postman_id"] != nil || info.memberText("schema")?.contains("getpostman.com") == true
    }

    private static func isFirst(_ info: JSONNode) -> Bool { info.memberText("schema")?.contains("/collection/v1.") == true }
}
