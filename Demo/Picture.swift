// A picture as PNG (ISO 15948).

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
        let side = bigEndian(UInt32(size))
        // Eight bits of red, green and blue; no interlacing.
        let header = chunk("IHDR", side + side + [8, 2, 0, 0, 0])
        return signature + header + chunk("IDAT", Deflate.compressed(rows, as: .zlib)) + chunk("IEND", [])
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(Deflate.crc32(named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
    }
}
