// A part of a file for a request's body, as it was when the request was made.

import Glibc

/// A part of a regular file with its identity and size. Readers check that the file is unchanged: a body
/// never mixes an old and a new state.
public struct FileSlice: Sendable, Hashable {
    /// The path of the file; absolute, or relative to the working directory.
    public let path: String
    /// The offset of the first byte of the slice.
    public let offset: Int
    /// The number of bytes of the slice.
    public let count: Int
    let stamp: Stamp

    /// Identifies the state of a file: device, inode, size and time of its last change.
    struct Stamp: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int
        var seconds: Int
        var nanoseconds: Int
    }

    /// Records the file's current state.
    /// - Parameters:
    ///   - path: the path of the file; absolute, or relative to the working directory.
    ///   - range: the bytes of the slice; `nil` is the whole file.
    ///   - bounds: the files that may be opened; `nil` allows any. The check uses the opened file, so a link
    ///     that changes meanwhile cannot lead elsewhere.
    /// - Throws: ``NetError/Kind/badRequest`` when there is no such regular file, it cannot be read, it is
    ///   out of bounds, or shorter than the range.
    public init(path: String, range: Range<Int>? = nil, within bounds: SourceBounds? = nil) throws(TransferFailure) {
        let descriptor = try Self.open(path)
        defer { close(descriptor) }
        if let bounds, !bounds.allows(path, at: try Self.place(of: descriptor, path)) {
            throw Self.failure(path, "is not among the files of '\(bounds.folder)'. \(bounds.hint)")
        }
        stamp = try Self.stamp(descriptor, path)
        let range = range ?? 0..<stamp.size
        guard range.lowerBound >= 0, range.upperBound <= stamp.size else {
            throw Self.failure(path, "has \(stamp.size) bytes, bytes \(range.lowerBound) to \(range.upperBound) were asked for")
        }
        self.path = path
        offset = range.lowerBound
        count = range.count
    }

    /// Opens the file, and refuses it when its state is not the recorded one.
    func open() throws(TransferFailure) -> Int32 {
        let descriptor = try Self.open(path)
        do throws(TransferFailure) {
            try check(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// - Throws: when the open file's state is no longer the recorded one.
    func check(_ descriptor: Int32) throws(TransferFailure) {
        guard try Self.stamp(descriptor, path) == stamp else {
            throw Self.failure(path, "has changed since the request was made")
        }
    }

    /// Reads from byte `position` of the slice.
    /// - Returns: the number of bytes that were read, at least 1.
    func readBytes(_ descriptor: Int32, from position: Int, into buffer: UnsafeMutableRawBufferPointer) throws(TransferFailure)
        -> Int
    {
        while true {
            let got = pread(descriptor, buffer.baseAddress, min(buffer.count, count - position), offset + position)
            if got > 0 { return got }
            if got == 0 { throw Self.failure(path, "became shorter while it was sent") }
            guard errno == EINTR else { throw Self.failure(path, "cannot be read: \(String(cString: strerror(errno)))") }
        }
    }

    // A FIFO would block the I/O thread in open: hence O_NONBLOCK, which has no effect on regular files.
    private static func open(_ path: String) throws(TransferFailure) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, "cannot be opened: \(String(cString: strerror(errno)))") }
        return descriptor
    }

    /// The real path of an open file, without links and dots.
    private static func place(of descriptor: Int32, _ path: String) throws(TransferFailure) -> String {
        guard let place = realpath("/proc/self/fd/\(descriptor)", nil) else {
            throw failure(path, "cannot be located: \(String(cString: strerror(errno)))")
        }
        defer { free(place) }
        return String(cString: place)
    }

    private static func stamp(_ descriptor: Int32, _ path: String) throws(TransferFailure) -> Stamp {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure(path, "cannot be read: \(String(cString: strerror(errno)))") }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw failure(path, "is not a regular file") }
        return Stamp(
            device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino), size: Int(facts.st_size),
            seconds: facts.st_mtim.tv_sec, nanoseconds: facts.st_mtim.tv_nsec)
    }

    private static func failure(_ path: String, _ what: String) -> TransferFailure {
        TransferFailure(.badRequest, "the body's file '\(path)' \(what)")
    }
}
