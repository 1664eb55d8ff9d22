// Links in answers: to an operation with its form filled, to a URL of the API, to a stranger.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct LinkOpeningTests {
    private func driver(_ item: String) throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(.json("[\n\(item)\n]"))
        driver.keys("3")
        _ = driver.takeEffects()
        return driver
    }

    private func plans(_ driver: inout Driver) -> [RequestPlan] { driver.takeEffects().compactMap(\.plan) }

    @Test(arguments: [
        #"{"n": 1, "url": "https://api.shop.example/v1/items/a%2F1"}"#,
        #"{"n": 1, "_links": {"self": {"href": "/v1/items/a%2F1"}}}"#,
    ])
    func aLinkOfTheRowFillsTheForm(_ item: String) throws {
        var driver = try driver(item)
        driver.keys("O")
        #expect(driver.model.focus == .request && driver.model.form?.endpoint.path == "/items/{id}")
        #expect(driver.model.form?.endpoint.method == .get)
        #expect(driver.model.form?.fields.contains { $0.name == "id" && $0.input.text == "a/1" } == true)
        #expect(plans(&driver).isEmpty)
    }

    @Test func theLinkUnderTheCursorGoesFirst() throws {
        var driver = try driver(#"{"url": "/v1/items/1", "other": "/v1/items?page=3&colour=red"}"#)
        // Addresses of the row itself stand last.
        driver.keys("O")
        #expect(driver.model.form?.endpoint.path == "/items")
        #expect(driver.model.form?.fields.contains { $0.name == "page" && $0.input.text == "3" } == true)
        #expect(driver.model.notices.shown?.text.contains("ignored: colour") == true)
    }

    @Test func whatIsNoOperationIsAskedForAsItIs() throws {
        var driver = try driver(#"{"url": "https://api.shop.example/v1/reports/7?x=1"}"#)
        driver.keys("enter j enter")
        let plan = try #require(plans(&driver).first)
        #expect((plan.method, plan.path, plan.isForThirdParty) == (.get, "https://api.shop.example/v1/reports/7?x=1", false))
    }

    /// Searching for an endpoint by words takes a part of a path; a link means all of it.
    @Test(arguments: ["https://api.shop.example/v1/", "https://api.shop.example/v1/slo", "https://api.shop.example/v1/item"])
    func aPartOfAPathIsNoOperation(_ url: String) throws {
        var driver = try driver("{\"url\": \"\(url)\"}")
        driver.keys("O")
        #expect(plans(&driver).map(\.path) == [url])
    }

    @Test func aStrangerIsAskedOnlyWhenThatIsWantedAndGetsNoCredentials() throws {
        var driver = try driver(#"{"url": "https://evil.example/v1/items/7"}"#)
        driver.keys("O")
        #expect(driver.text.contains("evil.example is not one of the API's servers."))
        #expect(plans(&driver).isEmpty)
        driver.keys("n O y")
        let plan = try #require(plans(&driver).first)
        #expect(plan.isForThirdParty && plan.path == "https://evil.example/v1/items/7" && plan.headers.fields.isEmpty)
    }

    @Test(arguments: [#"{"n": 1}"#, #"{"url": "mailto:x@y.example"}"#])
    func whereThereIsNoneItIsSaid(_ item: String) throws {
        var driver = try driver(item)
        driver.keys("O")
        #expect(driver.model.notices.shown?.text.hasPrefix("There is no link here") == true)
        #expect(plans(&driver).isEmpty)
    }
}
