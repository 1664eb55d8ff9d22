// Guards on the screen: what shows them, what they ask, and what `:guard` may change.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct GuardTests {
    private static func sent(_ driver: inout Driver) -> [RequestPlan] {
        driver.takeEffects().compactMap { if case .engine(.send(let order)) = $0 { order.plan } else { nil } }
    }

    private static func firstLine(_ driver: Driver) -> String { String(driver.text.prefix { $0 != "\n" }) }

    // MARK: What is shown

    @Test(arguments: [(200, 60), (120, 40), (80, 24), (60, 15), (40, 10)])
    func theFirstLineNamesEnvironmentAndGuardInWords(_ width: Int, _ height: Int) throws {
        let driver = try GuardedShop.driver(.readOnly, width: width, height: height)
        #expect(Self.firstLine(driver).contains("production · read-only"))
        let cells = driver.screen.rowCells(0).filter { $0.style == .warning }.map(\.text).joined()
        #expect(cells.contains("production · read-only"))
    }

    /// The styles of the corners and joints of the frames.
    private static func frames(_ driver: Driver) -> Set<Style> {
        let corners: Set<String> = ["┌", "┐", "└", "┘", "├", "┤", "┬", "┴"]
        let rows = 0..<driver.screen.size.height
        return Set(rows.flatMap { driver.screen.rowCells($0).filter { corners.contains($0.text) }.map(\.style) })
    }

    @Test func framesTakeTheWarningStyleAndTheFocusStays() throws {
        #expect(Self.frames(try GuardedShop.driver(.confirm)) == [.warning, .borderFocus])
        #expect(Self.frames(try GuardedShop.driver(.confirm, width: 60, height: 15)) == [.warning])
        #expect(Self.frames(try GuardedShop.driver(nil)) == [.border, .borderFocus])
    }

    @Test func anotherEnvironmentHasNoGuard() throws {
        var driver = try GuardedShop.driver(.readOnly)
        driver.keys(": 'env staging' enter")
        #expect(!Self.firstLine(driver).contains("read-only") && Self.firstLine(driver).contains("staging"))
        driver.keys(": 'env production' enter")
        #expect(
            driver.model.notices.shown?.text == "Requests now go to production; production is read-only (explorer.yaml:7)")
    }

    // MARK: What is asked

    @Test func confirmNamesTheRequestAndTheEnvironment() throws {
        var driver = try GuardedShop.driver(.confirm)
        driver.select("delete /items")
        driver.keys("s")
        #expect(Self.sent(&driver).isEmpty)
        #expect(driver.text.contains("DELETE https://api.test/v1/items"))
        #expect(driver.text.contains("production asks before each change (explorer.yaml:7)."))
        driver.keys("y")
        let plans = Self.sent(&driver)
        #expect(plans.map(\.method) == [.delete])
        #expect(plans.map(\.agreements) == [["shop production"]])
        driver.keys("s")
        #expect(Self.sent(&driver).isEmpty && driver.text.contains("Send this request?"), "each request is asked about")
        driver.keys("n")
        #expect(Self.sent(&driver).isEmpty)
        #expect(driver.model.notices.shown?.text == "DELETE https://api.test/v1/items was not sent")
    }

    @Test func confirmDoesNotAskAboutSafeRequests() throws {
        var driver = try GuardedShop.driver(.confirm)
        driver.select("get /items")
        driver.keys("s")
        #expect(Self.sent(&driver).map(\.method) == [.get])
    }

    @Test func anotherEnvironmentIsNotAskedAbout() throws {
        var driver = try GuardedShop.driver(.confirm)
        driver.keys(": 'env staging' enter")
        driver.select("delete /items")
        driver.keys("s")
        let plans = Self.sent(&driver)
        #expect(plans.map(\.method) == [.delete] && plans.map(\.agreements) == [[]])
    }

    /// The engine refuses it, so that there is a row that says why.
    @Test func whatIsReadOnlyIsNotAskedAbout() throws {
        var driver = try GuardedShop.driver(.readOnly)
        driver.keys(": 'set confirm always' enter")
        driver.select("delete /items")
        driver.keys("s")
        #expect(driver.model.dialogs.open == nil)
        #expect(Self.sent(&driver).map(\.agreements) == [[]])
    }

    // MARK: `:guard`

    @Test func aloneItSaysWhatIsInForce() throws {
        var driver = try GuardedShop.driver(.readOnly)
        driver.keys(": 'guard' enter")
        #expect(driver.model.notices.shown?.text == "production is read-only (explorer.yaml:7)")
        driver.keys(": 'env staging' enter : 'guard' enter")
        #expect(driver.model.notices.shown?.text == "No guard is in force: :guard read-only adds one")
    }

    @Test func itAddsAGuardAndTakesItsOwnBack() throws {
        var driver = try GuardedShop.driver(nil)
        driver.keys(": 'guard read-only' enter")
        #expect(driver.takeEffects().contains(.engine(.restrict(.readOnly))))
        #expect(Self.firstLine(driver).contains("production · read-only"))
        #expect(driver.model.notices.shown?.text == "everything is read-only (:guard)")
        driver.keys(": 'guard off' enter")
        #expect(driver.takeEffects().contains(.engine(.restrict(nil))))
        #expect(!Self.firstLine(driver).contains("read-only"))
    }

    @Test func itNeverWeakensTheFile() throws {
        var driver = try GuardedShop.driver(.readOnly)
        driver.keys(": 'guard off' enter")
        #expect(driver.takeEffects().allSatisfy { $0 != .engine(.restrict(nil)) })
        #expect(driver.text.contains("production is read-only (explorer.yaml:7): it can be changed only there"))
        driver.keys("esc : 'guard confirm' enter")
        #expect(driver.model.guardLabel == "production · read-only")
        driver.keys(": 'guard off' enter")
        #expect(driver.model.guardLabel == "production · read-only")
    }

    @Test func anUnknownGuardIsRefused() throws {
        var driver = try GuardedShop.driver(nil)
        driver.keys(": 'guard never' enter")
        #expect(driver.text.contains("There is no guard “never”: there are confirm, read-only"))
        #expect(driver.model.sending.guardWish == nil)
    }
}
