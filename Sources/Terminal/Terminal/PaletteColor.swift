// Colours as numbers: distance, lightness, contrast, and the nearest entry of a palette.

import Glibc

/// A colour by its parts, 0–255 in sRGB.
struct RGB: Hashable {
    var red: Int
    var green: Int
    var blue: Int

    /// xterm's values of the first sixteen entries; every terminal has its own, near these.
    private static let ansi: [RGB] = [
        RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205),
        RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0), RGB(92, 92, 255),
        RGB(255, 0, 255),
        RGB(0, 255, 255), RGB(255, 255, 255),
    ]

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The colour of an entry of the palette of 256.
    init(palette index: Int) {
        switch index {
        case ..<16: self = RGB.ansi[max(0, index)]
        case ..<232:
            func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
            let place = index - 16
            self.init(level(place / 36), level(place / 6 % 6), level(place % 6))
        default:
            let grey = 8 + 10 * (min(index, 255) - 232)
            self.init(grey, grey, grey)
        }
    }

    /// 0xRRGGBB.
    var packed: Int { red << 16 | green << 8 | blue }

    /// The distance from grey: 0 for a grey, 255 at most.
    var chroma: Int { max(red, green, blue) - min(red, green, blue) }

    /// Rec. 601 luma, 0–255.
    var lightness: Int { (299 * red + 587 * green + 114 * blue) / 1000 }

    /// WCAG's contrast of the two: 1 for the same colour, 21 for black on white.
    func contrast(with other: RGB) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// WCAG 2.2, relative luminance.
    private var luminance: Double {
        func linear(_ part: Int) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The nearest wanted entry among `places` of the palette, the first of equals; the first place where
    /// none is wanted.
    func nearest(_ places: Range<Int>, where isWanted: (RGB) -> Bool = { _ in true }) -> Int {
        var best = places.lowerBound
        var least = Int.max
        for index in places where isWanted(RGB(palette: index)) {
            let distance = distance(to: RGB(palette: index))
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    /// The entry that `nearest(16..<256)` finds, without a search: pictures ask for each of their pixels.
    /// The distance adds up over the parts, so the nearest of the cube has the nearest level of each part,
    /// and the nearest grey is the one nearest to the weighted mean.
    var nearestInPalette: Int {
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
        let mean = (3 * red + 6 * green + 2 * blue) / 11
        let grey = 232 + min(23, max(0, (mean - 3) / 10))
        return distance(to: RGB(palette: grey)) < distance(to: RGB(palette: cube)) ? grey : cube
    }

    /// The weights of the three parts follow the eye.
    func distance(to other: RGB) -> Int {
        let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
        return 3 * r * r + 6 * g * g + 2 * b * b
    }
}
