// A file without a name, grown by writing and read through memory: it is gone with the program, however that ends.

import Document
import Foundation

/// What was written to it is read at ``start``, from any thread.
// Safe: the addresses never change; bytes are read only below what append has said was written, and are never written again. One thread
// at a time appends. Who writes at places of his own gives the file to readers once all is written.
final class MappedFile: WritableRegion, @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let capacity: Int
    private let descriptor: Int32
    private var count = 0

    /// - Parameters:
    ///   - folder: on a disk; where it cannot be written to, the folder for temporary files.
    ///   - capacity: the most bytes it may have. They cost nothing until they are written.
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

    /// Why the disk did not take it.
    struct Code: Error {
        let code: Int32
        init(_ code: Int32) { self.code = code }
        var message: String { String(cString: strerror(code)) }
    }

    private static func open(_ folder: String) throws(Code) -> Int32 {
        // The answers of APIs are nobody else's business.
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

    /// Writes behind what is there.
    func append(_ bytes: UnsafeRawBufferPointer) throws(Code) { if let code = written(bytes) { throw code } }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        guard offset + bytes.count <= capacity, put(bytes, at: offset) == nil else { return false }
        count = max(count, offset + bytes.count)
        return true
    }

    /// - Returns: why the disk did not take it.
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
