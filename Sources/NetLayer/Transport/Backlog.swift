// Decoded bytes that wait for a busy observer: a limited amount in memory, the rest in
// an unlinked temporary file.

import Glibc

/// A queue of bytes. Used only on the I/O thread.
final class Backlog {
    /// The result of offering the bytes.
    enum Delivery {
        case empty
        /// The observer takes no more bytes now.
        case busy
        case failed(TransferFailure)
    }

    /// The maximum number of bytes in memory.
    static let memory = 1 << 20
    private static let piece = 64 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes of ``bytes`` that the observer has taken.
    private var taken = 0
    /// Everything in the file is newer than the bytes in memory.
    private var file: Int32 = -1
    private var written = 0
    private var read = 0

    var isEmpty: Bool { taken == bytes.count && read == written }

    deinit { closeFile() }

    /// - Throws: ``NetError/Kind/file`` when the disk does not take the bytes.
    func append(_ more: UnsafeRawBufferPointer) throws(TransferFailure) {
        if file < 0, bytes.count - taken + more.count <= Self.memory {
            bytes.append(contentsOf: more)
            return
        }
        if file < 0 { try openFile() }
        var rest = more
        while !rest.isEmpty {
            let count = pwrite(file, rest.baseAddress, rest.count, off_t(written))
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw Self.failure(count < 0 ? errno : ENOSPC)
            }
            written += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// Offers the oldest bytes, piece by piece, until none are left or the observer does not take them.
    func deliver(_ offer: (UnsafeRawBufferPointer) -> BodyVerdict) -> Delivery {
        while taken < bytes.count {
            let end = min(bytes.count, taken + Self.piece)
            switch bytes.withUnsafeBytes({ offer(UnsafeRawBufferPointer(rebasing: $0[taken..<end])) }) {
            case .accepted: taken = end
            case .busy: return .busy
            case .refused(let failure): return .failed(failure)
            }
        }
        (bytes, taken) = ([], 0)
        var buffer = [UInt8](repeating: 0, count: read < written ? Self.piece : 0)
        while read < written {
            let count = pread(file, &buffer, min(buffer.count, written - read), off_t(read))
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                return .failed(Self.failure(count < 0 ? errno : EIO))
            }
            switch buffer.withUnsafeBytes({ offer(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) {
            case .accepted: read += count
            case .busy: return .busy
            case .refused(let failure): return .failed(failure)
            }
        }
        closeFile()
        return .empty
    }

    private func openFile() throws(TransferFailure) {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let name = String(UInt64.random(in: 0 ... .max), radix: 36)
        let path = (folder.isEmpty ? "/tmp" : folder) + "/explorer-body-" + name
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(errno) }
        unlink(path)
    }

    private func closeFile() {
        if file >= 0 { close(file) }
        (file, written, read) = (-1, 0, 0)
    }

    private static func failure(_ code: Int32) -> TransferFailure {
        TransferFailure(.file, "the decoded body cannot be written to disk: \(String(cString: strerror(code)))")
    }
}
