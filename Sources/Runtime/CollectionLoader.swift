// Reads collections of other programs from files and folders, where they are no descriptions.

import Catalog
import Explorer
import Workspace

enum CollectionLoader {
    /// A folder, or a file whose name says that it holds requests.
    /// - Returns: `nil` for every other file.
    static func load(named path: String) throws(LoadError) -> APIDescription? {
        if FolderReading.isFolder(path) { return try load(folder: path) }
        guard CollectionFiles.isNamed(path) else { return nil }
        return try load(file: path)
    }

    /// The collection in a file that was refused as a description.
    /// - Throws: the refusal, where it is none.
    static func collection(file path: String, insteadOf error: LoadError) throws(LoadError) -> APIDescription {
        guard mayBeCollection(error), let description = try load(file: path) else { throw error }
        return description
    }

    /// The collection in bytes that were refused as a description.
    static func collection(_ bytes: [UInt8], source: String, insteadOf error: LoadError) throws(LoadError) -> APIDescription {
        guard mayBeCollection(error) else { throw error }
        let description = try DescriptionLoader.describing { () throws(DescriptionError) in
            try CollectionFiles.description(bytes, source: source, name: source)
        }
        guard let description else { throw error }
        return description
    }

    private static func mayBeCollection(_ error: LoadError) -> Bool {
        switch error.refusal?.kind {
        case .otherFormat, .notAnAPI, .notJSON, .notYAML: true
        case .empty, .binary, .truncated, .excessive, .html, .brokenCollection, .unsupportedVersion, nil: false
        }
    }

    private static func load(file path: String) throws(LoadError) -> APIDescription? {
        let bytes = try DescriptionLoader.reading { () throws(ReadError) in try FileReading.bytes(path) }
        let (folder, name) = FolderReading.split(path)
        let (beside, passedOver) = FolderReading.files(beside: path, CollectionFiles.isBeside)
        let description = try DescriptionLoader.describing { () throws(DescriptionError) in
            try CollectionFiles.description(
                bytes, source: path, name: name, beside: beside, passedOver: passedOver, folder: folder)
        }
        return description?.read(from: ([path] + beside.map { folder + $0.path }).map(FileReading.location))
    }

    private static func load(folder path: String) throws(LoadError) -> APIDescription? {
        let folder = path.hasSuffix("/") ? path : path + "/"
        let (files, passedOver) = FolderReading.files(in: folder)
        guard
            let description = try DescriptionLoader.describing({ () throws(DescriptionError) in
                try CollectionFiles.description(folder: folder, files, passedOver: passedOver)
            })
        else {
            let first = passedOver.first.map { "; not all: \($0.path.isEmpty ? "" : $0.path + ": ")\($0.reason)" } ?? ""
            throw LoadError(
                Failure(
                    title: "\(path) is a folder without requests", detail: "\(files.count) files were looked at\(first)",
                    hint: "Name a description, a collection, or a folder with .http or .bru files."), exitCode: 66)
        }
        return description.read(from: files.map { FileReading.location(of: folder + $0.path) })
    }
}
