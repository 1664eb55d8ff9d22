// Pixels of pictures: the only colours that a frame itself contains.

/// The colour of one pixel, in sRGB.
public struct PixelColor: Hashable, Sendable {
    /// 0–255.
    public let red, green, blue: UInt8
    /// 0 where the picture is transparent, 255 where it hides the background.
    public let alpha: UInt8

    /// A colour that is not multiplied by its alpha.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// 0xAABBGGRR.
    var packed: UInt32 { UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24 }

    init(packed: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: packed), green: UInt8(truncatingIfNeeded: packed >> 8),
            blue: UInt8(truncatingIfNeeded: packed >> 16), alpha: UInt8(truncatingIfNeeded: packed >> 24))
    }
}

/// The two pixels of a picture that one cell shows, one above the other.
public struct PixelPair: Hashable, Sendable {
    /// The pixel in the upper half of the cell.
    public let upper: PixelColor
    /// The pixel in the lower half.
    public let lower: PixelColor

    /// Two pixels, from above.
    public init(upper: PixelColor, lower: PixelColor) {
        self.upper = upper
        self.lower = lower
    }
}

extension Screen {
    /// Colours the cell at (`x`, `y`) with two pixels. Its character and style stay for displays with too few
    /// colours; its marks go. Wide characters, and cells outside the screen, stay as they are.
    public mutating func paint(_ pixels: PixelPair, x: Int, y: Int) {
        guard bounds.contains(Point(x: x, y: y)) else { return }
        cells[y * size.width + x].paint(pixels)
    }
}
