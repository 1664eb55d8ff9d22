// Finds the files of a folder, and of the folders in it, that the program can open. It reads the first bytes
// of a limited number of files.

import Catalog
import Foundation

/// A file, or a folder that is a collection, that the program can open.
public struct FoundSource: Sendable, Hashable {
    /// The path from the folder of the search.
    public let path: String
    /// What it looks like, in a few words.
    public let kind: String
}

public enum FoundSources {
    /// The limits of a search.
    struct Bounds {
        /// The number of names of any kind,
        var names = 2_000
        /// the number of files whose first bytes are read,
        var files = 200
        /// and the number of results.
        var results = 30
    }

    /// The sources in a folder, sorted by name, then those in the folders in it.
    public static func list(in folder: String) -> [FoundSource] { list(in: folder, Bounds()) }

    static func list(in folder: String, _ bounds: Bounds) -> [FoundSource] {
        var search = SourceSearch(root: folder.hasSuffix("/") ? folder : folder + "/", bounds: bounds)
        search.look(in: "")
        for folder in search.folders { search.look(in: folder + "/") }
        return search.found
    }
}

private struct SourceSearch {
    /// With a trailing slash.
    let root: String
    let bounds: FoundSources.Bounds
    var found: [FoundSource] = []
    /// The folders in the folder of the search.
    var folders: [String] = []
    private var (names, files) = (0, 0)

    init(root: String, bounds: FoundSources.Bounds) { (self.root, self.bounds) = (root, bounds) }

    /// - Parameter folder: the path from the root: empty, or with a trailing slash.
    mutating func look(in folder: String) {
        guard found.count < bounds.results else { return }
        let isCollection = CollectionReading.isCollection(folder: root + folder)
        if isCollection {
            found.append(FoundSource(path: folder.isEmpty ? "." : String(folder.dropLast()), kind: "Bruno collection"))
        }
        for name in FolderReading.names(in: root + folder) ?? [] where !name.hasPrefix(".") {
            guard names < bounds.names, found.count < bounds.results else { return }
            names += 1
            switch FolderReading.fileType(of: root + folder + name) {
            case .typeDirectory:
                if folder.isEmpty, !FolderReading.foreign.contains(name) { folders.append(name) }
            case .typeRegular, .typeSymbolicLink:
                // The requests of a collection are in the list as one.
                guard !isCollection || !CollectionFiles.isNamed(name), let kind = kind(of: name, in: folder) else { continue }
                found.append(FoundSource(path: folder + name, kind: kind))
            default: continue
            }
        }
    }

    private mutating func kind(of name: String, in folder: String) -> String? {
        if WorkspaceFile.isNamed(name) { return "workspace" }
        guard SourceKind.mayBeSource(name), !CollectionFiles.isBeside(name), files < bounds.files else { return nil }
        files += 1
        do throws(ReadError) {
            return SourceKind.kind(of: name, head: try FileReading.head(root + folder + name, count: SourceKind.headLength))
        } catch {
            // A file that cannot be read is no offer.
            return nil
        }
    }
}
