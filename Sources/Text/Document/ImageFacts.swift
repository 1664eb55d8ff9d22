// Facts from the first bytes of an image: format, size, depth. No image is decoded.

/// The facts of an image: PNG, JPEG, GIF, WebP, BMP or SVG.
public struct ImageFacts: Sendable, Hashable, CustomStringConvertible {
    /// Its format, by its usual name.
    public enum Format: String, Sendable, Hashable {
        case png = "PNG"
        case jpeg = "JPEG"
        case gif = "GIF"
        case webp = "WebP"
        case bmp = "BMP"
        case svg = "SVG"
    }

    public let format: Format
    /// Pixels, as stored: before the orientation is applied. 0 where an SVG gives no size.
    public let width: Int
    /// Pixels, as stored.
    public let height: Int
    /// `8-bit RGB`; empty where the format does not tell.
    public let depth: String
    /// The EXIF orientation, from 1 (upright) to 8.
    public let orientation: Int

    /// Reads the first bytes of a body; `nil` for anything but an image.
    public init?(_ bytes: [UInt8]) {
        guard
            let facts = Self.readPNG(bytes) ?? Self.readGIF(bytes) ?? Self.readWebP(bytes) ?? Self.readBMP(bytes)
                ?? Self.readJPEG(bytes)
                ?? Self.readSVG(bytes)
        else { return nil }
        self = facts
    }

    init(_ format: Format, _ width: Int, _ height: Int, depth: String = "", orientation: Int = 1) {
        self.format = format
        self.width = width
        self.height = height
        self.depth = depth
        self.orientation = orientation
    }

    /// `PNG · 640 × 480 · 8-bit RGB`.
    public var description: String {
        let size = width > 0 && height > 0 ? "\(width) × \(height)" : ""
        let turned = [
            "", "mirrored", "turned by 180°", "flipped", "transposed", "turned by 90°", "transversed", "turned by 270°",
        ]
        return [format.rawValue, size, depth, (2...8).contains(orientation) ? turned[orientation - 1] : ""]
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    // MARK: Formats

    private static func readPNG(_ bytes: [UInt8]) -> ImageFacts? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 26 else { return nil }
        let kind: String? =
            switch bytes[25] {
            case 0: "grey"
            case 2: "RGB"
            case 3: "palette"
            case 4: "grey with alpha"
            case 6: "RGB with alpha"
            default: nil
            }
        return ImageFacts(
            .png, bigEndian(bytes, 16, 4), bigEndian(bytes, 20, 4), depth: kind.map { "\(bytes[24])-bit \($0)" } ?? "")
    }

