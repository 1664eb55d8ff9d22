// Writes bytes to an open file.

import Glibc

enum OpenFile {
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
