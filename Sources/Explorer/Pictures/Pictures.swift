// Images as small pictures in colour, within limits: PNG by libpng, JPEG by libjpeg, GIF by our own reader.

import CPictures
import Document

public enum Pictures {
    /// Larger images are not decoded. Pixels.
    public static let mostPixels = 40_000_000
    /// The same for formats that are decoded whole, at four bytes a pixel: a JPEG is made smaller meanwhile.
    static let mostWhole = 24_000_000
    /// The longer edge of a preview, in pixels: as much as a large screen shows.
    public static let longest = 400

    /// A small upright picture of an image, from its facts.
    /// - Returns: `nil` for formats that are not decoded, for broken images and for those that are too large.
    public static func preview(_ bytes: [UInt8], _ facts: ImageFacts) -> ColorImage? {
        let image: ColorImage? =
            switch facts.format {
            case .png: decodeImage(bytes) { pictures_png($0, bytes.count, mostWhole, $1) }
            case .jpeg: decodeImage(bytes) { pictures_jpeg($0, bytes.count, mostPixels, longest, $1) }
            case .gif:
                GIFImage(bytes, mostPixels: mostWhole).flatMap {
                    ColorImage(width: $0.width, height: $0.height, bytes: $0.pixels)
                }
            case .webp, .bmp, .svg: nil
            }
        return image?.fitted(into: (longest, longest)).turned(facts.orientation)
    }

    private static func decodeImage(
        _ bytes: [UInt8], _ decode: (UnsafePointer<UInt8>?, UnsafeMutablePointer<PicturesImage>) -> Int32
    ) -> ColorImage? {
        var image = PicturesImage()
        let isRead = bytes.withUnsafeBufferPointer { decode($0.baseAddress, &image) == 1 }
        defer { pictures_free(&image) }
        guard isRead, let pixels = image.pixels else { return nil }
        return ColorImage(
            width: image.width, height: image.height,
            bytes: Array(UnsafeBufferPointer(start: pixels, count: 4 * image.width * image.height)))
    }
}
