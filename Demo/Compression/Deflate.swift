// Bodies compressed by zlib: the demo's only user of it.

import CZlib

enum Deflate {
    /// A format around the compressed bytes, as zlib's window bits name it.
    enum Format: Int32 {
        case zlib = 15
        case gzip = 31
    }

    static func compressed(_ bytes: [UInt8], as format: Format) -> [UInt8] {
        var stream = z_stream()
        guard czlib_deflate_init(&stream, format.rawValue) == Z_OK else { return [] }
        defer { deflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                deflate(&stream, Z_FINISH)
            }
            count = Int(stream.total_out)
        }
    }

    /// The check sum of PNG.
    static func crc32(_ bytes: [UInt8]) -> UInt32 { UInt32(CZlib.crc32(0, bytes, UInt32(bytes.count))) }
}
