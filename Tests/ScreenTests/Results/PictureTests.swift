// Images among the answers: which tab shows them, in which colours and shades, what is not searched.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

extension ColorImage {
    /// An image of opaque greys.
    static func grey(_ values: [UInt8], width: Int) -> ColorImage? {
        ColorImage(width: width, height: values.count / width, bytes: values.flatMap { [$0, $0, $0, 255] })
    }
}

@Suite struct PictureTests {
    private func driver(_ pixels: [UInt8], width: Int, theme: String = "dark") throws -> Driver {
        try driver(try #require(ColorImage.grey(pixels, width: width)), theme: theme)
    }

    private func driver(_ image: ColorImage, theme: String = "dark") throws -> Driver {
        var driver = try Driver(width: 100, height: 30)
        var reply = Reply.text(["bytes"])
        reply.body.kind = .binary
        let facts = try #require(ImageFacts([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, UInt8(image.width), 0, 2, 0, 0xF7]))
        reply.picture = Picture(facts: facts, preview: image)
        if theme != "dark" { driver.keys(": 'theme \(theme)' enter") }
        driver.exchange(reply)
        driver.keys("3")
        return driver
    }

    /// The row under the facts.
    private func row(_ driver: Driver) throws -> [Cell] {
        let y = try #require(driver.lines.firstIndex { $0.contains("GIF · ") && !$0.contains("Result") })
        let row = driver.screen.rowCells(y + 1)
        let start = try #require(row.firstIndex { ["█", "▀", "▄"].contains($0.text) })
        return Array(row[start...])
    }

    @Test func anImageIsShownBeforeItsBytes() throws {
        var driver = try driver([255, 255, 0, 0], width: 2)
        #expect(driver.model.result.tab == .raw && driver.text.contains("GIF · 2 × 2 · 256 colours"))
        driver.keys(",")
        #expect(driver.model.result.tab == .hex)
    }

    @Test func twoPixelsAreACell() throws {
        let cells = try row(try driver([255, 0, 255, 110, 0, 255, 255, 110], width: 4))
        #expect(cells.prefix(4).map(\.text) == ["▀", "▄", "█", "█"])
        #expect(cells[0].style == .text && cells[3].style != .text, "a darker one has a darker ink")
    }

    @Test func onABrightGroundInkIsDark() throws {
        let cells = try row(try driver([255, 0, 255, 0], width: 2, theme: "light"))
        #expect(cells[0].text == "█", "the dark column is the one with ink")
        #expect(try row(try driver([0, 0, 0, 0], width: 2, theme: "light")).prefix(2).map(\.text) == ["█", "█"])
    }

    @Test func aCellHasTheColoursOfItsPixels() throws {
        let bytes: [UInt8] = [200, 10, 20, 255, 1, 2, 3, 40, 200, 10, 20, 255]
        let image = try #require(ColorImage(width: 1, height: 3, bytes: bytes))
        let painted = try driver(image).screen.cells.compactMap(\.pixels)
        let red = PixelColor(red: 200, green: 10, blue: 20)
        try #require(painted.count == 2)
        #expect(painted[0] == PixelPair(upper: red, lower: PixelColor(red: 1, green: 2, blue: 3, alpha: 40)))
        #expect(painted[1] == PixelPair(upper: red, lower: PixelColor(red: 0, green: 0, blue: 0, alpha: 0)))
    }

    @Test(arguments: ["dark", "light"]) func transparentPixelsHaveNoInk(_ theme: String) throws {
        let image = try #require(ColorImage(width: 1, height: 2, bytes: [255, 255, 255, 0, 0, 0, 0, 0]))
        let cell = try #require(try driver(image, theme: theme).screen.cells.first { $0.pixels != nil })
        #expect(cell.isBlank)
    }

    @Test func aPictureIsNotSearched() throws {
        var driver = try driver([255, 0, 255, 0], width: 2)
        driver.keys("/")
        #expect(!driver.model.isEditing && driver.model.notices.shown != nil)
    }

    @Test func aVectorImageStaysAText() throws {
        var driver = try Driver(width: 100, height: 30)
        var reply = Reply.text(["<svg width=\"24\" height=\"24\"/>"])
        reply.picture = Picture(facts: try #require(ImageFacts(Array("<svg width=\"24\" height=\"24\"/>".utf8))), preview: nil)
        driver.exchange(reply)
        #expect(driver.text.contains("<svg width") && driver.text.contains("SVG · 24 × 24"))
    }
}
