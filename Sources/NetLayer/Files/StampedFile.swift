// Reads a small file once, as it stood at one moment.

import Glibc

/// The content of a small file, and signs of who wrote it and when.
struct StampedFile: Sendable, Hashable {
    /// At most as many bytes as the reader asked for.
    let bytes: [UInt8]
    /// Only this user or root can have written it.
    let isOwn: Bool
    /// Changes with every write.
    let stamp: String

    /// The result of one read.
    enum Reading: Sendable, Hashable {
        case missing
        case read(StampedFile)
        case problem(String)
    }

    /// Reads the beginning of a file. Opening a pipe does not block.
    static func readFile(at path: String, upTo limit: Int) -> Reading {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT ? .missing : .problem(FileProblem("\(path) cannot be opened").detail)
        }
        defer { close(descriptor) }
        var before = stat()
        guard fstat(descriptor, &before) == 0 else { return .problem(FileProblem("\(path) cannot be inspected").detail) }
        guard before.st_mode & S_IFMT == S_IFREG else { return .problem("\(path) is not a file") }
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &buffer, buffer.count)
        guard count >= 0 else { return .problem(FileProblem("\(path) cannot be read").detail) }
        var after = stat()
        guard fstat(descriptor, &after) == 0, stamp(before) == stamp(after) else {
            return .problem("\(path) changes all the time")
        }
        return .read(StampedFile(bytes: Array(buffer[..<count]), isOwn: isOwn(before), stamp: stamp(before)))
    }

    private static func isOwn(_ file: stat) -> Bool {
        (file.st_uid == geteuid() || file.st_uid == 0) && file.st_mode & S_IWOTH == 0
    }

    private static func stamp(_ file: stat) -> String {
        "\(file.st_dev).\(file.st_ino).\(file.st_size).\(file.st_mtim.tv_sec).\(file.st_mtim.tv_nsec)"
    }
}
