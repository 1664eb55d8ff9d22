// An image in colour, the form of an image for a screen of characters.

/// One point of an image. Its colour is not multiplied by its alpha.
public struct Pixel: Sendable, Hashable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8
    /// 0 where the image is transparent, 255 where it hides what is behind it.
    public let alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// The brightness of the colour, 0–255 (Rec. 601).
    public var brightness: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }
}

/// Pixels, row by row: four bytes for each, red, green, blue and alpha.
public struct ColorImage: Sendable, Hashable {
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]

    /// `nil` where the numbers are inconsistent.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count == 4 * width * height else { return nil }
        self.init(width, height, bytes)
    }

    private init(_ width: Int, _ height: Int, _ bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The pixel in column `x` and row `y`, both inside the image.
    public subscript(x: Int, y: Int) -> Pixel {
        let start = 4 * (y * width + x)
        return Pixel(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2], alpha: bytes[start + 3])
    }

    /// The same image, scaled down to fit; never scaled up. Each pixel is the mean of the pixels that it
    /// covers, where a transparent one gives no colour.
    public func fitted(into most: (width: Int, height: Int)) -> ColorImage {
        let scale = max(Double(width) / Double(max(1, most.width)), Double(height) / Double(max(1, most.height)))
        guard scale > 1 else { return self }
        let small = (width: max(1, Int(Double(width) / scale)), height: max(1, Int(Double(height) / scale)))
        let spans = (0..<small.width).map { Self.sourceRange($0, of: small.width, width) }
        var means: [UInt8] = []
        means.reserveCapacity(4 * small.width * small.height)
        bytes.withUnsafeBufferPointer { source in
            for y in 0..<small.height {
                let rows = Self.sourceRange(y, of: small.height, height)
                for columns in spans {
                    var (red, green, blue, alpha) = (0, 0, 0, 0)
                    for row in rows {
                        var place = 4 * (row * width + columns.lowerBound)
                        for _ in columns {
                            let weight = Int(source[place + 3])
                            red += weight * Int(source[place])
                            green += weight * Int(source[place + 1])
                            blue += weight * Int(source[place + 2])
                            alpha += weight
                            place += 4
                        }
                    }
                    let weight = max(1, alpha)
                    means.append(UInt8(red / weight))
                    means.append(UInt8(green / weight))
                    means.append(UInt8(blue / weight))
                    means.append(UInt8(alpha / (rows.count * columns.count)))
                }
            }
        }
        return ColorImage(small.width, small.height, means)
    }

    private static func sourceRange(_ index: Int, of count: Int, _ all: Int) -> Range<Int> {
        let start = index * all / count
        return start..<max(start + 1, (index + 1) * all / count)
    }

    /// The upright image, by the EXIF orientation from 1 to 8.
    public func turned(_ orientation: Int) -> ColorImage {
        guard (2...8).contains(orientation) else { return self }
        let size = orientation >= 5 ? (width: height, height: width) : (width: width, height: height)
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (fromX, fromY) =
                    switch orientation {
                    case 2: (width - 1 - x, y)
                    case 3: (width - 1 - x, height - 1 - y)
                    case 4: (x, height - 1 - y)
                    case 5: (y, x)
                    case 6: (y, height - 1 - x)
                    case 7: (width - 1 - y, height - 1 - x)
                    default: (width - 1 - y, x)
                    }
                let start = 4 * (fromY * width + fromX)
                turned += bytes[start..<start + 4]
            }
        }
        return ColorImage(size.width, size.height, turned)
    }
}
