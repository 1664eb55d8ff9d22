// Borders that were moved keep their share of the screen.

import Canvas
import Testing

@testable import Screen

@Suite struct SplitsTests {
    private func area(_ width: Int, _ height: Int) -> Rect { Rect(x: 0, y: 1, width: width, height: height) }

    @Test func aBorderKeepsItsShare() {
        var splits = Splits()
        splits.move(.endpoints, to: Point(x: 70, y: 5), in: area(200, 60))
        splits.move(.tasks, to: Point(x: 5, y: 41), in: area(200, 60))
        #expect(splits.endpointsWidth(in: area(200, 60)) == 70 && splits.tasksHeight(in: area(200, 60)) == 20)
        #expect(splits.endpointsWidth(in: area(120, 40)) == 42 && splits.tasksHeight(in: area(120, 40)) == 13)
        #expect(splits.endpointsWidth(in: area(200, 60)) == 70)
    }

    @Test(arguments: [1, 40, 79, 80, 119, 120, 213, 500]) func aMoveIsExact(_ width: Int) {
        for column in 14..<max(15, width - 30) where width > 44 {
            var splits = Splits()
            splits.move(.endpoints, to: Point(x: column, y: 5), in: area(width, 40))
            #expect(splits.endpointsWidth(in: area(width, 40)) == column)
        }
    }

    /// From 110 columns on the list has room for summaries.
    @Test(arguments: [(60, 26), (80, 26), (109, 34), (110, 46), (120, 48), (200, 80), (400, 100)])
    func theListGetsMoreOfAWideScreen(_ width: Int, _ columns: Int) {
        #expect(Splits().endpointsWidth(in: area(width, 40)) == columns)
    }

    @Test(arguments: [(60, 26), (109, 34), (110, 35), (120, 38), (200, 52), (400, 52)])
    func withoutSummariesTheListNeedsLess(_ width: Int, _ columns: Int) {
        #expect(Splits().endpointsWidth(in: area(width, 40), showsSummaries: false) == columns)
    }

    @Test func theListShrinksWhenItsSummariesGo() throws {
        var driver = try Driver(width: 200, height: 40)
        let before = driver.model.view.layout.outside[.endpoints]?.width
        driver.keys(": 'set summaries off' enter")
        #expect(before == 81 && driver.model.view.layout.outside[.endpoints]?.width == 53)
        driver.keys("1 >")
        #expect(driver.model.view.layout.outside[.endpoints]?.width == 57, "a step begins at the shown border")
    }

    @Test(arguments: [(100, false), (110, true), (120, true), (200, true)])
    func summariesAreShownWhereThereIsRoom(_ width: Int, _ isShown: Bool) throws {
        let driver = try Driver(width: width, height: 40)
        let line = driver.lines.first { $0.contains("GET   /items ") } ?? ""
        #expect(line.contains("List items,") == isShown, "\(line)")
    }

    @Test func aTinyScreenHasBorders() {
        var splits = Splits()
        splits.move(.endpoints, to: Point(x: 70, y: 5), in: area(200, 60))
        splits.move(.tasks, to: Point(x: 0, y: 0), in: area(0, 0))
        #expect(splits.endpointsWidth(in: area(0, 0)) == 14 && splits.tasksHeight(in: area(10, 3)) == 3)
    }
}
