// The title of a form shows what would be sent: path and query with the typed values, no secret, no host that is known.

import Catalog
import NetLayer
import Testing

@testable import Screen

@Suite struct ShownAddressTests {
    private func address(_ driver: Driver) -> String? { driver.model.form.flatMap { driver.model.shownAddress(of: $0) } }

    @Test func typedValuesStandInIt() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("listItems")
        #expect(driver.text.contains("2 Request · GET /items ─"))
        driver.keys("2 enter '2'")
        #expect(driver.text.contains("2 Request · GET /items?page=2 ─"), "while it is typed")
        driver.keys("enter enter 'sold' esc")
        #expect(address(driver) == "/items?page=2&state=sold")
        #expect(driver.text.contains("2 Request · GET /items?page=2&state=sold"))
    }

    @Test func thePathIsFilledOnceItCanBe() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("getItem")
        #expect(address(driver) == nil && driver.text.contains("2 Request · GET /items/{id}"))
        driver.keys("2 enter '42' esc")
        #expect(address(driver) == "/items/42" && driver.text.contains("2 Request · GET /items/42 ─"))
    }

    @Test func secretsAreDots() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("changeLine")
        driver.keys("2 enter 'a' enter '1' enter '3' enter 'hunter2' esc")
        #expect(address(driver) == "/orders/a/lines/1?quantity=3&access_token=\(Secret.mask)")
        #expect(!driver.text.contains("hunter2"))
    }

    @Test func variablesOfAWorkspaceHaveTheirValues() throws {
        var driver = try SavedShop.driver()
        driver.select("list saved")
        #expect(address(driver) == "/items?size=25")
        driver.keys("2 enter C-u '${nowhere}' esc")
        #expect(address(driver) == nil, "no URL is made of a variable without a value")
    }

    private static let collection = """
        @host = http://shop.example

        ### create
        POST {{host}}/items?kind=a
        Content-Type: application/json
        Authorization: Bearer {{token}}

        {"name": "{{name}}"}

        ### upload
        POST {{host}}/upload
        Content-Type: application/octet-stream

        < ./nowhere.bin

        ### list
        GET {{host}}/items?off={{page}}
        """

    /// Neither a variable of the body or of a header, nor a file that does not exist, is a part of the URL.
    @Test(arguments: [("create", "/items?kind=a"), ("upload", "/upload"), ("list", nil)] as [(String, String?)])
    func onlyTheUrlOfACollectionsRequestCounts(_ name: String, _ shown: String?) throws {
        let read = try CollectionFiles.description(Array(Self.collection.utf8), source: "s.http", name: "s.http", beside: [])
        let description = try #require(read)
        var driver = Driver(description, ServicePool(description), width: 100, height: 30)
        driver.select(name)
        #expect(address(driver) == shown)
    }

    /// What is said of duplicates and the cache stays, however long the URL is.
    @Test func theNoteIsNotCutOff() throws {
        var driver = try Driver(width: 80, height: 24)
        driver.select("listItems")
        driver.keys(": 'dupes join' enter 2 enter '\(String(repeating: "7", count: 60))' esc")
        let title = try #require(driver.lines.first { $0.contains("2 Request") })
        #expect(title.contains("…") && title.contains(" · dupes: join"), "\(title)")
    }

    @Test(arguments: [
        ("https://a.example/v1/items?x=1", "/items?x=1"), ("https://a.example/v2/items", "/v2/items"),
        ("https://a.example/v1", "/v1"), ("https://b.example/v1/items", "https://b.example/v1/items"),
        ("http://a.example/v1/items", "http://a.example/v1/items"), ("https://a.example/v1/deep/items", "/items"),
    ])
    func theHostStandsWhereItIsAnotherOne(_ url: String, _ text: String) {
        let pool = ServicePool([
            Service(name: "a", baseURL: URI("https://a.example/v1/")),
            Service(name: "deep", baseURL: URI("https://a.example/v1/deep")),
        ])
        #expect("\(pool.shortened(URI(url)))" == text)
    }
}
