// Images of several formats: what they say of themselves, what they look like, and that bad ones do no harm.

import Document
import Pictures
import TestSupport
import Testing

@Suite struct PicturesTests {
    @Test(arguments: [
        (Samples.png, "PNG · 24 × 16 · 8-bit RGB"), (Samples.png16, "PNG · 24 × 16 · 8-bit grey"),
        (Samples.pngAlpha, "PNG · 4 × 2 · 8-bit RGB with alpha"), (Samples.jpeg, "JPEG · 24 × 16 · 8-bit grey"),
        (Samples.jpegTurned, "JPEG · 24 × 16 · 8-bit grey · turned by 90°"), (Samples.webp, "WebP · 24 × 16"),
        (Samples.webpLossless, "WebP · 24 × 16 · lossless"), (Samples.bmp, "BMP · 24 × 16 · 24 bits a pixel"),
    ])
    func factsAreReadFromTheFirstBytes(_ bytes: [UInt8], _ facts: String) { #expect(ImageFacts(bytes)?.description == facts) }

    @Test(arguments: [
        ("<svg width=\"24\" height='12px'>", "SVG · 24 × 12"),
        ("<?xml version=\"1.0\"?>\n<svg viewBox=\"0 0 7.6 5\"/>", "SVG · 8 × 5"),
        ("<svg width=\"100%\">", "SVG"), ("<svg", "SVG"),
    ])
    func aVectorImageSaysItsSizeInItsMark(_ text: String, _ facts: String) {
        #expect(ImageFacts(Array(text.utf8))?.description == facts)
    }

    @Test(arguments: ["", "{}", "<html><svg></svg></html>", "<svgs/>", "BM", "GIF", "text about <svg>", "RIFF0000WAVE"])
    func whatIsNoImageHasNoFacts(_ text: String) { #expect(ImageFacts(Array(text.utf8)) == nil) }

    private func picture(_ bytes: [UInt8]) throws -> ColorImage? { Pictures.preview(bytes, try #require(ImageFacts(bytes))) }

    /// Dark at the left and bright at the right, whatever wrote it.
    @Test(arguments: [Samples.png16, Samples.jpeg, Samples.jpegProgressive, Samples.gif, Samples.gifFlat])
    func pixelsAreAsBrightAsTheyWere(_ bytes: [UInt8]) throws {
        let image = try #require(try picture(bytes))
        #expect(image.width == 24 && image.height == 16)
        for y in 0..<16 {
            let row = (0..<24).map { image[$0, y].brightness }
            #expect(row.prefix(10).allSatisfy { $0 < 12 } && row.suffix(10).allSatisfy { abs($0 - 200) < 12 }, "row \(y)")
        }
    }

    /// Red grows to the right, green downwards, blue with both.
    @Test func pixelsHaveTheirColours() throws {
        let image = try #require(try picture(Samples.png))
        for y in 0..<16 {
            for x in 0..<24 {
                #expect(image[x, y] == Pixel(red: UInt8(10 * x), green: UInt8(15 * y), blue: UInt8(6 * (x + y))), "\(x), \(y)")
            }
        }
    }

    /// Two pixels, red and transparent.
    @Test func aGIFHasColoursAndGaps() throws {
        let palette: [UInt8] = [200, 20, 30, 0, 0, 0]
        let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
        // The codes clear, 0, 1, end, of three bits each.
        let image: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0A, 0, 0x3B]
        let bytes = Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0] + palette + control + image
        let shown = try #require(try picture(bytes))
        #expect(shown[0, 0] == Pixel(red: 200, green: 20, blue: 30))
        #expect(shown[1, 0].alpha == 0)
    }

    @Test func aPhotographStandsUpright() throws {
        let image = try #require(try picture(Samples.jpegTurned))
        #expect(image.width == 16 && image.height == 24)
        #expect(image[8, 0].brightness < 12 && image[8, 23].brightness > 180, "its left side is up")
    }

    @Test func transparentPixelsStayTransparent() throws {
        let image = try #require(try picture(Samples.pngAlpha))
        #expect(image[0, 0] == Pixel(red: 0, green: 0, blue: 0))
        let others = (0..<8).dropFirst().map { image[$0 % 4, $0 / 4].alpha }
        #expect(others.allSatisfy { $0 == 0 })
    }

    @Test func formatsThatAreNotDecodedHaveNoPicture() throws {
        for bytes in [Samples.webp, Samples.bmp] { #expect(try picture(bytes) == nil) }
    }

    /// A head that promises more pixels than are decoded, and a body that has none.
    @Test func aBombIsNotDecoded() throws {
        var png = Samples.png
        png.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
        #expect(ImageFacts(png)?.width == 100_000)
        #expect(try picture(png) == nil)
        var gif = Samples.gif
        gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try picture(gif) == nil)
        var jpeg = Samples.jpeg
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try picture(jpeg) == nil)
    }

    @Test(arguments: [Samples.png, Samples.jpeg, Samples.jpegProgressive, Samples.gif, Samples.webp, Samples.bmp])
    func brokenImagesDoNoHarm(_ bytes: [UInt8]) {
        var random = SplitMix64(seed: 3)
        for length in 0..<bytes.count {
            let cut = Array(bytes.prefix(length))
            if let facts = ImageFacts(cut) { _ = Pictures.preview(cut, facts) }
        }
        for _ in 1...500 {
            var broken = bytes
            for _ in 1...Int.random(in: 1...6, using: &random) {
                broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let facts = ImageFacts(broken) { _ = Pictures.preview(broken, facts) }
        }
    }

    @Test func picturesAreMadeSmall() throws {
        let image = try #require(ColorImage(width: 400, height: 100, bytes: [UInt8](repeating: 90, count: 160_000)))
        let small = image.fitted(into: (200, 200))
        #expect(small.width == 200 && small.height == 50 && small.bytes.allSatisfy { $0 == 90 })
        #expect(small.fitted(into: (1_000, 1_000)) == small)
        #expect(image.fitted(into: (1, 1)).bytes == [90, 90, 90, 90] && ColorImage(width: 2, height: 2, bytes: [1]) == nil)
        let arrow = try #require(ColorImage(width: 2, height: 1, bytes: [1, 1, 1, 1, 2, 2, 2, 2]))
        #expect(
            (1...8).map { arrow.turned($0).bytes[0] } == [1, 2, 2, 1, 1, 1, 2, 2])
        #expect(arrow.turned(6).width == 1 && arrow.turned(6).height == 2)
    }

    /// A mean of colours: what is transparent has none, and makes the mean more transparent.
    @Test func aMeanLeavesTransparentPixelsOut() throws {
        let opaque: [UInt8] = [200, 100, 50, 255]
        let clear: [UInt8] = [0, 0, 0, 0]
        let image = try #require(ColorImage(width: 2, height: 2, bytes: opaque + clear + clear + opaque))
        #expect(image.fitted(into: (1, 1))[0, 0] == Pixel(red: 200, green: 100, blue: 50, alpha: 127))
    }
}
