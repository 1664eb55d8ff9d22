// Collections of ATAC: a list of requests in JSON or YAML. Its environments are .env files beside it.

import Document
import YAMLText

/// Reads collections of ATAC.
public enum ATACReader {
    /// - Throws: ``ImportError`` if the file is neither JSON nor YAML, or is not an ATAC collection.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let text = try StructuredFile(bytes, file: file)
        guard recognises(text.root), let requests = text.root["requests"] else {
            throw ImportError(
                ImportPlace(file: file, pointer: ""), "it is not an ATAC collection",
                hint: "an ATAC collection has a name and a list of requests with url and settings")
        }
        var collection = RequestCollection(name: text.root["name"]?.displayText ?? "", format: "ATAC")
        if let line = text.secondDocument {
            collection.report.addNote(
                .skipped, ImportPlace(file: file, line: line), "a second YAML document is not read",
                hint: "put it into a file of its own")
        }
        var number = 0
        for node in requests.elements {
            var reader = ATACRequest(node, pointer: "/requests/\(number)", text: text)
            if let request = reader.readRequest() { collection.items.append(.request(request)) }
            collection.report.notes += reader.notes
            number += 1
        }
        collection.report.requests = collection.items.count
        return collection
    }

    /// Whether a JSON text is an ATAC collection.
    public static func recognises(_ root: JSONNode) -> Bool {
        guard root["name"] != nil, let requests = root["requests"], requests.kind == .array else { return false }
        guard let first = requests[0] else { return root["last_position"] != nil }
        return first["url"] != nil && (first["protocol"] != nil || first["method"] != nil) && first["params"]?.kind == .array
    }
}
