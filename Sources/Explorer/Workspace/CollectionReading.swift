// Reads collections of other programs from files and folders, and limits them to the user's agreements.

import Catalog
import Foundation

/// Why a collection cannot be read.
public enum CollectionProblem: Error, Sendable {
    case unreadable(ReadError)
    case broken(DescriptionError)
    /// A folder without files of requests: the number of files that were read,
    /// and the first that was skipped.
    case emptyFolder(looked: Int, first: FolderReading.PassedOver?)
}

public enum CollectionReading {
    /// Whether the folder as a whole is a collection, by a file that only collections have.
    public static func isCollection(folder: String) -> Bool { Folder.holds("\(folder)/\(CollectionFiles.folderSign)") }

    /// Reads a folder, or a file of any name.
    /// - Returns: `nil` for a file that is not a collection.
    public static func readDescription(_ path: String, _ trust: SourceTrust) throws(CollectionProblem) -> APIDescription? {
        if FolderReading.isFolder(path) { return try readFolder(path, trust) }
        return try readFile(path, trust)
    }

    /// - Returns: `nil` for a file that is not a collection.
    public static func readFile(_ path: String, _ trust: SourceTrust) throws(CollectionProblem) -> APIDescription? {
        let bytes: [UInt8]
        do throws(ReadError) { bytes = try FileReading.bytes(path) } catch { throw .unreadable(error) }
        let (folder, name) = FolderReading.split(path)
        let (beside, passedOver) = FolderReading.files(beside: path, CollectionFiles.isBeside)
        let description = try described { () throws(DescriptionError) in
            try CollectionFiles.description(
                bytes, source: path, name: name, beside: beside, passedOver: passedOver, folder: folder)
        }
        let places = ([path] + beside.map { folder + $0.path }).map(FileReading.location)
        return description?.relocated(from: places, file: places[0]).obeying(trust)
    }

    private static func readFolder(_ path: String, _ trust: SourceTrust) throws(CollectionProblem) -> APIDescription {
        let folder = path.hasSuffix("/") ? path : path + "/"
        let (files, passedOver) = FolderReading.files(in: folder)
        let description = try described { () throws(DescriptionError) in
            try CollectionFiles.description(folder: folder, files, passedOver: passedOver)
        }
        guard let description else { throw .emptyFolder(looked: files.count, first: passedOver.first) }
        return description.relocated(from: files.map { FileReading.location(of: folder + $0.path) }).obeying(trust)
    }

    private static func described(
        _ read: () throws(DescriptionError) -> APIDescription?
    ) throws(CollectionProblem) -> APIDescription? {
        do throws(DescriptionError) { return try read() } catch { throw .broken(error) }
    }
}

extension APIDescription {
    /// A copy whose requests are limited by these rules.
    public func obeying(_ trust: SourceTrust) -> APIDescription {
        var copy = self
        copy.applyTrust(trust, resolve: WorkspaceTrust.resolvedPath)
        return copy
    }
}
