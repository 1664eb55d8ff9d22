// gzip, zlib and PNG without a library (RFC 1950 to 1952, ISO 15948): stored blocks only, so that the demo
// needs no compressor.

enum Deflate {
    /// A gzip stream of the bytes.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let trailer = [crc32(bytes), UInt32(truncatingIfNeeded: bytes.count)].flatMap { bigEndian($0).reversed() }
        return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + stored(bytes) + trailer
    }

    /// A zlib stream of the bytes.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] { [0x78, 0x01] + stored(bytes) + bigEndian(adler32(bytes)) }

    static func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }

    /// Stored blocks of at most 65,535 bytes each; a flag marks the last one.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let starts = Array(stride(from: 0, to: max(1, bytes.count), by: 65_535))
        return starts.flatMap { start -> [UInt8] in
            let block = bytes[start..<min(bytes.count, start + 65_535)]
            let size = [UInt8(truncatingIfNeeded: block.count), UInt8(truncatingIfNeeded: block.count >> 8)]
            return [start == starts.last ? 1 : 0] + size + size.map { ~$0 } + block
        }
    }

    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}

/// A small picture: a disc on a gradient.
enum Picture {
    static func png(size: Int) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<size {
            // Each row begins with the number of its filter: 0 for none.
            rows.append(0)
            for x in 0..<size {
                let (right, down) = (2 * x - size, 2 * y - size)
                let isDisc = right * right + down * down < size * size / 2
                rows += isDisc ? [250, 200, 60] : [UInt8(x * 255 / size), UInt8(y * 255 / size), 160]
            }
        }
        let side = Deflate.bigEndian(UInt32(size))
        // Eight bits of red, green and blue; no interlacing.
        let header = chunk("IHDR", side + side + [8, 2, 0, 0, 0])
        return signature + header + chunk("IDAT", Deflate.zlib(rows)) + chunk("IEND", [])
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return Deflate.bigEndian(UInt32(body.count)) + named + Deflate.bigEndian(Deflate.crc32(named))
    }
}
