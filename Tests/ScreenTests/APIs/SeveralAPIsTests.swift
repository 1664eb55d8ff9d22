// A workspace with two APIs on one screen: their endpoints, one task table, and which of them is in use.

import Canvas
import Catalog
import Testing
import Workbench

@testable import NetLayer
@testable import Screen

@Suite struct SeveralAPIsTests {
    private static let billingPool = ServicePool([Service(name: "bill-1", baseURL: URI("https://bill.example"))])

    private static func billing() throws -> APIDescription {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "Bills", "version": "1"}, "paths": {
              "/invoices": {"get": {"operationId": "listInvoices", "tags": ["invoices"],
                  "parameters": [{"name": "year", "in": "query", "schema": {"type": "integer"}}]},
                "post": {"operationId": "addInvoice", "tags": ["invoices"]}},
              "/health": {"get": {"operationId": "bills", "tags": ["health"]}}}}
            """
        return try Shop.read(Array(text.utf8))
    }

    /// Two APIs that are still being read.
    private func opening(width: Int = 120, height: Int = 40) -> Driver {
        let apis = ["shop", "billing"].map { ScreenAPI($0, workspace: WorkspaceWork()) }
        return Driver(loading: "shop.json", width: width, height: height, workspace: WorkspaceWork(), apis: apis)
    }

    private func both(width: Int = 120, height: Int = 40) throws -> Driver {
        var driver = opening(width: width, height: height)
        driver.update(.api("shop", .source(.described(try Shop.description(), Shop.pool))))
        driver.update(.api("billing", .source(.described(try Self.billing(), Self.billingPool))))
        return driver
    }

    private func selected(_ driver: Driver) -> String? {
        driver.model.endpoints.selectedEndpoint.flatMap { driver.model.description?.endpoints[$0].id }
    }

    private func orders(_ driver: inout Driver) -> [SendOrder] {
        driver.takeEffects().compactMap { if case .engine(.send(let order)) = $0 { order } else { nil } }
    }

    @Test func eachHasAHeadingWithItsEndpointsBelow() throws {
        let driver = try both()
        let shop = try Shop.description().endpoints.count
        #expect(driver.text.contains("▾ shop · \(shop) · in use") && driver.text.contains("▾ billing · 3"))
        #expect(driver.text.contains("/invoices") && driver.lines[0].contains("explorer  shop  "))
        #expect(driver.model.endpoints.total == shop + 3)
    }

    @Test func theOrderInWhichTheyAreReadDoesNotMatter() throws {
        var driver = opening()
        #expect(driver.text.contains("▾ shop · reading …") && driver.text.contains("▾ billing · reading …"))
        driver.update(.api("billing", .source(.described(try Self.billing(), Self.billingPool))))
        #expect(driver.lines[0].contains("  shop  "), "the user stays at the first one")
        driver.update(.api("shop", .source(.described(try Shop.description(), Shop.pool))))
        let same = try both()
        #expect(driver.model.endpoints.rows == same.model.endpoints.rows && selected(driver) == selected(same))
        #expect(driver.model.api.pool == Shop.pool)
    }

    @Test func oneThatCannotBeReadHidesNoOther() throws {
        var driver = opening()
        driver.update(.api("shop", .source(.described(try Shop.description(), Shop.pool))))
        let failure = Failure(title: "no connection", detail: "refused", hint: "start it")
        driver.update(.api("billing", .source(.failedToDescribe(failure))))
        #expect(driver.text.contains("▾ billing · no connection"))
        #expect(driver.model.notices.log.all.contains { $0.text == "billing: no connection; refused; start it" })
        driver.keys("s")
        #expect(orders(&driver).first?.pool == Shop.pool)
    }

    @Test func theSelectionChoosesTheAPI() throws {
        var driver = try both()
        driver.keys("/ 'invoices' enter")
        #expect(selected(driver) == "listInvoices" && driver.lines[0].contains("  billing  "))
        driver.keys("2 enter '2024' enter esc s")
        let order = try #require(orders(&driver).first)
        #expect(order.pool == Self.billingPool && driver.model.tasks.api(of: order.id) == "billing")
        driver.keys("1 esc g j j s")
        #expect(driver.lines[0].contains("  shop  ") && orders(&driver).first?.pool == Shop.pool)
        // What was typed is there again.
        driver.keys("/ 'invoices' enter")
        #expect(driver.text.contains("2024"))
    }

    @Test func anAPIFoldsAtItsHeading() throws {
        var driver = try both()
        driver.keys("g enter")
        #expect(driver.text.contains("▸ shop") && !driver.text.contains("/items") && driver.text.contains("/invoices"))
        driver.keys("enter")
        #expect(driver.text.contains("▾ shop") && driver.text.contains("/items"))
    }

    @Test func oneAloneOrAll() throws {
        var driver = try both()
        driver.keys("C-o")
        #expect(driver.text.contains("show the endpoints of all APIs") || driver.text.contains("shown"))
        driver.keys("'billing' enter")
        #expect(driver.model.endpoints.total == 3 && !driver.text.contains("▾ shop") && selected(driver) == "listInvoices")
        driver.keys(": 'api shop' enter")
        #expect(!driver.text.contains("/invoices") && driver.lines[0].contains("  shop  "))
        driver.keys(": 'api all' enter")
        #expect(driver.text.contains("▾ shop") && driver.text.contains("▾ billing"))
        driver.keys(": 'api bilings' enter")
        #expect(driver.text.contains("did you mean billing?"))
    }

    @Test func aProgramWithOneAPIHasNoChoice() throws {
        var driver = try Driver()
        driver.keys(": 'api x' enter")
        #expect(driver.text.contains("There is only one API"))
    }

    /// 500 tasks each.
    @Test func oneTableForAll() throws {
        var driver = try both()
        var ids: [String: [TaskID]] = [:]
        for (name, words) in [("shop", "listItems"), ("billing", "listInvoices")] {
            driver.keys("1 esc / '\(words)' enter")
            for _ in 1...500 {
                driver.keys("s")
                let id = driver.start()
                ids[name, default: []].append(id)
                driver.answer(id, .json(#"{"id": 1}"#))
            }
        }
        #expect(driver.model.tasks.count == 1_000 && driver.text.contains("api "))
        driver.keys("4 / 'api:bill' enter")
        #expect(driver.model.tasks.shownCount == 500)
        #expect(driver.text.contains("500 of 1000") || driver.text.contains("500 of 1,000"))
        driver.keys("/ C-u 'api:shop and status:200' enter")
        #expect(driver.model.tasks.shownCount == 500)
        driver.keys("esc")
        driver.sortTasks(by: .api)
        let first = try #require(driver.model.tasks.row(at: 0))
        #expect(driver.model.tasks.api(of: first.id) == "billing")
        #expect(driver.model.tasks.countsByAPI["shop"]?.ended == 500)
    }

    @Test func removedTasksComeBackWithTheirAPI() throws {
        var driver = try both()
        for words in ["listItems", "listInvoices"] {
            driver.keys("1 esc / '\(words)' enter s")
            driver.answer(driver.start(), .json("{}"))
        }
        driver.keys(": 'clear' enter")
        #expect(driver.model.tasks.countsByAPI.values.allSatisfy { $0.ended == 0 })
        driver.keys("U")
        #expect(driver.model.tasks.countsByAPI.mapValues(\.ended) == ["shop": 1, "billing": 1])
        #expect(driver.model.tasks.api(of: TaskID(1)) == "shop" && driver.model.tasks.api(of: TaskID(2)) == "billing")
    }

    @Test func aMemberBelongsToTheAPIOfItsGroup() throws {
        var driver = try both()
        driver.keys("/ 'invoices' enter : 'repeat 2' enter")
        let order = try #require(
            driver.takeEffects().lazy.compactMap { if case .engine(.sendGroup(let order)) = $0 { order } else { nil } }.first)
        let group = driver.open(.group, order.title, members: 2, as: order.id)
        let member = driver.member(of: group, "one page more")
        #expect(driver.model.tasks.api(of: member) == "billing")
    }

    @Test func theColumnIsThereOnlyForSeveral() throws {
        var driver = try both()
        driver.keys("s")
        driver.start()
        #expect(!driver.text.contains("api       state"), "all tasks are of one API")
        driver.keys("/ 'invoices' enter s")
        driver.start()
        #expect(driver.text.contains("api ") && driver.text.contains("billing"))
    }

    @Test func aResponseIsHandledInItsAPI() throws {
        var driver = try both()
        driver.keys("s")
        let id = driver.start()
        driver.keys("/ 'invoices' enter")
        driver.answer(id, .json(#"[{"id": 1}, {"id": 2}]"#))
        #expect(driver.lines[0].contains("  billing  ") && driver.model.result.task == id)
        // The API of the shown response is in use while the result pane has the focus.
        driver.keys("3")
        #expect(driver.lines[0].contains("  shop  "))
    }

    @Test func sendingAgainGoesToTheAPIOfTheTask() throws {
        var driver = try both()
        driver.keys("s")
        let first = driver.start()
        driver.answer(first, .json("{}"))
        driver.keys("/ 'invoices' enter s")
        let second = driver.start()
        driver.answer(second, .json("{}"))
        driver.keys("4 j r")
        #expect(orders(&driver).map(\.pool) == [Shop.pool])
        driver.keys("1 / C-u 'invoices' enter 4 g space space r")
        let again = orders(&driver)
        #expect(Set(again.map { $0.pool.services[0].name }) == ["bill-1", "api.shop.example"])
        #expect(
            again.allSatisfy { order in
                driver.model.tasks.api(of: order.id) == (order.pool == Shop.pool ? "shop" : "billing")
            })
    }

    /// The filter hides all endpoints of the response's API.
    @Test func aResponseIsSentAgainInItsAPIWhateverTheFilterHides() throws {
        var driver = try both()
        driver.keys("s")
        let first = driver.start()
        driver.answer(first, .json("{}"))
        driver.keys("/ 'invoices' enter 4 enter")
        for _ in 0..<3 {
            #expect(driver.lines[0].contains("  shop  "))
            driver.keys("r")
            #expect(orders(&driver).map(\.pool) == [Shop.pool])
        }
    }

    @Test func anUnsafeRequestIsConfirmedInItsAPI() throws {
        var driver = try both()
        driver.keys("/ 'addInvoice' enter s")
        let id = driver.start()
        driver.answer(id, .json("{}"))
        driver.keys(": 'set confirm unsafe' enter 1 esc g j j 4 space r")
        #expect(orders(&driver).isEmpty && driver.model.dialogs.open is Question)
        #expect(driver.lines[0].contains("  billing  "))
        driver.keys("y")
        #expect(orders(&driver).map(\.pool) == [Self.billingPool])
    }

    @Test func servicesAreThoseOfTheAPIInUse() throws {
        let shop = Services.pool(FailoverOptions(), names: ["shop-1", "shop-2"])
        let bills = Services.pool(FailoverOptions(), names: ["bill-1", "bill-2"])
        var driver = opening()
        driver.update(.api("shop", .source(.described(try Shop.description(), shop))))
        driver.update(.api("billing", .source(.described(try Self.billing(), bills))))
        var services = Services(bills)
        for event in services.news(at: .zero) { driver.update(.api("billing", event)) }
        #expect(!driver.lines[0].contains("bill-1"))
        driver.keys("/ 'invoices' enter")
        #expect(driver.lines[0].contains("bill-1 ●  bill-2 ○"))
        driver.keys("esc b")
        #expect(driver.text.contains("5 Services · billing · 2"))
    }

    @Test func backGoesToTheOtherAPI() throws {
        var driver = try both()
        driver.keys("2 1 / 'invoices' enter 2")
        #expect(driver.lines[0].contains("  billing  "))
        driver.keys("A-h A-h A-h")
        #expect(driver.lines[0].contains("  shop  "))
    }

    @Test func ordersNameTheirAPI() throws {
        var driver = try both()
        driver.keys("/ 'invoices' enter esc")
        var model = driver.model
        let effects = model.update(.user(.key(.character("s"))))
        #expect(effects.contains { if case .api("billing", .engine(.send)) = $0 { true } else { false } })
        guard let reload = Key(name: "enter") else { return }
        for key in ":reload" { _ = model.update(.user(.key(.character(key)))) }
        #expect(model.update(.user(.key(reload))).contains(.api("billing", .description(.reload))))
    }
}
