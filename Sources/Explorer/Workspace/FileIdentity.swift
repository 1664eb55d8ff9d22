// Distinguishes states of a file without reading it.

import Glibc

/// The current state of a regular file: device, inode, size, time of the last change to its bytes.
public struct FileIdentity: Sendable, Hashable, CustomStringConvertible {
    let device: UInt64
    let inode: UInt64
    public let size: Int64
    let seconds: Int
    let nanoseconds: Int

    /// `nil` if the path is not a regular file.
    public init?(_ path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(facts.st_dev)
        inode = UInt64(facts.st_ino)
        size = Int64(facts.st_size)
        seconds = facts.st_mtim.tv_sec
        nanoseconds = facts.st_mtim.tv_nsec
    }

    public var description: String {
        "\(device)-\(inode)-\(size)-\(seconds)-\(nanoseconds)"
    }
}
