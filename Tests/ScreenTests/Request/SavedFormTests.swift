// The form of a request that was saved in a collection.

import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct SavedFormTests {
    private static let file = """
        @host = http://shop.example

        ### list
        GET {{host}}/items?limit=5&off={{page}}
        X-Trace: on
        Authorization: Bearer {{token}}

        ### create
        POST {{host}}/items
        Content-Type: application/json

        {"name": "{{name}}"}

        ### form
        POST {{host}}/form
        Content-Type: application/x-www-form-urlencoded

        a=1&b=2
        """

    private func driver(_ request: String, _ keys: String = "", environments: String = "") throws -> Driver {
        let beside: [CollectionFiles.File] = environments.isEmpty ? [] : [("http-client.env.json", Array(environments.utf8))]
        let read = try CollectionFiles.description(Array(Self.file.utf8), source: "s.http", name: "s.http", beside: beside)
        let description = try #require(read)
        var driver = Driver(description, ServicePool(description), width: 100, height: 30)
        driver.select(request)
        driver.keys("2 " + keys)
        return driver
    }

    private func plan(_ driver: inout Driver) throws -> RequestPlan {
        try #require(driver.takeEffects().compactMap(\.plan).first)
    }

    @Test func fieldsBeginWithWhatWasSaved() throws {
        let form = try #require(try driver("list").model.form)
        #expect(form.tabs == [.params, .headers, .auth, .docs])
        #expect(form.fields.map(\.name) == ["X-Trace", "token", "{{host}}", "{{page}}", "{{token}}"])
        #expect(form.fields.map(\.tab) == [.headers, .auth, .params, .params, .params])
        #expect(form.fields.map(\.isSecret) == [false, false, false, false, true], "what stands for a secret is none")
        #expect(form.fields.map(\.isRequired) == [false, false, false, true, true])
        #expect(form.fields[2].placeholder == "http://shop.example")
    }

    @Test func aVariableWithoutAValueIsAskedForAndThenSharedByAll() throws {
        var driver = try driver("create", "s")
        #expect(driver.takeEffects().isEmpty)
        #expect(driver.text.contains("{{name}} is required"))
        driver.keys("'thing' enter s")
        let created = try plan(&driver)
        #expect(created.body == .bytes(Array("{\"name\": \"thing\"}".utf8), contentType: "application/json"))
        driver.select("list")
        driver.keys("2 s '9' enter 'abc' enter")
        driver.keys("s")
        let sent = try plan(&driver)
        #expect(sent.path == "/items?limit=5&off=9" && sent.headers["Authorization"] == "Bearer abc")
        #expect(!driver.text.contains("abc") && driver.text.contains("9"), "a token is not shown, a number is")
    }

    @Test func environmentsGiveVariablesTheirValues() throws {
        var driver = try driver(
            "list", "s",
            environments:
                "{\"dev\": {\"page\": \"1\", \"token\": \"d\"}, \"prod\": {\"page\": \"2\", \"token\": \"p\", \"host\": \"https://live.example\"}}"
        )
        var sent = try plan(&driver)
        #expect(sent.path == "/items?limit=5&off=1" && sent.headers["Authorization"] == "Bearer d")
        #expect(driver.model.form?.fields.map(\.placeholder).suffix(3) == ["http://shop.example", "1", ""])
        driver.keys(": 'env prod' enter s")
        #expect(driver.model.form?.fields[3].placeholder == "2", "what is shown is what is sent")
        sent = try plan(&driver)
        #expect(sent.path == "/items?limit=5&off=2" && sent.headers["Authorization"] == "Bearer p")
    }

    /// A link opens a form in the middle of a step, and the next key may send it.
    @Test func aNewFormHasItsEnvironmentAtOnce() throws {
        let driver = try driver("list", environments: "{\"dev\": {\"page\": \"1\", \"token\": \"d\", \"name\": \"n\"}}")
        let index = try #require(driver.model.description?.endpoints.firstIndex { $0.method == .post })
        var model = driver.model
        let made = model.newForm(index)
        let form = try #require(made)
        #expect(form.environment != nil && form.environment == driver.model.form?.environment)
    }

    @Test func theBodysTextIsEditedWithItsVariables() throws {
        var driver = try driver("create", "l l")
        #expect(driver.model.form?.tab == .body && driver.text.contains("{\"name\": \"{{name}}\"}"))
        driver.keys("enter")
        driver.update(.user(.pasted("x")))
        #expect(driver.model.form?.body?.problem == nil, "what stands for a value is no fault of the JSON")
    }

    @Test func formsHaveTheirFieldsOnTheBodyTab() throws {
        var driver = try driver("form")
        #expect(try #require(driver.model.form).fields.filter { $0.tab == .body }.map(\.input.text) == ["1", "2"])
        driver.keys("l l enter C-u '7' enter esc s")
        let sent = try plan(&driver)
        #expect(sent.parameters.map { "\($0.place) \($0.name)=\($0.value.revealed)" } == ["form a=7", "form b=2"])
    }

    @Test func linesOfOnesOwnAreAdded() throws {
        var driver = try driver("list", "G enter 'x=1' enter esc")
        driver.keys("s '2' enter '3' enter esc s")
        let sent = try plan(&driver)
        #expect(sent.parameters.map(\.name) == ["x"])
    }
}
