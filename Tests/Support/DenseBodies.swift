// Bodies coded as br and zstd, made by hand so that tests need no compressor: a few hundred bytes that unpack to hundreds of megabytes.

public enum DenseBodies {
    /// A brotli stream (RFC 7932) of about a millionth of the size that unpacks to so many zero bytes: meta-blocks of a literal and one copy
    /// of it each.
    /// - Parameter count: a multiple of 16 MB.
    public static func brotliZeros(count: Int) -> [UInt8] {
        let block = 1 << 24
        var bits = BitWriter()
        bits.write(0, 1)  // a window of 64 KB
        for _ in 0..<count / block {
            bits.write(0, 1)  // not the last
            bits.write(2, 2)  // its length in six nibbles
            bits.write(block - 1, 24)
            bits.write(0, 1)  // compressed
            bits.write(0, 3)  // one type of literals, commands, distances
            bits.write(0, 2 + 4)  // no postfix bits, no direct distances
            bits.write(0, 2)  // context mode
            bits.write(0, 2)  // one tree of literals, one of distances
            // Simple codes with one symbol, which then takes no bits: literal 0; insert 1, copy of 2,118 and 24 extra bits; distance 1.
            for (symbol, width) in [(0, 8), (384 + 1 << 3 | 7, 10), (16, 6)] {
                bits.write(1, 2)
                bits.write(0, 2)
                bits.write(symbol, width)
            }
            bits.write(block - 1 - 2_118, 24)
            bits.write(0, 1)  // distance 1, its extra bit
        }
        bits.write(0b11, 2)  // the last, empty
        return bits.finished()
    }

    /// A zstd frame (RFC 8878) of about a thirty-thousandth of the size that unpacks to so many zero bytes: blocks that repeat one byte.
    /// - Parameter count: a multiple of 128 KB.
    public static func zstdZeros(count: Int) -> [UInt8] {
        let block = 128 << 10
        // Neither size nor checksum; a window of 128 KB.
        var bytes: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
        let blocks = count / block
        for number in 1...blocks {
            let header = block << 3 | 0b01 << 1 | (number == blocks ? 1 : 0)
            bytes += [UInt8(header & 0xff), UInt8(header >> 8 & 0xff), UInt8(header >> 16 & 0xff), 0]
        }
        return bytes
    }
}
