// The first image of a GIF as pixels in colour (GIF89a, with its LZW).

struct GIFImage {
    private(set) var width: Int
    private(set) var height: Int
    /// Red, green, blue and alpha.
    private(set) var pixels: [UInt8]

    /// `nil` for bytes that are not a GIF, have no image, or have more pixels than `mostPixels`.
    init?(_ bytes: [UInt8], mostPixels: Int) {
        var reader = Reader(bytes: bytes)
        guard bytes.count > 13, bytes.starts(with: Array("GIF8".utf8)) else { return nil }
        reader.place = 6
        (width, height) = (reader.readShort(), reader.readShort())
        guard width > 0, height > 0, width <= mostPixels / height else { return nil }
        let flags = reader.readByte()
        reader.place += 2
        var colours = flags & 0x80 != 0 ? reader.readPalette(2 << Int(flags & 7)) : []
        // Transparent where the image has no pixel.
        pixels = [UInt8](repeating: 0, count: 4 * width * height)
        var transparent: Int?
        while true {
            switch reader.readByte() {
            case 0x21:
                if reader.readByte() == 0xF9, reader.readByte() == 4 {
                    let isTransparent = reader.readByte() & 1 != 0
                    reader.place += 2
                    let index = Int(reader.readByte())
                    transparent = isTransparent ? index : nil
                }
                reader.skipBlocks()
            case 0x2C:
                let frame = (x: reader.readShort(), y: reader.readShort(), width: reader.readShort(), height: reader.readShort())
                let flags = reader.readByte()
                if flags & 0x80 != 0 { colours = reader.readPalette(2 << Int(flags & 7)) }
                guard frame.width > 0, frame.height > 0, frame.width <= mostPixels / frame.height else { return nil }
                let indices = reader.readImage(frame.width * frame.height)
                drawFrame(indices, frame, colours, transparent, isInterlaced: flags & 0x40 != 0)
                return
            default: return nil
            }
        }
    }

    private mutating func drawFrame(
        _ indices: [UInt8], _ frame: (x: Int, y: Int, width: Int, height: Int), _ colours: [UInt8], _ transparent: Int?,
        isInterlaced: Bool
    ) {
        let rows =
            isInterlaced
            ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: frame.height, by: $0.1)) }
            : Array(0..<frame.height)
        for (number, row) in rows.enumerated() where frame.y + row < height {
            for column in 0..<frame.width where frame.x + column < width {
                let place = number * frame.width + column
                guard place < indices.count else { return }
                let index = Int(indices[place])
                guard index != transparent, 3 * index + 2 < colours.count else { continue }
                let target = 4 * ((frame.y + row) * width + frame.x + column)
                for part in 0..<3 { pixels[target + part] = colours[3 * index + part] }
                pixels[target + 3] = 255
            }
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0

        mutating func readByte() -> UInt8 {
            defer { place += 1 }
            return place < bytes.count ? bytes[place] : 0
        }

        mutating func readShort() -> Int { Int(readByte()) | Int(readByte()) << 8 }

        /// Three bytes for each colour.
        mutating func readPalette(_ count: Int) -> [UInt8] {
            (0..<3 * count).map { _ in readByte() }
        }

        mutating func skipBlocks() {
            while place < bytes.count {
                let count = Int(readByte())
                if count == 0 { return }
                place += count
            }
        }

        /// At most `count` colour indices; fewer where the image is truncated or broken.
        mutating func readImage(_ count: Int) -> [UInt8] {
            let least = Int(readByte())
            guard (2...8).contains(least) else { return [] }
            let (clear, end) = (1 << least, 1 << least + 1)
            var data: [UInt8] = []
            while place < bytes.count {
                let block = Int(readByte())
                if block == 0 { break }
                data += bytes[min(place, bytes.count)..<min(place + block, bytes.count)]
                place += block
            }
            // For each code: the preceding code, its last index, and the number of its indices.
            var before = [Int](repeating: -1, count: 4096)
            var last = [UInt8](repeating: 0, count: 4096)
            var length = [Int](repeating: 0, count: 4096)
            for code in 0..<clear { (last[code], length[code]) = (UInt8(code), 1) }
            var output: [UInt8] = []
            output.reserveCapacity(min(count, 1 << 20))
            var (width, next, old, bits, held, index) = (least + 1, end + 1, -1, 0, 0, 0)
            while output.count < count {
                while held < width, index < data.count {
                    bits |= Int(data[index]) << held
                    (held, index) = (held + 8, index + 1)
                }
                guard held >= width else { break }
                let code = bits & (1 << width - 1)
                (bits, held) = (bits >> width, held - width)
                if code == clear {
                    (width, next, old) = (least + 1, end + 1, -1)
                    continue
                }
                if code == end { break }
                guard code < next || (code == next && old >= 0) else { break }
                let known = code < next ? code : old
                let start = output.count
                output.append(contentsOf: repeatElement(0, count: length[known]))
                var walk = known
                for place in stride(from: output.count - 1, through: start, by: -1) {
                    output[place] = last[walk]
                    walk = before[walk]
                }
                let first = output[start]
                if code == next { output.append(first) }
                if old >= 0, next < 4096 {
                    (before[next], last[next], length[next]) = (old, first, length[old] + 1)
                    next += 1
                    if next == 1 << width, width < 12 { width += 1 }
                }
                old = code
            }
            return Array(output.prefix(count))
        }
    }
}
