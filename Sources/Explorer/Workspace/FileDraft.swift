// A file that is still being written. Where the file system allows it, the file has no name until it is
// complete, so that it vanishes if the program is killed. Elsewhere, and briefly while it replaces
// another file, it is named .NAME.explorer-draft-HEX and locked. The next write of the same file
// removes drafts without a lock.

import Foundation
import NetLayer

struct FileDraft: Sendable {
    let descriptor: Int32
    private let target: String
    /// `nil` for an unnamed file.
    private let name: String?

    /// O_TMPFILE, a macro that Swift cannot import.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY
    /// Follows a dot and the name of the file, and precedes sixteen hexadecimal digits. No
    /// user gives a file such a name.
    private static let mark = ".explorer-draft-"
    private static let digits = 16
    /// The maximum number of bytes of the file's name in the draft's name: both must be
    /// valid names of the file system.
    private static let longestName = 200

    /// Begins a file for a path without links.
    /// - Parameter mode: the mode of the new file, before the umask.
    /// - Returns: `nil` if the folder accepts no file; `errno` says why.
    init?(of target: String, mode: mode_t) {
        Self.removeLeftovers(of: target)
        self.target = target
        let file = open(FolderSync.folder(of: target), Self.unnamed | O_WRONLY | O_CLOEXEC, mode)
        // The unnamed file can only get its name through this path.
        if file >= 0, access(Self.descriptorPath(to: file), F_OK) == 0 {
            (descriptor, name) = (file, nil)
        } else {
            if file >= 0 { close(file) }
            guard let (file, name) = Self.named(target, mode) else { return nil }
            (descriptor, self.name) = (file, name)
        }
    }

    /// Creates a draft with a name, and locks it. Before the lock, another program may remove it as a
    /// leftover; then it creates another one.
    private static func named(_ target: String, _ mode: mode_t) -> (file: Int32, name: String)? {
        for _ in 0..<10 {
            let name = freshName(target)
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard file >= 0 else { return nil }
            var named = stat()
            // If the file system has no locks, other programs remove nothing either.
            if flock(file, LOCK_EX | LOCK_NB) != 0 && errno != EWOULDBLOCK || lstat(name, &named) == 0 { return (file, name) }
            close(file)
        }
        errno = EBUSY
        return nil
    }

    private static func descriptorPath(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private static func freshName(_ target: String) -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        return
            "\(FolderSync.folder(of: target))/\(namePrefix(target))\(String(repeating: "0", count: digits - number.count))\(number)"
    }

    /// The prefix of all drafts of a file.
    private static func namePrefix(_ target: String) -> String {
        let name = (target as NSString).lastPathComponent
        return "." + String(decoding: name.utf8.prefix(longestName), as: UTF8.self) + mark
    }

    /// Moves the file to its place, and syncs it to the disk: after a power cut, the complete
    /// new file or the old one is there.
    /// - Parameter replaces: whether it may replace an existing file.
    /// - Returns: 0, or the error number: EEXIST if the file exists. After an error the draft is removed.
    func place(replaces: Bool) -> Int32 {
        // Some files do not support fsync, and do not need it.
        var code = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
        if code == 0 { code = replaces ? replaceTarget() : linkToTarget() }
        if code == 0 { FolderSync.sync(folderOf: target) } else { discard() }
        return code
    }

    /// Removes the draft. An unnamed file disappears when its descriptor closes.
    func discard() { if let name { unlink(name) } }

    private func replaceTarget() -> Int32 {
        if let name { return rename(name, target) == 0 ? 0 : errno }
        // A file that does not exist yet needs no temporary name.
        let code = linkToTarget()
        guard code == EEXIST else { return code }
        let passing = Self.freshName(target)
        guard linkat(AT_FDCWD, Self.descriptorPath(to: descriptor), AT_FDCWD, passing, AT_SYMLINK_FOLLOW) == 0 else {
            return errno
        }
        guard rename(passing, target) != 0 else { return 0 }
        let problem = errno
        unlink(passing)
        return problem
    }

    /// A link never replaces a file, even one that appeared in the meantime.
    private func linkToTarget() -> Int32 {
        guard let name else {
            return linkat(AT_FDCWD, Self.descriptorPath(to: descriptor), AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
        }
        if Glibc.link(name, target) == 0 {
            unlink(name)
            return 0
        }
        guard [EPERM, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else { return errno }
        guard access(target, F_OK) != 0 else { return EEXIST }
        return rename(name, target) == 0 ? 0 : errno
    }

    /// Removes unlocked drafts of the same file: the processes that made them were killed.
    private static func removeLeftovers(of target: String) {
        let (folder, start) = (FolderSync.folder(of: target), namePrefix(target))
        for found in FolderSync.names(in: folder, startingWith: start) {
            let number = found.dropFirst(start.count)
            guard number.utf8.count == digits, number.allSatisfy(\.isHexDigit) else { continue }
            removeLeftover("\(folder)/\(found)")
        }
    }

    private static func removeLeftover(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return }
        defer { close(file) }
        var (held, named) = (stat(), stat())
        guard fstat(file, &held) == 0, held.st_mode & S_IFMT == S_IFREG, held.st_uid == geteuid(),
            flock(file, LOCK_EX | LOCK_NB) == 0, lstat(path, &named) == 0, named.st_ino == held.st_ino,
            named.st_dev == held.st_dev
        else { return }
        unlink(path)
    }
}
