// The Docs tab and the Markdown in it.

import Canvas
import Testing

@testable import Screen

@Suite struct DocsTests {
    private func lines(_ text: String, _ width: Int = 40) -> [String] {
        MarkdownLines.lines(text, width: width).map { $0.spans.map(\.text).joined() }
    }

    @Test(arguments: [
        ("one\ntwo\n\nthree", ["one two", "", "three"]), ("# Head\ntext", ["Head", "text"]),
        ("- a\n- b\n  more\n1. c", ["• a", "• b more", "1. c"]), ("a **bold** `code` *it*", ["a bold code it"]),
        ("see [here](https://a.example/b)", ["see here (https://a.example/b)"]), ("[x](x) [y", ["x [y"]),
        ("```\n  x [a](b)\n```\nend", ["    x [a](b)", "end"]),
        ("<p>One<br/>two</p><ul><li>x</li></ul>", ["One", "two", "", "• x"]),
        ("a < b &amp; c &lt;d&gt;", ["a < b & c <d>"]), ("\\*star\\*", ["*star*"]), ("", []), ("> quoted", ["│ quoted"]),
        ("| a | b |", ["| a | b |"]),
    ])
    func markdownBecomesPlainLines(_ text: String, _ expected: [String]) { #expect(lines(text) == expected) }

    @Test func longTextIsWrappedAndItemsHang() {
        #expect(lines("- one two three four", 10) == ["• one two", "  three", "  four"])
        #expect(lines(String(repeating: "word ", count: 20_000)).count <= 1_001)
        #expect(lines("x", 0) == [])
    }

    private func driver(_ operation: String, _ keys: String) throws -> Driver {
        var driver = try Library.driver(Size(width: 120, height: 60))
        driver.select(operation)
        driver.keys("2 " + keys)
        return driver
    }

    @Test func docsTellTheOperationItsParametersAndAnswers() throws {
        let text = try driver("listBooks", "l l l f").text
        for part in [
            "Books in the order of their titles.", "• the first page is 1", "▸ limit  query · integer", "Responses",
            "▾ 200  The books.",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test(arguments: ["space", "enter", "z"])
    func rowsFoldAndUnfold(_ key: String) throws {
        var driver = try driver("listBooks", "l l l f")
        while let form = driver.model.form, form.docs.list.selected < form.docs.rows.count - 1,
            form.docs.rows[form.docs.list.selected].key != "parameter query limit"
        { driver.keys("j") }
        driver.keys(key)
        #expect(driver.text.contains("limits: 1–100") && driver.text.contains("default: 20"))
        driver.keys(key)
        #expect(!driver.text.contains("limits: 1–100"))
    }

    /// A book holds a book: each level is made when it is opened.
    @Test func schemasThatHoldThemselvesOpenForEver() throws {
        var driver = try driver("addBook", "l l f")
        for _ in 0..<6 {
            let rows = driver.model.form?.docs.rows ?? []
            let index = try #require(rows.lastIndex { $0.line.spans.contains { $0.text == "sequel" } && !$0.isOpen })
            driver.keys("g")
            for _ in 0..<index { driver.keys("j") }
            driver.keys("space")
            let after = driver.model.form?.docs.rows ?? []
            #expect(after.count > rows.count)
        }
    }

    @Test func alternativesSayWhatTellsThemApart() throws {
        let json = ##"""
            {"openapi": "3.0.3", "info": {"title": "T", "version": "1"}, "servers": [{"url": "https://a.example"}],
             "components": {"schemas": {"Cat": {"type": "object", "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}, "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}}}},
             "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "D", "content": {"application/json": {"schema":
               {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"dog!": "#/components/schemas/Dog"}}}}}}}}}}}
            """##
        var driver = Driver(try Shop.read(Array(json.utf8)), Shop.pool, width: 120, height: 40)
        driver.select("/a")
        driver.keys("2 l l G k")
        #expect(driver.text.contains("▸ or 1  Cat · kind = Cat") && driver.text.contains("▸ or 2  Dog · kind = dog!"))
        driver.keys("space")
        #expect(driver.text.contains("lives  integer"))
    }

    @Test func docsScrollAndFitEverySize() throws {
        var driver = try driver("listBooks", "l l l G")
        let last = driver.model.form?.docs.list.selected
        #expect(last == (driver.model.form?.docs.rows.count ?? 0) - 1)
        for size in [Size.cell, .tinier, .tiny, .small, .large] {
            driver.resize(size.width, size.height)
            #expect(driver.screen.size == size)
        }
    }
}
