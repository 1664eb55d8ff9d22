// Bars of numbers: their scale and text, the columns that have them, and what stays readable.

import Canvas
import Document
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct NumberBarsTests {
    private static let rows = """
        [
        {"id": 1, "name": "lamp", "price": 25, "change": -4},
        {"id": 2, "name": "desk", "price": 100, "change": 8},
        {"id": 3, "name": "sofa", "price": 0, "change": 0},
        {"id": 4, "name": "vase", "price": null, "change": 2}
        ]
        """

    private func driver(_ keys: String, width: Int = 140) throws -> Driver {
        var driver = try Driver(width: width, height: 40)
        driver.select("list items")
        driver.exchange(.json(Self.rows))
        driver.keys("3 f " + keys)
        return driver
    }

    /// The line of a row, by its name.
    private func line(_ name: String, _ driver: Driver) throws -> String {
        try #require(driver.lines.first { $0.contains(name) })
    }

    // MARK: The text of a bar

    @Test func positiveNumbersGrowFromZero() throws {
        let scale = try #require(BarScale([50, 100]))
        #expect(scale.text(100, width: 4) == "████")
        #expect(scale.text(50, width: 4) == "██" && scale.text(62.5, width: 4) == "██▌")
        #expect(scale.text(0, width: 4).isEmpty)
        #expect(scale.text(0.001, width: 4) == "▏", "a positive number is never invisible")
        #expect(scale.text(1_000, width: 4) == "████", "a number beyond the scale stays in its column")
    }

    @Test func negativeNumbersLieLeftOfALine() throws {
        let scale = try #require(BarScale([-50, 100]))
        #expect(scale.text(100, width: 13) == "    │████████")
        #expect(scale.text(-50, width: 13) == "████│")
        #expect(scale.text(-25, width: 13) == "  ██│" && scale.text(-1, width: 13) == "   ▐│")
        #expect(scale.text(0, width: 13) == "    │")
        let negative = try #require(BarScale([-3, -1]))
        #expect(negative.text(-3, width: 5) == "████│")
    }

    @Test func numbersThatAreAllZeroHaveNoScale() {
        #expect(BarScale([0, 0]) == nil && BarScale([]) == nil)
    }

    /// A bar and the spaces before it never need more than their room.
    @Test(arguments: [[1, 2], [-1, 2], [-2, -1], [-1e308, 1e308], [-1, 1e300], [-1e300, 1]] as [[Double]])
    func aBarFitsIntoItsRoom(_ numbers: [Double]) throws {
        let scale = try #require(BarScale(numbers))
        for width in BarScale.widths.least...BarScale.widths.usual {
            for number in numbers + [0] { #expect(TextWidth.measure(scale.text(number, width: width)) <= width) }
        }
    }

    // MARK: The table

    @Test func aKeyShowsTheNumbersOfItsColumnAsBars() throws {
        var driver = try driver("l l")
        #expect(driver.model.result.table.columnTitle == "price")
        let before = driver.lines
        driver.keys("B")
        #expect(try line("desk", driver).contains("100 ████████████"))
        let lamp = try line("lamp", driver)
        #expect(lamp.contains("25 ███") && !lamp.contains("25 ████"))
        for empty in ["sofa", "vase"] { #expect(try !line(empty, driver).contains("█")) }
        driver.keys("B")
        #expect(driver.lines == before)
    }

    @Test func aColumnWithoutNumbersHasNoBars() throws {
        var driver = try driver("l B")
        #expect(driver.model.result.table.bars.isEmpty)
        #expect(driver.model.notices.shown?.text == "Bars need a column of numbers: name has none")
        driver.keys(": 'bars name' enter")
        #expect(driver.model.result.table.bars.isEmpty)
    }

    @Test func thePaletteNamesColumns() throws {
        var driver = try driver(": 'bars price change' enter")
        #expect(driver.model.result.table.bars == ["price", "change"])
        #expect(try line("lamp", driver).contains("████│"))
        #expect(try line("sofa", driver).contains("0     │"))
        driver.keys(": 'bars change' enter")
        #expect(driver.model.result.table.bars == ["change"])
        driver.keys(": 'bars off' enter")
        #expect(driver.model.result.table.bars.isEmpty && !driver.text.contains("│█"))
    }

    @Test func barsStayWithTheirEndpoint() throws {
        var driver = try driver("l l B")
        driver.exchange(.json(Self.rows))
        #expect(driver.model.result.table.bars == ["price"])
        driver.keys("f 1")
        driver.select("/status")
        driver.exchange(.json(Self.rows))
        #expect(driver.model.result.table.bars.isEmpty)
    }

    @Test(arguments: [20, 24, 30, 40]) func aNumberStaysReadableWhereThereIsLittleRoomForABar(_ width: Int) throws {
        #expect(try driver("l l B", width: width).text.contains(" 100"))
    }

    /// The scale knows all rows of a short list and a sample of a long one, so it stays while the user scrolls.
    @Test func theScaleIsThatOfTheWholeList() throws {
        var driver = try Driver(width: 140, height: 24)
        driver.select("list items")
        let rows = (1...150).map { "{\"id\": \($0), \"size\": \($0 == 150 ? 400 : 100)}" }
        driver.exchange(.json("[\n" + rows.joined(separator: ",\n") + "\n]"))
        driver.keys("3 f l B")
        #expect(driver.text.contains("100 ███") && !driver.text.contains("100 ████"))
        let before = driver.model.result.table.scale(of: 1)
        driver.keys("G")
        #expect(driver.model.result.table.scale(of: 1) == before && before?.high == 400)
    }
}
