// A grey image, the form of an image for a screen of characters.

/// Grey pixels, row by row; 0 is black.
public struct GreyImage: Sendable, Hashable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt8]

    /// `nil` where the numbers are inconsistent.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        self.init(width, height, pixels)
    }

    private init(_ width: Int, _ height: Int, _ pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The same image, scaled down to fit; never scaled up. Each pixel is
    /// the mean of the pixels that it covers.
    public func fitted(into most: (width: Int, height: Int)) -> GreyImage {
        let scale = max(Double(width) / Double(max(1, most.width)), Double(height) / Double(max(1, most.height)))
        guard scale > 1 else { return self }
        let small = (width: max(1, Int(Double(width) / scale)), height: max(1, Int(Double(height) / scale)))
        var means = [UInt8](repeating: 0, count: small.width * small.height)
        pixels.withUnsafeBufferPointer { source in
            for y in 0..<small.height {
                let rows = Self.sourceRange(y, of: small.height, height)
                for x in 0..<small.width {
                    let columns = Self.sourceRange(x, of: small.width, width)
                    var sum = 0
                    for row in rows { for column in columns { sum += Int(source[row * width + column]) } }
                    means[y * small.width + x] = UInt8(sum / (rows.count * columns.count))
                }
            }
        }
        return GreyImage(small.width, small.height, means)
    }

    private static func sourceRange(_ index: Int, of count: Int, _ all: Int) -> Range<Int> {
        let start = index * all / count
        return start..<max(start + 1, (index + 1) * all / count)
    }

    /// The upright image, by the EXIF orientation from 1 to 8.
    public func turned(_ orientation: Int) -> GreyImage {
        guard (2...8).contains(orientation) else { return self }
        let size = orientation >= 5 ? (width: height, height: width) : (width: width, height: height)
        var turned: [UInt8] = []
        turned.reserveCapacity(pixels.count)
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
                turned.append(pixels[fromY * width + fromX])
            }
        }
        return GreyImage(size.width, size.height, turned)
    }
}
