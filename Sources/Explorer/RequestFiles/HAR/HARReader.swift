// HTTP archives (HAR 1.1, 1.2): the entries that a browser or a proxy recorded.

import Document

/// Reads HTTP archives.
public enum HARReader {
    /// Reads the requests of an archive, each with its response. Several pages become folders.
    ///
    /// Also reads a single request object, as some programs write it.
    /// - Throws: ``ImportError`` if it is not JSON, or not an archive.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        var archive = HARArchive(try readDocument(bytes, file: file), file: file)
        archive.readArchive()
        return archive.collection
    }

    /// The JSON of an archive.
    /// - Throws: ``ImportError`` if it is not JSON, or not an archive.
    static func readDocument(_ bytes: [UInt8], file: String) throws(ImportError) -> JSONDocument {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(convertToUTF8(bytes))
        } catch {
            throw ImportError(
                ImportPlace(file: file, line: error.line), "it is not JSON: \(error.message)", hint: "an HTTP archive is JSON")
        }
        guard isArchive(document.root) else {
            throw ImportError(
                ImportPlace(file: file, pointer: ""), "it is JSON, but not an HTTP archive",
                hint: "an archive has the member log with entries")
        }
        return document
    }

    /// The number of the entry, from 0, whose request has this JSON pointer; `nil` for a pointer to anything else.
    package static func entryNumber(at pointer: String) -> Int? {
        let parts = pointer.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[..<3] == ["", "log", "entries"], parts[4] == "request" else { return nil }
        return Int(parts[3])
    }

    /// Whether a JSON text is an archive, or a request of one.
    public static func recognises(_ root: JSONNode) -> Bool { isArchive(root) }

    private static func isArchive(_ root: JSONNode) -> Bool {
        root["log"]?["entries"]?.kind == .array || HARArchive.isRequest(root)
    }

    private static func convertToUTF8(_ bytes: [UInt8]) -> [UInt8] {
        let isUTF16 = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
        return isUTF16 ? Array(TextDecoding.string(bytes[...]).utf8) : bytes
    }
}
