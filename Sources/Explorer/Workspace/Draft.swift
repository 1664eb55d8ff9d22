// A file on its way to its place. It has no name until it is whole, where the file system can do that: what a killed program has begun is
// gone with it. Elsewhere, and for the moment in which it takes the place of another file, it is called .NAME.explorer-draft-HEX and locked;
// the next write of the same file removes those that nobody holds.

import Foundation
import NetLayer

struct Draft: Sendable {
    let descriptor: Int32
    private let target: String
    /// `nil` while it has none.
    private let name: String?

    /// O_TMPFILE, which is too much of a macro for Swift.
    private static let unnamed = 0o20_000_000 | O_DIRECTORY
    /// Behind a dot and the name of the file; sixteen hexadecimal digits follow. No user calls a file so.
    private static let mark = ".explorer-draft-"
    private static let digits = 16
    /// Bytes of the file's name in that of the draft: both must be names that a folder takes.
    private static let longestName = 200

    /// Begins a file that is to stand at a path without links.
    /// - Parameter mode: of the new file, less what the umask takes away.
    /// - Returns: `nil` when the folder takes none; `errno` says why.
    init?(of target: String, mode: mode_t) {
        Self.removeLeftovers(of: target)
        self.target = target
        let file = open(FolderSync.folder(of: target), Self.unnamed | O_WRONLY | O_CLOEXEC, mode)
        // Only by this way it gets a name at last.
        if file >= 0, access(Self.way(to: file), F_OK) == 0 {
            (descriptor, name) = (file, nil)
        } else {
            if file >= 0 { close(file) }
            guard let (file, name) = Self.named(target, mode) else { return nil }
            (descriptor, self.name) = (file, name)
        }
    }

    /// A draft with a name, locked. Before it is locked another program may take it for one that was left, and remove it: then another is made.
    private static func named(_ target: String, _ mode: mode_t) -> (file: Int32, name: String)? {
        for _ in 0..<10 {
            let name = freshName(target)
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            guard file >= 0 else { return nil }
            var named = stat()
            // Where nothing can be locked, nothing is removed either.
            if flock(file, LOCK_EX | LOCK_NB) != 0 && errno != EWOULDBLOCK || lstat(name, &named) == 0 { return (file, name) }
            close(file)
        }
        errno = EBUSY
        return nil
    }

    private static func way(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private static func freshName(_ target: String) -> String {
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        return "\(FolderSync.folder(of: target))/\(start(target))\(String(repeating: "0", count: digits - number.count))\(number)"
    }

    /// What the names of all drafts of a file begin with.
    private static func start(_ target: String) -> String {
        let name = (target as NSString).lastPathComponent
        return "." + String(decoding: name.utf8.prefix(longestName), as: UTF8.self) + mark
    }

    /// Puts the file into its place, on the disk: after a power cut it is there whole, or the one before.
    /// - Parameter replaces: whether it takes the place of another one.
    /// - Returns: 0, or the number of the error: EEXIST for one that is there. Then nothing is left of the draft.
    func place(replaces: Bool) -> Int32 {
        // Some files cannot be synchronised, and need not.
        var code = fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno
        if code == 0 { code = replaces ? replace() : link() }
        if code == 0 { FolderSync.sync(folderOf: target) } else { discard() }
        return code
    }

    /// Removes it. What has no name goes with its descriptor.
    func discard() { if let name { unlink(name) } }

    private func replace() -> Int32 {
        if let name { return rename(name, target) == 0 ? 0 : errno }
        // A file that is not there yet needs no other name.
        let code = link()
        guard code == EEXIST else { return code }
        let passing = Self.freshName(target)
        guard linkat(AT_FDCWD, Self.way(to: descriptor), AT_FDCWD, passing, AT_SYMLINK_FOLLOW) == 0 else { return errno }
        guard rename(passing, target) != 0 else { return 0 }
        let problem = errno
        unlink(passing)
        return problem
    }

    /// A link never replaces anything, whoever made a file of that name in the meantime.
    private func link() -> Int32 {
        guard let name else {
            return linkat(AT_FDCWD, Self.way(to: descriptor), AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
        }
        if Glibc.link(name, target) == 0 {
            unlink(name)
            return 0
        }
        guard [EPERM, EOPNOTSUPP, EMLINK, ENOSYS].contains(errno) else { return errno }
        guard access(target, F_OK) != 0 else { return EEXIST }
        return rename(name, target) == 0 ? 0 : errno
    }

    /// Removes drafts of the same file that no process holds: their processes were killed.
    private static func removeLeftovers(of target: String) {
        let (folder, start) = (FolderSync.folder(of: target), start(target))
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
