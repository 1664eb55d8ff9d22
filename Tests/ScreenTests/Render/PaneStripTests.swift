// A terminal with room for one pane says in its first line which others there are.

import Canvas
import Testing

@testable import Screen

@Suite struct PaneStripTests {
    @Test func theFocusedPaneIsMarked() throws {
        var driver = try Driver(width: 50, height: 15)
        for (key, strip) in [("1", "[1]·2·3·4"), ("2", "1·[2]·3·4"), ("3", "1·2·[3]·4"), ("4", "1·2·3·[4]")] {
            driver.keys(key)
            #expect(driver.lines[0].contains(strip + "  idle"), "\(driver.lines[0])")
        }
    }

    @Test func aClickGoesToThePane() throws {
        var driver = try Driver(width: 50, height: 15)
        let start = try #require(driver.lines[0].firstRange(of: "[1]·2·3·4"))
        let x = TextWidth.measure(String(driver.lines[0][..<start.lowerBound]))
        driver.update(.user(.mouse(MouseEvent(.pressed(.left), at: Point(x: x + 6, y: 0)))))
        #expect(driver.model.focus == .result && driver.lines[0].contains("1·2·[3]·4"))
        // The dot between two numbers is none of them.
        driver.update(.user(.mouse(MouseEvent(.pressed(.left), at: Point(x: x + 1, y: 0)))))
        #expect(driver.model.focus == .result)
        driver.update(.user(.mouse(MouseEvent(.wheelDown, at: Point(x: x, y: 0)))))
        #expect(driver.model.endpoints.list.top == 0)
    }

    @Test(arguments: [Size.small, .medium, .large, .tinier, .cell]) func itIsOnlyWhereItIsNeededAndFits(_ size: Size) throws {
        var driver = try Driver(width: size.width, height: size.height)
        #expect(!driver.text.contains("·2·"))
        driver.keys("f")
        #expect(!driver.text.contains("·2·"), "the user made the pane fill the screen")
    }
}
