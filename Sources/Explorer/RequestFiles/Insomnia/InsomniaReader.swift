// Reads Insomnia exports: versions 1 to 4 in JSON or YAML, and the YAML files of version 5. Other Insomnia
// files get an error that names their kind.

import Document

/// Reads files of Insomnia.
public enum InsomniaReader {
    /// Reads an Insomnia export. A file of environments alone gives a collection without requests.
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - file: its path from the imported folder, for notes.
    /// - Throws: ``ImportError`` if it is not an export.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let source = try ImportedText(bytes, file: file, as: "Insomnia export", allowsYAML: true)
        let root = source.root
        var reading = InsomniaReading(source: source)
        if let line = source.secondDocument {
            reading.report.addNote(
                .skipped, ImportPlace(file: file, line: line), "a second YAML document is not read",
                hint: "give it a file of its own")
        }
        switch detectKind(of: root) {
        case .groups: return reading.readGroups(root)
        case .resources: return reading.readResources(root)
        case .tree: return reading.readTree(root)
        case .foreign(let what):
            throw ImportError(source.place(root, ""), "\(what) of Insomnia", hint: "export the collection that belongs to it")
        case .newer(let type):
            throw ImportError(
                source.place(root, ""), "an unknown version of Insomnia's files: \(type.brief)",
                hint: "version 5.0 is read")
        case nil:
            throw ImportError(
                source.place(root, ""), "it is not an Insomnia export",
                hint: "an export begins with _type: export, or with type: collection.insomnia.rest/5.0")
        }
    }

    /// Whether a JSON text (or YAML as JSON) is one of Insomnia's files, including those that
    /// ``read(_:file:)`` refuses by name.
    public static func recognises(_ root: JSONNode) -> Bool { detectKind(of: root) != nil }

    private enum Kind {
        /// Version 1: groups that contain their requests.
        case groups
        /// Versions 2 to 4: a flat list in which each entry names its parent.
        case resources
        /// Version 5.
        case tree
        case foreign(String)
        case newer(String)
    }

    private static func detectKind(of root: JSONNode) -> Kind? {
        if root["_type"]?.stringEquals("export") == true {
            if root["resources"]?.kind == .array { return .resources }
            return root["items"]?.kind == .array ? .groups : nil
        }
        guard let type = root["type"]?.string, type.contains(".insomnia") else { return nil }
        let parts = type.split(separator: "/")
        guard parts.count == 2, parts[1].hasPrefix("5.") else { return .newer(type) }
        switch parts[0].prefix(while: { $0 != "." }) {
        case "collection", "spec", "environment": return .tree
        case "mock": return .foreign("a mock server")
        case "mcpClient": return .foreign("an MCP client")
        default: return .foreign("a file of type \(type)")
        }
    }
}
