// `:verify` on the screen: what it orders, what it asks before, and what the trace of its group shows.

import Canvas
import Catalog
import Testing

@testable import NetLayer
@testable import Screen
@testable import Workbench

@Suite struct VerifyingTests {
    private static func driver() throws -> Driver { Driver(try Shop.description(), Shop.pool, width: 140, height: 60) }

    private static func orders(_ driver: inout Driver) -> [VerifyOrder] {
        driver.takeEffects().compactMap { if case .engine(.verify(let order)) = $0 { order } else { nil } }
    }

    @Test func aVerificationIsOneOrderOfSafeRequests() throws {
        var driver = try Self.driver()
        driver.keys(": 'verify' enter")
        let order = try #require(Self.orders(&driver).first)
        #expect(order.lead.method.isSafe && !order.lead.path.contains("{"))
        #expect(driver.text.contains("The trace of task \(order.id) shows the report"))
        var machine = order.machine
        let first = machine.begin()
        #expect(!first.isEmpty && first.allSatisfy { $0.verifyCase.plan.method.isSafe })
        let index = try #require(first.first).verifyCase.endpoint
        let target = try order.target(of: index).get()
        #expect(target.plan.policies.retry == .never && target.pool == Shop.pool)
    }

    @Test func unsafeRequestsAreAskedAboutOnce() throws {
        var driver = try Self.driver()
        driver.keys(": 'set confirm unsafe' enter : 'verify unsafe negative' enter")
        #expect(Self.orders(&driver).isEmpty)
        #expect(driver.text.contains("Send this request?") && driver.text.contains("one of many requests"), "\(driver.text)")
        driver.keys("y")
        let orders = Self.orders(&driver)
        #expect(orders.count == 1 && orders.first?.cause == .confirmed && orders.first?.lead.method.isSafe == false)
    }

    @Test func noMeansThatNothingIsSent() throws {
        var driver = try Self.driver()
        driver.keys(": 'set confirm unsafe' enter : 'verify unsafe' enter n")
        #expect(Self.orders(&driver).isEmpty && driver.text.contains("was not sent"))
    }

    @Test func theAgreementHoldsForAllTargets() throws {
        var driver = try Self.driver()
        driver.keys(": 'guard confirm' enter : 'verify unsafe' enter")
        #expect(driver.text.contains("Send this request?"), "\(driver.text)")
        driver.keys("y")
        let order = try #require(Self.orders(&driver).first)
        let unsafe = try Shop.description().endpoints.filter { !$0.method.isSafe }
        #expect(!unsafe.isEmpty && !order.lead.agreements.isEmpty)
        for endpoint in unsafe {
            guard case .success(let target) = order.target(of: endpoint.index) else { continue }
            #expect(target.plan.agreements == order.lead.agreements, "\(endpoint.id)")
        }
    }

    @Test func anUnknownWordIsRefused() throws {
        var driver = try Self.driver()
        driver.keys(": 'verify nagative' enter")
        #expect(driver.text.contains("did you mean negative?"), "\(driver.text)")
        #expect(Self.orders(&driver).isEmpty)
    }

    @Test func theTraceOfTheGroupShowsTheReport() throws {
        var driver = try Self.driver()
        driver.keys(": 'verify' enter")
        let order = try #require(Self.orders(&driver).first)
        let group = driver.open(.group, order.machine.title, members: 1, as: order.id)
        var machine = order.machine
        let first = try #require(machine.begin().first)
        let response = RawResponse(head: ResponseHead(status: 503), body: [], url: URI("https://api.shop.example/v1"))
        let judgement = VerifyJudge.judge(first.verifyCase, response)
        _ = machine.ended(first.number, .judged(judgement, request: "curl https://api.shop.example", elapsed: .zero))
        driver.update(.engine(.verified(VerifyProgress(task: group, report: machine.report))))
        driver.keys("4 t")
        let text = driver.scrolled()
        for words in ["1 finding", "≠ the server failed with 503", "case     the usual request", "request  curl https://"] {
            #expect(text.contains(words), "\(words): \(text)")
        }
        machine.finish()
        driver.update(.engine(.verified(VerifyProgress(task: group, report: machine.report))))
        #expect(driver.text.contains("1 request to 1 of"), "the end is said: \(driver.text)")
    }

    /// The lines of a report are broken for the pane, whose width decides how many there are.
    @Test func aNarrowPaneShowsAllOfTheReport() throws {
        var driver = try #require(Scene.verified.first { $0.name == "verify-narrow" }).play(.small)
        let lines = TraceLines.lines(driver.model, width: driver.model.madeLineWidth)
        let texts = lines.map { $0.spans.map(\.text).joined() }.filter { !$0.isEmpty }
        driver.keys("3 G")
        #expect(driver.text.contains(try #require(texts.last)), "\(driver.text)")
        driver.keys("g")
        let text = driver.scrolled()
        #expect(texts.count > 40 && texts.allSatisfy(text.contains) && !text.contains("›"), "\(text)")
    }

    @Test func fewReportsAreKept() {
        var reports = VerifyReports()
        let plan = try? Shop.description()
        guard let plan else { return }
        let report = VerifyReport(VerifyPlan(plan, VerifyPlan.Options()))
        for number in 1...30 { reports.record(VerifyProgress(task: TaskID(UInt64(number)), report: report)) }
        #expect(reports[TaskID(1)] == nil && reports[TaskID(30)] != nil)
        reports.forget([TaskID(30)])
        #expect(reports[TaskID(30)] == nil)
    }
}
