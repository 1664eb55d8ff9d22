// Request files as descriptions: Postman, Insomnia, Bruno, .http, curl lines, HAR, ATAC, slumber, and
// folders of them.

import RequestFiles

/// Reads collections of other programs. Callers read the files.
public enum CollectionFiles {
    /// A file's path, relative to the folder, and its content.
    public typealias File = (path: String, bytes: [UInt8])

    /// A path relative to the folder, the reason why the file was not read, and what to do. The path is empty
    /// for the folder as a whole.
    public typealias PassedOver = (path: String, reason: String, hint: String)

    /// Whether a file of this name holds requests, whatever its content.
    public static func isNamed(_ file: String) -> Bool { CollectionReader.isNamed(file) }

    /// Whether a file of this name belongs to the collections beside it: environments, variables.
    public static func isBeside(_ file: String) -> Bool { CollectionReader.isBeside(file) }

    /// The file that makes its folder a collection as a whole.
    public static var folderSign: String { CollectionReader.folderSign }

    /// Reads one file.
    /// - Parameters:
    ///   - source: for messages.
    ///   - name: the file's name, without its folder.
    ///   - beside: the files for which ``isBeside(_:)`` is true.
    ///   - passedOver: files beside it that could not be read. The warnings report them.
    ///   - folder: the folder that relative file paths start from, with a trailing slash; empty for
    ///     the current one.
    /// - Returns: `nil` when the file holds no requests.
    /// - Throws: ``DescriptionError`` when the file holds requests and cannot be read.
    public static func description(
        _ bytes: [UInt8], source: String, name: String, beside: [File] = [], passedOver: [PassedOver] = [],
        folder: String = ""
    ) throws(DescriptionError) -> APIDescription? {
        try described(source, folder) { () throws(ImportError) in
            var collection = try CollectionReader.readCollection(bytes, file: name, beside: beside)
            collection?.recordSkipped(passedOver)
            return collection
        }
    }

    /// Reads a folder.
    /// - Parameters:
    ///   - folder: with a trailing slash.
    ///   - passedOver: the files that could not be read. The warnings report them.
    /// - Returns: `nil` when it holds no request files.
    public static func description(
        folder: String, _ files: [File], passedOver: [PassedOver] = []
    ) throws(DescriptionError) -> APIDescription? {
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        return try described(folder, folder) { () throws(ImportError) in
            var collection = try CollectionReader.readCollection(folder: name, files)
            collection?.recordSkipped(passedOver)
            return collection
        }
    }

    private static func described(
        _ source: String, _ folder: String, _ read: () throws(ImportError) -> RequestCollection?
    ) throws(DescriptionError) -> APIDescription? {
        do throws(ImportError) {
            return try read().map { APIDescription($0, source: source, folder: folder) }
        } catch {
            throw DescriptionError(
                .brokenCollection, source: source, message: error.message, hint: error.hint, line: error.place.line,
                pointer: error.place.pointer)
        }
    }
}

extension RequestCollection {
    fileprivate mutating func recordSkipped(_ passedOver: [CollectionFiles.PassedOver]) {
        for file in passedOver { report.addNote(.skipped, ImportPlace(file: file.path), file.reason, hint: file.hint) }
    }
}
