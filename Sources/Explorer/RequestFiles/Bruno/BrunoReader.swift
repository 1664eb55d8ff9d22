// Reads Bruno's collections: one .bru file, or a folder of them with bruno.json, collection.bru,
// folder.bru and environments/*.bru.

import Document

/// Reads Bruno's `.bru` files. Scripts, tests and asserts are not run; the report has a note for each.
public enum BrunoReader {
    /// Reads a single `.bru` file: a request, an environment, or the settings of a collection.
    public static func readCollection(_ bytes: [UInt8], file: String) throws(ImportError) -> RequestCollection {
        let bru = try readBlocks(bytes, file: file)
        guard !bru.blocks.isEmpty else {
            throw ImportError(ImportPlace(file: file), "it has no blocks", hint: "choose a .bru file of a request")
        }
        var collection = RequestCollection(name: BrunoPath.baseName(file), format: "Bruno")
        if bru["vars"] != nil || bru["vars:secret"] != nil {
            let read = BrunoEnvironmentReader.readEnvironment(bru, file: file)
            collection.environments = [read.environment]
            collection.report.notes = read.notes
            return collection
        }
        if bru["meta"] == nil || BruPairs(bru["meta"].map(\.lines) ?? [], first: 1, file: file)["type"] == "collection" {
            BrunoFolderReader.apply(bru, file: file, to: &collection)
            return collection
        }
        var reader = BrunoRequestReader(bru, file: file)
        if let request = reader.readRequest() {
            collection.items = [.request(request)]
            collection.report.requests = 1
        }
        collection.report.notes = reader.blocks.notes
        return collection
    }

    /// Reads a folder.
    /// - Parameter files: every file in it that may belong to a collection, by its path from the folder, with
    ///   slashes. Ignores files of other kinds.
    public static func readCollection(_ files: [(path: String, bytes: [UInt8])]) throws(ImportError) -> RequestCollection {
        var reader = BrunoFolderReader(files)
        return try reader.readFolder()
    }

    static func readBlocks(_ bytes: [UInt8], file: String) throws(ImportError) -> BruFile {
        guard !TextDecoding.looksBinary(bytes) else {
            throw ImportError(ImportPlace(file: file), "it is not text", hint: "choose a .bru file")
        }
        return try BruFile(bytes, file: file)
    }
}

/// Paths of a collection's files, with slashes.
enum BrunoPath {
    /// The last part of the path, without `.bru`.
    static func baseName(_ path: String) -> String {
        let last = parts(path).last ?? path
        return LineSyntax.hasSuffix(last, ".bru") && last.utf8.count > 4
            ? String(decoding: last.utf8.dropLast(4), as: UTF8.self) : last
    }

    static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }
}