    private static func readGIF(_ bytes: [UInt8]) -> ImageFacts? {
        guard bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)), bytes.count >= 11 else {
            return nil
        }
        let depth = bytes[10] & 0x80 != 0 ? "\(2 << Int(bytes[10] & 7)) colours" : ""
        return ImageFacts(.gif, littleEndian(bytes, 6, 2), littleEndian(bytes, 8, 2), depth: depth)
    }

    private static func readWebP(_ bytes: [UInt8]) -> ImageFacts? {
        guard bytes.count >= 30, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X":
            return ImageFacts(
                .webp, littleEndian(bytes, 24, 3) + 1, littleEndian(bytes, 27, 3) + 1,
                depth: bytes[20] & 0x10 != 0 ? "with alpha" : "")
        case "VP8L" where bytes[20] == 0x2F:
            let bits = littleEndian(bytes, 21, 4)
            return ImageFacts(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, depth: "lossless")
        case "VP8 ":
            return ImageFacts(.webp, littleEndian(bytes, 26, 2) & 0x3FFF, littleEndian(bytes, 28, 2) & 0x3FFF)
        default: return ImageFacts(.webp, 0, 0)
        }
    }

    private static func readBMP(_ bytes: [UInt8]) -> ImageFacts? {
        guard bytes.starts(with: Array("BM".utf8)), bytes.count >= 30 else { return nil }
        let head = littleEndian(bytes, 14, 4)
        if head == 12 {
            return ImageFacts(
                .bmp, littleEndian(bytes, 18, 2), littleEndian(bytes, 20, 2), depth: "\(littleEndian(bytes, 24, 2)) bits a pixel")
        }
        guard (40...256).contains(head) else { return nil }
        // A negative height means that the first row is the uppermost.
        let height = Int(Int32(truncatingIfNeeded: littleEndian(bytes, 22, 4)))
        return ImageFacts(.bmp, littleEndian(bytes, 18, 4), abs(height), depth: "\(littleEndian(bytes, 28, 2)) bits a pixel")
    }

    private static func readJPEG(_ bytes: [UInt8]) -> ImageFacts? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var (place, orientation) = (2, 1)
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = bigEndian(bytes, place + 2, 2)
            if marker == 0xE1 { orientation = exifOrientation(bytes, place + 4, end: place + 2 + length) ?? orientation }
            // The header of a frame, for any coding; C4, C8 and CC are other segments.
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let kinds = [1: "grey", 3: "colour", 4: "CMYK"]
                let kind = kinds[Int(bytes[place + 9])].map { "\(bytes[place + 4])-bit \($0)" } ?? ""
                return ImageFacts(
                    .jpeg, bigEndian(bytes, place + 7, 2), bigEndian(bytes, place + 5, 2), depth: kind, orientation: orientation)
            }
            guard length >= 2 else { break }
            place += 2 + length
        }
        return ImageFacts(.jpeg, 0, 0)
    }

    /// Tag 0x0112 of the first directory.
    private static func exifOrientation(_ bytes: [UInt8], _ start: Int, end: Int) -> Int? {
        let end = min(end, bytes.count)
        guard start + 14 <= end, bytes[start..<start + 4].elementsEqual("Exif".utf8) else { return nil }
        let base = start + 6
        let isLittle = bytes[base] == UInt8(ascii: "I")
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= base, place + count <= end else { return nil }
            return isLittle ? littleEndian(bytes, place, count) : bigEndian(bytes, place, count)
        }
        guard let directory = number(base + 4, 4), let entries = number(base + directory, 2) else { return nil }
        for entry in 0..<min(entries, 200) {
            let place = base + directory + 2 + entry * 12
            if number(place, 2) == 0x0112, let value = number(place + 8, 2), (1...8).contains(value) { return value }
        }
        return nil
    }

    private static func readSVG(_ bytes: [UInt8]) -> ImageFacts? {
        let head = String(decoding: bytes.prefix(8 << 10), as: UTF8.self)
        guard head.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }) == "<", let start = head.firstRange(of: "<svg"),
            start.upperBound == head.endIndex || !head[start.upperBound].isLetter
        else { return nil }
        // Other elements before it mean that it is part of a larger document.
        guard !head[..<start.lowerBound].contains("<html"), !head[..<start.lowerBound].contains("<body") else { return nil }
        let mark = head[start.upperBound...].prefix { $0 != ">" }
        let box = attribute("viewBox", of: mark)?.split { $0 == " " || $0 == "," }.compactMap { Double($0) } ?? []
        let width = attribute("width", of: mark).flatMap(pixels) ?? (box.count == 4 ? pixels("\(box[2])") : nil)
        let height = attribute("height", of: mark).flatMap(pixels) ?? (box.count == 4 ? pixels("\(box[3])") : nil)
        return ImageFacts(.svg, width ?? 0, height ?? 0)
    }

    private static func attribute(_ name: String, of mark: Substring) -> String? {
        for piece in mark.split(whereSeparator: \.isWhitespace) where piece.hasPrefix(name + "=") {
            guard let start = mark.firstRange(of: piece)?.lowerBound else { return nil }
            let value = mark[start...].dropFirst(name.count + 1)
            guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
            return String(value.dropFirst().prefix { $0 != quote })
        }
        return nil
    }

    /// `24`, `24px`; other units and per cent give `nil`.
    private static func pixels(_ text: String) -> Int? {
        let number = text.hasSuffix("px") ? String(text.dropLast(2)) : text
        return Double(number).flatMap { $0.isFinite && $0 > 0 && $0 < 1e9 ? Int($0.rounded()) : nil }
    }

    private static func bigEndian(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func littleEndian(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
