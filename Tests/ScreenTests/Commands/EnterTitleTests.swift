// The footer says what Enter does here, and a suggestion that nobody has touched is replaced by what is typed.

import Canvas
import Testing

@testable import Screen

@Suite struct EnterTitleTests {
    private func footer(_ driver: Driver) -> String { driver.lines.last ?? "" }

    @Test func enterIsNamedByWhatItDoes() throws {
        var driver = try Driver(width: 120, height: 30)
        for (words, title) in [("GET /items", "enter send"), ("delete", "enter open form"), ("post", "enter open form")] {
            driver.select(words)
            #expect(footer(driver).contains(title), "\(words): \(footer(driver))")
        }
        driver.select("GET /items")
        driver.keys("esc k")
        #expect(footer(driver).contains("enter fold"), "\(footer(driver))")
        driver.keys("enter")
        #expect(footer(driver).contains("enter unfold"), "\(footer(driver))")
        driver.keys("enter j 2")
        #expect(footer(driver).contains("enter edit"))
        driver.keys("G")
        #expect(footer(driver).contains("enter add"))
        driver.keys("1 s")
        driver.answer(driver.start(), .json("[\n  {\n    \"id\": 1,\n    \"a\": {\n      \"b\": 2\n    }\n  }\n]"))
        driver.keys("3")
        #expect(footer(driver).contains("enter open row"))
        driver.keys("enter")
        #expect(footer(driver).contains("enter fold"))
        driver.keys("j")
        #expect(!footer(driver).contains("enter"), "a number opens nothing: \(footer(driver))")
        driver.keys("4")
        #expect(footer(driver).contains("enter open result"))
    }

    @Test func aSuggestionIsReplacedByWhatIsTyped() throws {
        var driver = try Driver(width: 120, height: 30)
        driver.exchange(.json("{}"))
        driver.keys("3 W 'x.json'")
        guard let prompt = driver.model.dialogs.open as? SavePrompt else { return #expect(Bool(false), "no question") }
        #expect(prompt.field.text == "x.json")
        driver.keys("esc W end 'x'")
        guard let changed = driver.model.dialogs.open as? SavePrompt else { return #expect(Bool(false), "no question") }
        #expect(changed.field.text.hasSuffix("x") && changed.field.text.count > 1, "who moves in it keeps it")
    }

    @Test func aQueryBringsItsRootAlong() throws {
        var driver = try Driver(width: 120, height: 30)
        driver.exchange(.json("{}"))
        driver.keys("3 $")
        driver.update(.user(.pasted("$[?@.id == 1]")))
        #expect(driver.model.result.filter.field.text == "$[?@.id == 1]")
    }
}
