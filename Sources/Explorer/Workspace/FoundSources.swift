// Finds the files of a folder, and of the folders in it, that the program can open. It reads a limited number
// of names, and the first bytes of a limited number of files.

import Catalog
import Foundation

/// A file, or a folder that is a collection, that the program can open.
public struct FoundSource: Sendable, Hashable {
    /// The path from the folder of the search.
    public let path: String
    /// What it looks like, in a few words.
    public let kind: String
}

/// The result of a search in a folder.
public struct FoundSources: Sendable, Hashable {
    /// The limits of a search.
    struct Bounds {
        /// The number of names that are looked at.
        var names = 2_000
        /// The number of files whose first bytes are read.
        var files = 200
        var results = 30
    }

    /// The sources in the folder, sorted by name, then those in the folders in it.
    public let sources: [FoundSource]
    /// Whether the search looked at every name. If it is `false`, a limit ended the search.
    public let isComplete: Bool

    public init(in folder: String) { self.init(in: folder, Bounds()) }

    init(in folder: String, _ bounds: Bounds) {
        var search = SourceSearch(root: folder.hasSuffix("/") ? folder : folder + "/", bounds: bounds)
        search.look(in: "")
        for folder in search.folders { search.look(in: folder + "/") }
        sources = search.found
        isComplete = search.isComplete
    }

    public static func list(in folder: String) -> [FoundSource] { FoundSources(in: folder).sources }
}

private struct SourceSearch {
    /// With a trailing slash.
    let root: String
    let bounds: FoundSources.Bounds
    var found: [FoundSource] = []
    /// The folders in the folder of the search.
    var folders: [String] = []
    var isComplete = true
    private var (names, files) = (0, 0)

    init(root: String, bounds: FoundSources.Bounds) { (self.root, self.bounds) = (root, bounds) }

    /// - Parameter folder: the path from the root: empty, or with a trailing slash.
    mutating func look(in folder: String) {
        guard names < bounds.names, found.count < bounds.results else {
            isComplete = false
            return
        }
        // The files of a collection are in the list as one.
        guard !CollectionReading.isCollection(folder: root + folder) else {
            found.append(FoundSource(path: folder.isEmpty ? "." : String(folder.dropLast()), kind: "Bruno collection"))
            return
        }
        for name in readNames(of: folder).sorted() where !name.hasPrefix(".") {
            guard found.count < bounds.results else {
                isComplete = false
                return
            }
            var facts = stat()
            guard lstat(root + folder + name, &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR:
                if folder.isEmpty, !FolderReading.foreign.contains(name) { folders.append(name) }
            case S_IFREG, S_IFLNK:
                if let kind = kind(of: name, in: folder) { found.append(FoundSource(path: folder + name, kind: kind)) }
            default: continue
            }
        }
    }

    /// The names in a folder, in any order, up to the limit: a folder may have millions of them. Hidden names
    /// count too. A folder that cannot be read has none.
    private mutating func readNames(of folder: String) -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        var list: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard name != ".", name != ".." else { continue }
            guard names < bounds.names else {
                isComplete = false
                break
            }
            names += 1
            list.append(name)
        }
        return list
    }

    private mutating func kind(of name: String, in folder: String) -> String? {
        // Opening a pipe waits, so a workspace is a regular file, or a link to one.
        if WorkspaceFile.isNamed(name) { return FileIdentity(root + folder + name) == nil ? nil : "workspace" }
        guard SourceKind.mayBeSource(name), !CollectionFiles.isBeside(name) else { return nil }
        guard files < bounds.files else {
            isComplete = false
            return nil
        }
        files += 1
        do throws(ReadError) {
            return SourceKind.kind(of: name, head: try FileReading.head(root + folder + name, count: SourceKind.headLength))
        } catch {
            // A file that cannot be read is no offer.
            return nil
        }
    }
}
