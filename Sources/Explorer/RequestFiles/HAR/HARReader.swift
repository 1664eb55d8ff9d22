// HTTP archives (HAR 1.1, 1.2): the entries that a browser or a proxy recorded.

import Document

/// Reads HTTP archives.
public enum HARReader {
    /// Reads the requests of an archive, each with its response. Several pages become folders.
    ///
    /// Also reads a single request object, as some programs write it.
    /// - Throws: ``ImportError`` if it is not JSON, or not an archive.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
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
        var archive = HARArchive(document, file: file)
        archive.readArchive()
        return archive.collection
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
