// An image in the Raw tab: its properties, and a picture of two pixels a cell. The pixels have their colours;
// each cell also has a half block in the theme's shades, for terminals with too few colours.

import Canvas
import Document

/// A response body as an image.
public struct Picture: Sendable, Hashable {
    public let facts: ImageFacts
    /// `nil` for formats that are not decoded, and for broken or too large images.
    public let preview: ColorImage?

    public init(facts: ImageFacts, preview: ColorImage?) {
        self.facts = facts
        self.preview = preview
    }

    /// The picture replaces the bytes. An SVG is a text, and shown as such.
    var replacesText: Bool { facts.format != .svg }
}

enum PictureView {
    /// The foregrounds of the theme, the background first, with their approximate
    /// brightness on a dark background.
    private static let shades: [(style: Style, value: Int)] = [(.text, 0), (.border, 96), (.muted, 160), (.text, 224)]
    /// Bayer's matrix for dithering: it makes few shades look like many.
    private static let grain = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
    /// The largest change of a pixel's value by dithering.
    private static let spread = 56

    static func draw(_ picture: Picture, bytes: Int, _ model: Model, on screen: inout Screen, in area: Rect) {
        guard area.height > 0 else { return }
        let (line, rest) = area.splitTop(1)
        let facts = "\(picture.facts) · \(Quantity.bytes(Int64(bytes)))"
        screen.write(TextWidth.truncate(facts, line.width), x: line.x, y: line.y, style: .muted, in: line)
        guard let preview = picture.preview else {
            return EmptyState.draw(
                [
                    picture.facts.format.isDecoded
                        ? "The image is broken, or too large to show"
                        : "Not shown: \(picture.facts.format.rawValue) is not decoded"
                ],
                next: "`W` saves it", on: &screen, in: rest)
        }
        guard !rest.isEmpty else { return }
        draw(preview.fitted(into: (rest.width, 2 * rest.height)), isLight: model.view.themes.isLight, on: &screen, in: rest)
    }

    /// Draws two pixels in each cell, one above the other.
    private static func draw(_ image: ColorImage, isLight: Bool, on screen: inout Screen, in area: Rect) {
        for y in stride(from: 0, to: image.height, by: 2) {
            for x in 0..<image.width {
                let upper = image[x, y]
                let lower = y + 1 < image.height ? image[x, y + 1] : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
                let (glyph, style) = cell(ink(upper, x, y, isLight: isLight), ink(lower, x, y + 1, isLight: isLight))
                let place = Point(x: area.x + x, y: area.y + y / 2)
                if glyph != " " { screen.write(glyph, x: place.x, y: place.y, style: style, in: area) }
                screen.paint(PixelPair(upper: color(upper), lower: color(lower)), x: place.x, y: place.y)
            }
        }
    }

    /// How much a pixel stands out from the theme's background, with the grain; a transparent one does not.
    private static func ink(_ pixel: Pixel, _ x: Int, _ y: Int, isLight: Bool) -> Int {
        guard pixel.alpha > 0 else { return 0 }
        let grain = (Self.grain[y & 3][x & 3] * 2 - 15) * spread / 32
        return (isLight ? 255 - pixel.brightness : pixel.brightness) * Int(pixel.alpha) / 255 + grain
    }

    private static func color(_ pixel: Pixel) -> PixelColor {
        PixelColor(red: pixel.red, green: pixel.green, blue: pixel.blue, alpha: pixel.alpha)
    }

    /// The glyph and the style whose two pixels come nearest to the given ones.
    private static func cell(_ upper: Int, _ lower: Int) -> (glyph: String, style: Style) {
        func distance(_ a: Int, _ b: Int) -> Int { (upper - a) * (upper - a) + (lower - b) * (lower - b) }
        var best: (glyph: String, style: Style) = (" ", .text)
        var least = distance(0, 0)
        for shade in shades.dropFirst() {
            for (glyph, a, b) in [("█", shade.value, shade.value), ("▀", shade.value, 0), ("▄", 0, shade.value)]
            where distance(a, b) < least {
                least = distance(a, b)
                best = (glyph, shade.style)
            }
        }
        return best
    }
}

extension ImageFacts.Format {
    /// Whether the program can make a picture of it.
    var isDecoded: Bool {
        switch self {
        case .png, .jpeg, .gif: true
        case .webp, .bmp, .svg: false
        }
    }
}

extension ThemeChoices {
    /// The background is bright and the text dark, by the theme's name: the colours of a
    /// user's own theme are not known here.
    var isLight: Bool { shown.contains("light") }
}

extension ResultView {
    /// The image that the Raw tab shows in place of text.
    var picture: Picture? { tab == .raw ? answer?.picture.flatMap { $0.replacesText ? $0 : nil } : nil }

    /// The tab to show when the user has chosen none: the picture of an image comes before its bytes.
    var firstTab: ResultTab { answer?.picture?.replacesText == true && tabs.contains(.raw) ? .raw : tabs[0] }
}
