// Folders in which everybody may put files (/tmp): what another user has put there is neither followed nor written to.

import Foundation
import NetLayer

enum SharedFolder {
    /// As many links as the kernel follows.
    private static let mostLinks = 40

    /// Refuses a link of another user in a folder with the sticky bit that everybody may write to, at the path or where its links lead;
    /// the kernel's protected_symlinks has the same rule, and may be off. Refuses another user's file there too.
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
                    path, "another user has put a \(isLink ? "link" : "file") there, in a folder that everybody may write to",
                    hint: "Choose another name, or a folder of your own.")
            }
            guard isLink, let next = try? FileManager.default.destinationOfSymbolicLink(atPath: current) else { return }
            current = next.hasPrefix("/") ? next : "\(FolderSync.folder(of: current))/\(next)"
        }
    }
}
