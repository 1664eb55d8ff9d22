// A small file that only its owner may read: written whole or not at all, by one process at a time.
//
// A writer holds `NAME.lock` and writes a draft, `NAME.PID-NUMBER`, which then replaces the file. A
// draft that another holder of the lock finds belongs to a process that was killed, even if a new
// process has its PID now.

import Glibc

package enum PrivateFile {
    /// In bytes: this program writes no larger file.
    static let longest = 16 << 20

    /// The content; `nil` where there is no file. Drafts of killed processes are removed first.
    /// - Throws: ``FileProblem`` when it cannot be read, belongs to another user, or other
    ///   users may change it.
    package static func readContent(_ path: String) throws(FileProblem) -> [UInt8]? {
        removeLeftDrafts(of: path)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileProblem("\(path) cannot be opened") }
            return nil
        }
        defer { close(descriptor) }
        var file = stat()
        guard fstat(descriptor, &file) == 0 else { throw FileProblem("\(path) cannot be inspected") }
        guard file.st_mode & S_IFMT == S_IFREG else { throw FileProblem("\(path) is not a file", EINVAL) }
        guard file.st_uid == geteuid() else { throw FileProblem("\(path) belongs to another user", EPERM) }
        // Under a umask of 002 a file that the user made is writable by its group too, which
        // is the user's own.
        let isOpen = file.st_mode & 0o002 != 0 || file.st_mode & 0o020 != 0 && file.st_gid != getegid()
        guard !isOpen else { throw FileProblem("\(path) may be changed by other users; chmod 600 it", EPERM) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileProblem("\(path) cannot be read") }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= longest else { throw FileProblem("\(path) is too large", EFBIG) }
        }
    }

    /// Replaces the file in one step; other users can read it at no moment. Must be called within
    /// ``alone(_:_:)``: a draft that is written without the lock may be removed.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let (descriptor, draft) = try draft(beside: path)
        do throws(FileProblem) {
            defer { close(descriptor) }
            try OpenFile.write(bytes, to: descriptor, at: 0)
            guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileProblem("\(path) cannot be written completely") }
            guard rename(draft, path) == 0 else { throw FileProblem("\(path) cannot be replaced") }
            FolderSync.sync(folderOf: path)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Runs code that reads a file and then writes it, while no other program does.
    package static func withLock<Value>(_ path: String, _ body: () throws(FileProblem) -> Value) throws(FileProblem) -> Value {
        // Each write replaces the file itself, so the lock must be on another file.
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileProblem("\(path).lock cannot be opened") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileProblem("\(path).lock cannot be locked") }
        }
        drafts(of: path).forEach(removeDraft)
        return try body()
    }

    /// The lock of a name for as long as the returned value exists; `nil` while another process has it.
    static func tryLock(_ path: String) throws(FileProblem) -> RenewalTurn? {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileProblem("\(path).lock cannot be opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK || code == EINTR else { throw FileProblem("\(path).lock cannot be locked", code) }
            return nil
        }
        return RenewalTurn { close(descriptor) }
    }

    /// Removes the drafts if no process is writing now.
    private static func removeLeftDrafts(of path: String) {
        let drafts = drafts(of: path)
        guard !drafts.isEmpty else { return }
        let descriptor = open(path + ".lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Not the drafts that were found before the lock was taken: one of them may have become the file.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { self.drafts(of: path).forEach(removeDraft) }
    }

    private static func removeDraft(_ draft: String) {
        var found = stat()
        guard lstat(draft, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_uid == geteuid() else { return }
        unlink(draft)
    }

    private static func drafts(of path: String) -> [String] {
        let folder = FolderSync.folder(of: path)
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        return FolderSync.names(in: folder, startingWith: name).filter { found in
            let parts = found.dropFirst(name.count).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].first == ".", parts[0].count > 1 else { return false }
            return (parts[0].dropFirst() + parts[1]).allSatisfy(\.isASCIIDigit) && !parts[1].isEmpty
        }.map { "\(folder)/\($0)" }
    }

    private static func draft(beside path: String) throws(FileProblem) -> (Int32, String) {
        for number in 0..<100 {
            let draft = "\(path).\(getpid())-\(number)"
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor >= 0 { return (descriptor, draft) }
            guard errno == EEXIST else { break }
        }
        throw FileProblem("\(path) cannot be written")
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
