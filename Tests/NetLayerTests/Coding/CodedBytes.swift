// Bytes in each content coding, by the libraries' own encoders.

import CBrotliEncoder
import CZlib
import CZstd
import TestSupport

@testable import NetLayer

enum CodedBytes {
    /// The bytes in a coding; nil for `identity`.
    static func encode(_ bytes: [UInt8], _ coding: ContentCoding?) -> [UInt8] {
        switch coding {
        case nil: bytes
        case .gzip: deflated(bytes, windowBits: 31)
        case .deflate: deflated(bytes, windowBits: 15)
        case .brotli: brotli(bytes)
        case .zstd: zstd(bytes)
        }
    }

    /// `windowBits` names zlib's format: 31 gzip, 15 with the frame of RFC 1950, -15 without.
    static func deflated(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
        var stream = z_stream()
        czlib_deflate_init(&stream, windowBits)
        defer { deflateEnd(&stream) }
        // 18 bytes more for a frame of gzip than the bound for one of zlib.
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))) + 18)
        var input = bytes
        let count = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                deflate(&stream, Z_FINISH)
                return output.count - Int(stream.avail_out)
            }
        }
        return Array(output[..<count])
    }

    private static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        var count = BrotliEncoderMaxCompressedSize(bytes.count) + 16
        var output = [UInt8](repeating: 0, count: count)
        BrotliEncoderCompress(4, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &output)
        return Array(output[..<count])
    }

    private static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
        let count = ZSTD_compress(&output, output.count, bytes, bytes.count, 3)
        return Array(output[..<count])
    }

    /// Text that compresses to about half of it, the same for each size.
    static func text(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: 7)
        let letters = Array("abcdefghij \n".utf8)
        let block = (0..<min(count, 50_000)).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
        return Array((0..<count / 50_000 + 1).map { _ in block }.joined().prefix(count))
    }
}
