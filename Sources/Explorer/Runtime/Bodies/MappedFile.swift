// A file without a name, grown by writing and read through memory: it disappears with the
// program, however that ends.

import Document
import Foundation

/// Bytes that were written are readable at ``start``, from any thread.
// Safe: the addresses never change; bytes are read only below the count that `append` has returned for, and
// are never written again. One thread at a time appends. A writer at other offsets hands the file to
// readers after all writes.
final class MappedFile: WritableRegion, @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let capacity: Int
    private let descriptor: Int32
    private var count = 0

    /// - Parameters:
    ///   - folder: a folder on a disk; when it is not writable, the folder for temporary files.
    ///   - capacity: the limit in bytes. They cost nothing until they are written.
    /// - Throws: the system's error code.
    init(in folder: String, capacity: Int) throws(Code) {
        self.capacity = capacity
        descriptor = try Self.open(folder)
        let place = mmap(nil, max(1, capacity), PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
        guard let place, place != MAP_FAILED else {
            let code = errno
            close(descriptor)
            throw Code(code)
        }
        start = place
    }

    deinit {
        munmap(start, max(1, capacity))
        close(descriptor)
    }

    /// Why the disk refused the bytes.
    struct Code: Error {
        let code: Int32
        init(_ code: Int32) { self.code = code }
        var message: String { String(cString: strerror(code)) }
    }

    private static func open(_ folder: String) throws(Code) -> Int32 {
        // Other users must not read the responses of APIs.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for folder in [folder, FileManager.default.temporaryDirectory.path] {
            let path = "\(folder)/body-\(UUID().uuidString)"
            let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { continue }
            unlink(path)
            return descriptor
        }
        throw Code(errno)
    }

    func append(_ bytes: [UInt8]) throws(Code) {
        if let code = bytes.withUnsafeBytes({ written($0) }) { throw code }
    }

    /// Appends the bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(Code) { if let code = written(bytes) { throw code } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset + bytes.count <= capacity, put(bytes, at: offset) == nil else { return false }
        count = max(count, offset + bytes.count)
        return true
    }

    /// - Returns: why the disk refused the bytes.
    private func written(_ bytes: UnsafeRawBufferPointer) -> Code? {
        guard count + bytes.count <= capacity else { return Code(EFBIG) }
        if let code = put(bytes, at: count) { return code }
        count += bytes.count
        return nil
    }

    private func put(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Code? {
        var (rest, place) = (bytes, offset)
        while !rest.isEmpty {
            let done = pwrite(descriptor, rest.baseAddress, rest.count, off_t(place))
            guard done > 0 else {
                if done < 0, errno == EINTR { continue }
                return Code(done < 0 ? errno : ENOSPC)
            }
            place += done
            rest = UnsafeRawBufferPointer(rebasing: rest[done...])
        }
        return nil
    }

    func release() { madvise(start, max(1, capacity), MADV_DONTNEED) }
}
