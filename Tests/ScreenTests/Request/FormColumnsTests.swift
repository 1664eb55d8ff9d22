// Types stand beside the values of a form, and values have room where there is little.

import Canvas
import Testing

@testable import Screen

@Suite struct FormColumnsTests {
    @Test func hintsAreTwoColumnsBehindTheLongestValue() throws {
        var driver = try Driver(width: 120, height: 40)
        #expect(driver.text.contains("20 (default)  integer") && driver.text.contains("1 (default)   integer"))
        driver.keys("2 enter '1234567890123456' esc")
        #expect(driver.text.contains("1234567890123456  integer"))
        #expect(driver.text.contains("20 (default)" + String(repeating: " ", count: 6) + "integer"))
    }

    /// A mark of the origin is a part of the value.
    @Test func anExampleKeepsItsMark() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("/status")
        #expect(driver.text.contains("503 (example)     integer"))
    }

    /// The hints move once in four keys.
    @Test func hintsStayWhileTheUserTypes() throws {
        var driver = try Driver(width: 120, height: 40)
        func value(_ count: Int) throws -> Int {
            driver.keys("2 enter C-u '\(String(repeating: "7", count: count))' esc")
            return FormColumns(try #require(driver.model.form), width: 100).value
        }
        #expect(try (11...21).map(value) == [13, 13, 17, 17, 17, 17, 21, 21, 21, 21, 25])
    }

    @Test(arguments: [20, 40, 60, 80, 120, 200]) func columnsFitAnyWidth(_ width: Int) throws {
        var driver = try Driver()
        driver.keys("2 enter '\(String(repeating: "9", count: 300))' esc")
        let form = try #require(driver.model.form)
        let columns = FormColumns(form, width: width)
        #expect(columns.label + columns.value + columns.hint == width)
        #expect(width < 40 || columns.hint >= "new|sold|lost".count, "a long value leaves the types in view")
    }
}
