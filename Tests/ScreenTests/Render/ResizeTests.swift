// Any size and back: the screen fits, and looks as before.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct ResizeTests {
    @Test(arguments: [
        Size(width: 0, height: 0), .cell, Size(width: 1, height: 60), Size(width: 200, height: 1), Size(width: -3, height: -1),
        .tinier, .large,
    ])
    func screenComesBackFromAnySizeAsItWas(_ size: Size) throws {
        var driver = try Driver()
        driver.exchange(.text((1...100).map { "line \($0)" }))
        driver.keys("3 C-d 4")
        let before = driver.screen
        driver.resize(size.width, size.height)
        #expect(driver.screen.size == Size(width: max(0, size.width), height: max(0, size.height)))
        driver.resize(80, 24)
        #expect(driver.screen == before)
    }

    @Test func everyPaneIsReachableWhereOnlyOneFits() throws {
        var driver = try Driver(width: 40, height: 10)
        driver.exchange(.text(["the body"]))
        for (key, sign) in [("1", "/items/{id}"), ("2", "Params 0/3"), ("3", "the body"), ("4", "succeeded")] {
            driver.keys(key)
            #expect(driver.text.contains(sign))
        }
    }

    @Test func aLargerWindowAsksForMoreLines() throws {
        var driver = try Driver()
        driver.exchange(.text((1...100).map { "line \($0)." }))
        driver.resize(200, 90)
        #expect(driver.text.contains("line 55."))
    }

    @Test func questionAndHelpCanBeAnsweredAtAnySize() throws {
        for size in [Size(width: 0, height: 0), .cell, .tinier, .large] {
            var driver = try Driver()
            driver.keys("s")
            driver.start()
            driver.keys("X")
            driver.resize(size.width, size.height)
            #expect(driver.screen.isHarmless)
            driver.keys("enter ? G esc X y")
            #expect(driver.takeEffects() == [.engine(.cancelAll)])
        }
    }

    /// Every border cell joins its neighbours: no line ends in nothing.
    @Test(arguments: [
        Size.small, .medium, .large, .tiny, Size(width: 60, height: 16), Size(width: 61, height: 17), Size(width: 12, height: 6),
    ])
    func bordersAreClosed(_ size: Size) throws {
        let driver = try Driver(width: size.width, height: size.height)
        let screen = driver.screen
        let up: Set = ["│", "┘", "└", "├", "┤", "┴", "┼"]
        let down: Set = ["│", "┐", "┌", "├", "┤", "┬", "┼"]
        var corners = 0
        for y in 0..<size.height {
            for x in 0..<size.width where screen[x, y].style == .border || screen[x, y].style == .borderFocus {
                let text = screen[x, y].text
                if up.contains(text) { #expect(down.contains(screen[x, y - 1].text), "\(x),\(y)") }
                if down.contains(text) { #expect(up.contains(screen[x, y + 1].text), "\(x),\(y)") }
                if ["┌", "┐", "└", "┘"].contains(text) { corners += 1 }
            }
        }
        #expect(corners == 4)
    }
}
