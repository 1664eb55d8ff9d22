// Small operations on files and their descriptors.

import Glibc

enum OpenFile {
    /// Whether a folder has that path, directly or through a symbolic link.
    static func isFolder(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    /// A second descriptor for the same open file, which child processes do not inherit; `nil` when there is
    /// none to be had.
    static func duplicate(_ descriptor: Int32) -> Int32? {
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return own < 0 ? nil : own
    }

    /// Writes all bytes, or throws; a part that was written before the error is not counted.
    static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(FileProblem) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileProblem("\(offset + Int64(done)) bytes are written", count < 0 ? errno : EIO) }
            done += count
        }
    }
}
