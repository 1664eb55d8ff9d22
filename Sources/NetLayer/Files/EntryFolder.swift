// The folder of a disk cache: complete files only, written as drafts and renamed atomically. It handles names
// and bytes, and does not know HTTP.

import Glibc
import Synchronization

/// Handles only the cache's own files; every call may wait for the disk.
final class EntryFolder: Sendable {
    let path: String
    private let serial = Mutex<UInt64>(0)

    struct File {
        var name: String
        var size: Int
        var used: Duration
    }

    init(_ path: String) { self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    /// Creates the folder for its owner alone.
    func create() throws(FileProblem) {
        var found = stat()
        if lstat(path, &found) == 0 {
            guard found.st_mode & S_IFMT == S_IFDIR else { throw FileProblem("the cache's folder is not a folder", ENOTDIR) }
            // Only the owner may read responses.
            if found.st_mode & 0o077 != 0, found.st_uid == geteuid() { chmod(path, 0o700) }
            return
        }
        var parent = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            parent += parent.isEmpty && part.isEmpty ? "" : "\(part)"
            if !parent.isEmpty { mkdir(parent, 0o700) }
            parent += "/"
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileProblem("the cache's folder cannot be created") }
    }

    /// Every file with the name of an entry, with its size and last use. Also removes the drafts of other
    /// processes of this cache that have ended.
    func files(where isEntry: (String) -> Bool) -> [File] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        let descriptor = dirfd(folder)
        var files: [File] = []
        while let item = readdir(folder) {
            let name = withUnsafePointer(to: &item.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(Self.draft) {
                removeDraft(name, descriptor)
                continue
            }
            var found = stat()
            guard isEntry(name), fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0,
                found.st_mode & S_IFMT == S_IFREG
            else { continue }
            let used = Duration.seconds(found.st_mtim.tv_sec) + .nanoseconds(found.st_mtim.tv_nsec)
            files.append(File(name: name, size: Int(found.st_size), used: used))
        }
        return files
    }

    private static let draft = ".draft-"

    /// Removes the draft `.draft-PID-N` of a process that has ended. A process that only seems to have ended
    /// loses its draft, and its write fails.
    private func removeDraft(_ name: String, _ folder: Int32) {
        let parts = name.dropFirst(Self.draft.count).split(separator: "-")
        guard let id = parts.first.flatMap({ pid_t($0) }), id > 0 else {
            unlinkat(folder, name, 0)
            return
        }
        if id != getpid(), kill(id, 0) != 0, errno == ESRCH { unlinkat(folder, name, 0) }
    }

    /// Writes a complete file and renames it into place.
    /// - Parameter used: its time of last use.
    func write(_ bytes: [UInt8], as name: String, used: Duration) throws(FileProblem) {
        let number = serial.withLock { serial in
            serial += 1
            return serial
        }
        let draft = "\(path)/\(Self.draft)\(getpid())-\(number)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileProblem("the cache's folder accepts no file") }
        do throws(FileProblem) {
            defer { close(descriptor) }
            try OpenFile.write(bytes, to: descriptor, at: 0)
            setUse(descriptor, used)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, "\(path)/\(name)") == 0 else {
            let problem = FileProblem("an entry cannot be moved to its place")
            unlink(draft)
            throw problem
        }
    }

    /// A whole file, or its beginning; `nil` when there is no file that belongs to this user.
    func readFile(_ name: String, upTo limit: Int = .max) -> [UInt8]? {
        // O_NONBLOCK: a pipe in the place of the file must not block.
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var found = stat()
        guard fstat(descriptor, &found) == 0, found.st_mode & S_IFMT == S_IFREG, found.st_uid == geteuid() else { return nil }
        let size = min(Int(found.st_size), limit)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
    }

    /// Records the time of last use.
    func touch(_ name: String, _ used: Duration) {
        var times = Self.times(used)
        utimensat(AT_FDCWD, "\(path)/\(name)", &times, AT_SYMLINK_NOFOLLOW)
    }

    func remove(_ name: String) { unlink("\(path)/\(name)") }

    private func setUse(_ descriptor: Int32, _ used: Duration) {
        var times = Self.times(used)
        futimens(descriptor, &times)
    }

    private static func times(_ used: Duration) -> [timespec] {
        let (seconds, attoseconds) = used.components
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        return [time, time]
    }
}
