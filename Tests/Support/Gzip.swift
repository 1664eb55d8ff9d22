// Gzip streams made by hand (RFC 1951, RFC 1952), so that tests need no compressor: small true ones and bombs.

public enum Gzip {
    /// A true gzip stream of the bytes, stored without compression. At most 65,535 bytes.
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count
        let length = [UInt8(count & 0xff), UInt8(count >> 8 & 0xff)]
        return header + [1] + length + length.map { ~$0 } + bytes + trailer(checksum: crc32(bytes), count: count)
    }

    /// A gzip stream of about 1/1032 of the size that unpacks to so many zero bytes. Its checksum is wrong: who gets that far has unpacked all of it.
    public static func zeros(count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0b1, 1)  // last block
        bits.write(0b10, 2)  // with its own Huffman codes
        bits.write(29, 5)  // 286 literal and length codes
        bits.write(0, 5)  // 1 distance code
        bits.write(14, 4)  // 18 code length codes, in the order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
            bits.write([18: 1, 1: 2, 2: 2][symbol] ?? 0, 3)
        }
        // Code lengths: literal 0 → 2, end (256) → 2, length 258 (285) → 1, distance 1 → 1. Canonical: 18 is 0, 1 is 10, 2 is 11.
        func repeatZero(_ times: Int) {
            bits.write(0, 1)
            bits.write(times - 11, 7)
        }
        bits.writeCode(0b11, 2)
        repeatZero(138)
        repeatZero(117)
        bits.writeCode(0b11, 2)
        repeatZero(28)
        bits.writeCode(0b10, 2)
        bits.writeCode(0b10, 2)
        // Length 258 is 0, literal 0 is 10, end is 11; distance 1 is 0. One literal, then copies of it.
        bits.writeCode(0b10, 2)
        let copies = (count - 1) / 258
        for _ in 0..<copies { bits.write(0, 2) }
        for _ in 0..<(count - 1 - copies * 258) { bits.writeCode(0b10, 2) }
        bits.writeCode(0b11, 2)
        return header + bits.finished() + trailer(checksum: 0, count: count)
    }

    private static let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

    private static func trailer(checksum: UInt32, count: Int) -> [UInt8] {
        [checksum, UInt32(truncatingIfNeeded: count)].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }
}

/// Packs bits from the lowest of each byte on, as deflate does.
struct BitWriter {
    private var bytes: [UInt8] = []
    private var current: UInt32 = 0
    private var filled = 0

    mutating func write(_ value: Int, _ count: Int) {
        current |= UInt32(value) << filled
        filled += count
        while filled >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: current))
            current >>= 8
            filled -= 8
        }
    }

    /// Huffman codes go in from their highest bit.
    mutating func writeCode(_ code: Int, _ count: Int) { for bit in (0..<count).reversed() { write(code >> bit & 1, 1) } }

    func finished() -> [UInt8] { filled > 0 ? bytes + [UInt8(truncatingIfNeeded: current)] : bytes }
}
