// After a power failure a file may still be complete under its old name only: its folder has
// to be synced too.

import Glibc

package enum FolderSync {
    /// Syncs the folder of a path to its disk. Ignores errors: the file itself is already written.
    package static func sync(folderOf path: String) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The folder of a path, as `dirname` returns it.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The names in a folder that begin with a text; empty for a folder that cannot be read.
    package static func names(in folder: String, startingWith start: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if found.hasPrefix(start) { names.append(found) }
        }
        return names
    }
}
