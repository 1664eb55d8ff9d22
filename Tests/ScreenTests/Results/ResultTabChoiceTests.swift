// Which tab an answer opens in, and where one goes back to from it.

import Testing

@testable import NetLayer
@testable import Screen

@Suite struct ResultTabChoiceTests {
    private var driver: Driver

    init() throws { driver = try Driver(width: 120, height: 40) }

    private let list = Reply.json("[\n  {\n    \"id\": 1\n  },\n  {\n    \"id\": 2\n  }\n]")

    private mutating func send(_ words: String, _ reply: Reply) {
        driver.keys("1")
        driver.select(words)
        driver.keys("s")
        driver.answer(driver.start(), reply)
    }

    @Test mutating func aLookAtTheTraceIsNoChoice() {
        send("GET /items", list)
        #expect(driver.model.result.tab == .table)
        driver.keys("4 t")
        #expect(driver.model.result.tab == .trace)
        send("GET /items", list)
        #expect(driver.model.result.tab == .table)
        driver.keys("3 t")
        #expect(driver.model.result.tab == .trace)
        driver.keys("r")
        driver.answer(driver.start(), list)
        #expect(driver.model.result.tab == .table)
    }

    @Test mutating func aChoiceHoldsForItsEndpoint() {
        send("GET /items", list)
        driver.keys("3 .")
        let chosen = driver.model.result.tab
        #expect(chosen != .table)
        send("GET /orders", list)
        #expect(driver.model.result.tab == .table)
        driver.keys("3 . . ,")
        #expect(driver.model.result.tab == .tree)
        driver.keys("3 ,")
        send("GET /items", list)
        #expect(driver.model.result.tab == chosen)
        #expect(driver.model.session.resultTab == chosen)
    }

    /// An error has the shape of an object, the list has not: each opens as it was looked at last.
    @Test mutating func aChoiceHoldsForItsKindOfResponse() {
        let problem = Reply.json("{\n  \"title\": \"no\"\n}", status: 422, reason: "Unprocessable Content")
        send("GET /items", problem)
        #expect(driver.model.result.tab == .tree)
        driver.keys("3 .")
        #expect(driver.model.result.tab == .raw)
        send("GET /items", list)
        #expect(driver.model.result.tab == .table, "nothing was chosen for lists")
        driver.keys("3 .")
        send("GET /items", problem)
        #expect(driver.model.result.tab == .raw)
        send("GET /items", list)
        #expect(driver.model.result.tab == .tree)
    }

    /// A session has the last choice: it holds for the same kind of responses at the next start.
    @Test mutating func aRestoredChoiceHoldsForItsKindOfResponse() throws {
        let problem = Reply.json("{\n  \"title\": \"no\"\n}", status: 422, reason: "Unprocessable Content")
        send("GET /items", problem)
        driver.keys("3 .")
        let session = try #require(Session(json: driver.model.session.json))
        #expect(session == driver.model.session && session.resultTab == .raw)
        driver = Driver(try Shop.description(), Shop.pool, width: 120, height: 40, memory: SessionMemory(session))
        send("GET /items", list)
        #expect(driver.model.result.tab == .table)
        send("GET /items", problem)
        #expect(driver.model.result.tab == .raw)
    }

    /// What was chosen before the response was there holds, whatever it is.
    @Test mutating func aChoiceWhileWaitingHoldsForAnyKind() {
        send("GET /items", list)
        driver.keys("3 r")
        let id = driver.start()
        driver.keys(". .")
        #expect(driver.model.result.tab == .raw)
        driver.answer(id, list)
        #expect(driver.model.result.tab == .raw)
    }

    @Test mutating func escapeGoesBackToTheRowOfARunningTask() {
        driver.keys("s")
        driver.start()
        driver.keys("4 enter")
        #expect(driver.model.focus == .result)
        driver.keys("esc")
        #expect(driver.model.focus == .tasks)
    }

    /// What is open is left first, also while the result loads.
    @Test mutating func escapeLeavesTheSearchBeforeTheRunningTask() {
        send("GET /items", list)
        driver.keys("3 / 'id' enter r")
        driver.start()
        driver.keys("4 g enter")
        #expect(driver.model.result.search.isActive && driver.model.focus == .result && driver.model.isResultLoading)
        _ = driver.takeEffects()
        driver.keys("esc")
        #expect(!driver.model.result.search.isActive && driver.model.focus == .result)
        driver.keys("esc")
        #expect(driver.model.focus == .tasks)
        #expect(!driver.takeEffects().contains { if case .engine(.cancel) = $0 { true } else { false } })
    }

    @Test mutating func escapeGoesBackToTheRow() {
        send("GET /items", list)
        driver.keys("4 enter")
        #expect(driver.model.focus == .result)
        driver.keys("esc")
        #expect(driver.model.focus == .tasks)
        driver.keys("t esc")
        #expect(driver.model.focus == .tasks)
        driver.keys("3 esc")
        #expect(driver.model.focus == .endpoints)
        driver.keys("4 enter 1 3 esc")
        #expect(driver.model.focus == .endpoints, "who has been elsewhere did not come from the row")
    }
}
