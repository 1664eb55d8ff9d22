// A small file that only its owner may read: written whole or not at all.

import Glibc

package enum PrivateFile {
    /// In bytes: what is larger was not written by us.
    static let longest = 16 << 20

    /// The content; `nil` where there is no file.
    package static func read(_ path: String) throws(FileProblem) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw FileProblem("\(path) cannot be opened") }
            return nil
        }
        defer { close(descriptor) }
        var file = stat()
        guard fstat(descriptor, &file) == 0 else { throw FileProblem("\(path) cannot be looked at") }
        guard file.st_mode & S_IFMT == S_IFREG else { throw FileProblem("\(path) is no file", EINVAL) }
        guard file.st_uid == geteuid() else { throw FileProblem("\(path) is somebody else's", EPERM) }
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

    /// Takes the place of what is there in one step; nobody else may read it at any moment.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileProblem) {
        let (descriptor, draft) = try draft(beside: path)
        do throws(FileProblem) {
            defer { close(descriptor) }
            try PartialFile.write(bytes, to: descriptor, at: 0)
            guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileProblem("\(path) cannot be written to its end") }
            guard rename(draft, path) == 0 else { throw FileProblem("\(path) cannot be replaced") }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// What reads a file and then writes it, while no other program does.
    package static func alone<Value>(_ path: String, _ body: () throws(FileProblem) -> Value) throws(FileProblem) -> Value {
        // The file itself is replaced by each write, so it cannot be what is locked.
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileProblem("\(path).lock cannot be opened") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileProblem("\(path).lock cannot be locked") }
        }
        return try body()
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
