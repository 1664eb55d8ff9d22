// Folders in which all users may create files (/tmp): the program neither follows nor
// writes files of other users there.

import Foundation
import NetLayer

enum SharedFolder {
    /// The maximum number of links that the kernel follows.
    private static let mostLinks = 40

    /// Refuses another user's link in a world-writable folder with the sticky bit, at the path or at a
    /// target of its links. The kernel's protected_symlinks has the same rule, but may be off. Also
    /// refuses another user's file there.
    /// - Throws: ``WriteError``.
    static func check(_ path: String) throws(WriteError) {
        var current = path
        for _ in 0..<mostLinks {
            var (found, folder) = (stat(), stat())
            guard lstat(current, &found) == 0, stat(FolderSync.folder(of: current), &folder) == 0 else { return }
            let isShared = folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
            let isLink = found.st_mode & S_IFMT == S_IFLNK
            if isShared, found.st_uid != geteuid(), found.st_uid != folder.st_uid {
                throw WriteError(
                    path, "another user has put a \(isLink ? "link" : "file") there, in a folder that all users can write to",
                    hint: "Choose another name, or a folder of your own.")
            }
            guard isLink, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: current) else { return }
            current = next.hasPrefix("/") ? next : "\(FolderSync.folder(of: current))/\(next)"
        }
    }
}
