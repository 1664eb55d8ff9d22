// The screen without a description: none was named, or it cannot be read. Requests by hand work all the same.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct NoDescriptionTests {
    private static func withoutSource(_ request: String = "", pool: ServicePool = ServicePool([])) -> Driver {
        var driver = Driver(loading: Model.nameWithoutSource, width: 80, height: 24)
        driver.update(.source(.absent(pool, request: request)))
        return driver
    }

    @Test func withoutASourceTheDialogForARequestIsOpen() throws {
        var driver = Self.withoutSource()
        #expect(driver.text.contains("New request"))
        driver.keys("'https://other.example/x' enter")
        #expect(driver.model.focus == .request && driver.model.dialogs.open == nil)
        driver.keys("s")
        let plan = try #require(driver.takeEffects().compactMap(\.plan).first)
        #expect(plan.path == "https://other.example/x")
    }

    @Test func thePanesSayWhatCanBeDone() {
        var driver = Self.withoutSource()
        driver.keys("esc")
        #expect(driver.text.contains("No API is open") && driver.lines[0].contains("requests by hand"))
        #expect(driver.lines.filter { $0.contains("n writes a request") }.count >= 3)
        #expect(!driver.text.contains("s sends the selected endpoint"))
        driver.keys("n 'https://other.example/x' enter 1")
        #expect(driver.text.contains("GET   https://") && driver.text.contains("explorer FILE or URL"))
    }

    @Test func everyPlaceSaysInTheSameWordsHowToOpenAnAPI() {
        var driver = Driver(loading: Model.nameWithoutSource, width: 200, height: 40)
        driver.update(.source(.absent(ServicePool([]), request: "")))
        driver.keys("esc")
        #expect(driver.text.contains(NoDescription.openAPI))
        driver.keys("n 'https://other.example/x' enter 1")
        #expect(driver.text.contains(NoDescription.openAPI))
        #expect(NoDescription.noSource.hasSuffix(NoDescription.openAPI) && NoDescription.noSource.count <= 100)
    }

    @Test func aPastedCommandIsTheFirstRequest() {
        let driver = Self.withoutSource("curl https://other.example/y -H 'X-A: 1'")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.model.form?.endpoint.path == "https://other.example/y")
    }

    @Test func aPathNeedsABase() throws {
        var driver = Self.withoutSource()
        driver.keys("'/items' enter s")
        #expect(driver.model.notices.shown?.text == "The description names no server: start with --base URL")
        driver = Self.withoutSource(pool: ServicePool([Service(name: "a", baseURL: URI("https://a.example"))]))
        driver.keys("'/items' enter s")
        let plan = try #require(driver.takeEffects().compactMap(\.plan).first)
        #expect(plan.path.hasPrefix("/items"))
    }

    @Test func thereIsNothingToReload() {
        var driver = Self.withoutSource()
        #expect(driver.model.whyNoReload == NoDescription.noSource)
        driver.keys("esc : 'reload' enter")
        #expect(!driver.takeEffects().contains { if case .description = $0 { true } else { false } })
    }

    // MARK: A description that cannot be read

    private static let failure = Failure(
        title: "no description was found at https://api.example",
        detail: "tried https://api.example: no description; "
            + (1...15).map { "/place/\($0)/openapi.json" }.joined(separator: ", ") + ": 404 Not Found",
        hint: "Give the URL of the description itself.")

    private static func failed(_ width: Int, _ height: Int) -> Driver {
        var driver = Driver(loading: "https://api.example", width: width, height: height)
        driver.update(.source(.failedToDescribe(failure)))
        return driver
    }

    @Test func theFailureHasTheRoomOfTheResult() {
        let driver = Self.failed(120, 40)
        #expect(driver.text.contains("/place/1/openapi.json") && driver.text.contains("/place/15/openapi.json"))
        #expect(driver.text.contains("n writes a request · :reload tries again"))
        #expect(driver.text.contains("No description") && driver.text.contains("Give the URL of the description itself."))
    }

    /// What can be done is more important than the end of the list of places.
    @Test(arguments: [(80, 24), (60, 15), (40, 12)]) func theKeysStayInSmallTerminals(_ width: Int, _ height: Int) {
        let driver = Self.failed(width, height)
        #expect(driver.text.contains("n writes a request") && driver.text.contains("Give the URL of the"))
        #expect(driver.text.contains("tried https://api.example") && driver.text.contains(" …"))
    }

    @Test(arguments: ["word ", "x"]) func aLongDetailIsCut(_ part: String) {
        let failure = Failure(title: "No", detail: String(repeating: part, count: 100_000), hint: "Look.")
        var driver = Driver(loading: "a.json", width: 120, height: 40)
        driver.update(.source(.failedToDescribe(failure)))
        #expect(driver.text.contains(" …") && driver.text.contains("Look.") && driver.text.contains("n writes a request"))
    }
}
