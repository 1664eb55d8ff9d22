// Bodies: made from the schema, edited in place, checked, sent in each of their kinds.

import Canvas
import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct BodyTests {
    private func driver(_ keys: String = "", _ operation: String = "addBook") throws -> Driver {
        var driver = try Library.driver(.medium)
        driver.select(operation)
        driver.keys("2 " + keys)
        return driver
    }

    private func body(_ driver: inout Driver) throws -> (text: String, type: String) {
        guard case .bytes(let bytes, let type)? = driver.takeEffects().first?.plan?.body else { return ("", "") }
        return (String(decoding: bytes, as: UTF8.self), type)
    }

    private static let made =
        "{\n  \"title\": \"The Trial\",\n  \"pages\": 1,\n  \"kind\": \"novel\",\n  \"tags\": []\n}"

    @Test func theBodyIsMadeFromTheSchema() throws {
        var driver = try driver("s")
        #expect(try body(&driver) == (Self.made, "application/json"))
    }

    @Test func anOptionalBodyThatWouldBeEmptyIsNotSent() throws {
        var driver = try driver("", "changeBook")
        #expect(driver.model.form?.body?.area.text == "{\n  \"name\": \"string\"\n}")
        driver.keys("l enter '1' esc")
        #expect(driver.model.form?.body?.isRequired == false)
    }

    @Test func everyPrintableKeyGoesIntoTheTextAndEnterBreaksTheLine() throws {
        var driver = try driver("j enter 'qs/?:x[' enter ']' esc")
        #expect(driver.model.form?.body?.area.lines.prefix(2) == ["qs/?:x[", "]{"])
        #expect(!driver.model.isEditing)
        driver.keys("enter C-_ C-_ C-_ C-_")
        #expect(driver.model.form?.body?.area.text == Self.made)
    }

    @Test func controlRSendsFromInsideTheText() throws {
        var driver = try driver("j enter A-> left left C-k C-k enter '  \"x\": 1 }'")
        driver.keys("C-r")
        #expect(driver.takeEffects() == [], "it is not JSON now")
        #expect(driver.model.notices.shown?.text.contains("line ") == true)
        driver.keys("C-r")
        #expect(try body(&driver).text.contains("\"x\": 1 }"))
    }

    @Test func pastesKeepTheirLineBreaks() throws {
        var driver = try driver("j enter")
        driver.update(.user(.pasted("[\r\n1]\n")))
        #expect(driver.model.form?.body?.area.lines.prefix(3) == ["[", "1]", "{"])
    }

    @Test func problemsOfJSONAreSaidWhileTyping() throws {
        var driver = try driver("j enter 'x'")
        #expect(driver.text.contains("✗ line 1, column 1"))
        driver.keys("backspace")
        #expect(!driver.text.contains("✗"))
        driver.keys("down down end backspace backspace '0,' esc")
        #expect(driver.text.contains("✗ line 3: /pages must be at least 1"))
    }

    @Test func formBodiesAreFieldsAndSentAsPairs() throws {
        var driver = try driver("space")
        #expect(driver.model.form?.body?.style == .urlencoded)
        #expect(driver.text.contains("pages*") && !driver.text.contains("▸"))
        driver.keys("j enter C-u 'A & B' enter '3' enter enter esc s")
        let plan = try #require(driver.takeEffects().first?.plan)
        #expect(plan.body == .none)
        #expect(
            plan.parameters.filter { $0.place == .form }.map { "\($0.name)=\($0.value.revealed)" } == [
                "title=A & B", "pages=3", "kind=novel",
            ])
    }

    @Test func multipartBodiesAreWrittenPartByPart() throws {
        var driver = try driver("space space j enter 'a\"b' enter 'pixels' esc s")
        let (text, type) = try body(&driver)
        let line = try #require(type.split(separator: "boundary=").last)
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        #expect(
            text == "--\(line)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\na\"b\r\n"
                + "--\(line)\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"cover\"\r\nContent-Type: application/octet-stream\r\n\r\npixels\r\n--\(line)--\r\n"
        )
    }

    /// A wildcard is no type that a request can have.
    @Test func whereAnythingIsTakenJSONIsSent() throws {
        let schema = #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}"#
        let json =
            "{\"openapi\": \"3.0.3\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"servers\": [{\"url\": \"https://a.example\"}], "
            + "\"paths\": {\"/a\": {\"post\": {\"requestBody\": {\"required\": true, \"content\": {\"*/*\": {\"schema\": \(schema)}}}}}}}"
        var driver = Driver(try Shop.read(Array(json.utf8)), Shop.pool, width: 80, height: 24)
        driver.keys("j s")
        #expect(try body(&driver) == ("{\n  \"a\": 0\n}", "application/json"))
    }

    @Test func eachKindKeepsWhatWasTyped() throws {
        var driver = try driver("j enter 'x' esc k space space space")
        #expect(driver.model.form?.body?.contentType == "application/json")
        #expect(driver.model.form?.body?.area.text == "x" + Self.made)
        driver.keys("enter down enter")
        #expect(driver.model.form?.body?.contentType == "application/x-www-form-urlencoded")
    }

    @Test func readingScrollsAndTheCursorStaysInView() throws {
        var driver = try driver("j enter")
        for _ in 0..<40 { driver.keys("enter 'line'") }
        #expect(driver.screen.cursor != nil)
        #expect(driver.text.contains("line"))
        driver.keys("esc G")
        let bottom = driver.text
        driver.keys("g")
        #expect(driver.text != bottom)
        driver.keys("enter")
        driver.resize(40, 10)
        #expect(driver.screen.cursor.map { driver.screen.bounds.contains($0) } == true)
    }

    @Test func leavingThePaneEndsEditing() throws {
        var driver = try driver("j enter 'x'")
        driver.update(.source(.described(try Shop.description(), Shop.pool)))
        #expect(!driver.model.isEditing)
    }
}
