// A request that is sent again at an interval: when it is sent, what of its response is lit, and how it ends.

import Canvas
import Testing

@testable import NetLayer
@testable import Screen

@Suite struct WatchTests {
    static func list(_ rows: [(id: Int, name: String, price: String)]) -> Reply {
        .json(
            "[\n" + rows.map { #"{"id": \#($0.id), "name": "\#($0.name)", "price": \#($0.price)}"# }.joined(separator: ",\n")
                + "\n]")
    }

    static let first = list([(1, "lamp", "5.5"), (2, "desk", "7"), (3, "chair", "9")])
    /// One price is another one, one row is new, one is gone.
    static let second = list([(1, "lamp", "6.5"), (2, "desk", "7"), (4, "sofa", "99")])

    /// The list of items is watched, and its first response is shown.
    private func driver(_ words: String = "watch 5s", width: Int = 120, height: Int = 40) throws -> Driver {
        var driver = try Driver(width: width, height: height)
        driver.select("list items")
        driver.keys(": '\(words)' enter")
        driver.answer(driver.start(), Self.first)
        driver.keys("3")
        _ = driver.takeEffects()
        return driver
    }

    /// Waits until the next round is sent, and answers it.
    @discardableResult
    private func round(_ reply: Reply, after time: Duration = .seconds(5), _ driver: inout Driver) -> TaskID {
        driver.wait(time)
        let id = driver.start()
        driver.answer(id, reply)
        return id
    }

    private func sends(_ driver: inout Driver) -> Int { driver.takeEffects().count(where: \.isSend) }

    // MARK: Rounds

    @Test func eachRoundFollowsTheLastOneByTheInterval() throws {
        var driver = try driver()
        #expect(driver.model.nextDeadline != nil)
        driver.wait(.milliseconds(4_999))
        #expect(sends(&driver) == 0)
        driver.wait(.milliseconds(1))
        guard case .engine(.send(let order))? = driver.effects.first(where: \.isSend) else { return #expect(Bool(false)) }
        #expect(order.plan.id == "listItems" && order.asksServer)
        driver.answer(driver.start(), Self.first)
        #expect(driver.model.watches.nextDue == driver.now + .seconds(5))
    }

    @Test func aRoundThatTakesLongerThanTheIntervalIsNotOvertaken() throws {
        var driver = try driver()
        driver.wait(.seconds(5))
        let id = driver.start()
        driver.wait(.seconds(60))
        #expect(sends(&driver) == 0 && driver.model.watches.nextDue == nil)
        driver.answer(id, Self.first)
        driver.wait(.zero)
        #expect(sends(&driver) == 1)
    }

    @Test func nextRoundWaitsForTheComparison() throws {
        var driver = try driver()
        driver.bringsLines = false
        round(Self.second, &driver)
        driver.wait(.seconds(60))
        #expect(sends(&driver) == 0)
        let watch = try #require(driver.model.watches.all.first)
        driver.update(.body(.watched(WatchChanges(try #require(watch.question), nil))))
        driver.wait(.zero)
        #expect(sends(&driver) == 1 && driver.model.watches.all.first?.changeCount == 0)
    }

    @Test func failuresKeepTheWatchAndItBacksOff() throws {
        var driver = try driver()
        var waits: [Duration] = []
        for _ in 0..<7 {
            driver.wait((driver.model.watches.nextDue ?? driver.now) - driver.now)
            driver.answer(driver.start(), .failed(.connect, "refused"))
            waits.append((driver.model.watches.nextDue ?? driver.now) - driver.now)
        }
        #expect(waits == [10, 20, 40, 60, 60, 60, 60].map { .seconds($0) })
        #expect(driver.text.contains("watch 5s · 7 failures") && driver.model.result.answer?.head?.status == 200)
        driver.wait(.seconds(60))
        driver.answer(driver.start(), Self.second)
        #expect(driver.model.watches.nextDue == driver.now + .seconds(5))
        #expect(driver.text.contains("watch 5s · change 1"))
    }

    @Test func anEndpointHasOneWatch() throws {
        var driver = try driver()
        driver.keys(": 'watch 2s' enter")
        driver.answer(driver.start(), Self.first)
        #expect(driver.model.watches.all.map(\.every) == ["2s"])
        driver.keys("1")
        driver.select("list orders")
        driver.keys(": 'watch' enter")
        #expect(driver.model.watches.all.map(\.every) == ["2s", "5s"])
    }

    @Test(arguments: ["0s", "100ms", "25h", "never"]) func oddIntervalsAreRefused(_ word: String) throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'watch \(word)' enter")
        #expect(driver.text.contains("“\(word)” is no interval") && driver.model.watches.all.isEmpty && sends(&driver) == 0)
    }

    // MARK: Changes

    @Test func changesAreLitAndNamed() throws {
        var driver = try driver()
        let id = round(Self.second, &driver)
        #expect(driver.model.result.task == id && driver.model.result.tab == .table)
        let text = driver.text
        #expect(text.contains("watch 5s · change 1"))
        #expect(text.contains("− /2  id 3, name chair, price 9"))
        let rows = try ["lamp", "desk", "sofa"].map { name in try #require(driver.lines.first { $0.contains(name) }) }
        #expect(rows[0].contains("1~") && rows[0].contains("6.5") && rows[0].count { $0 == "~" } == 2)
        #expect(!rows[1].contains("~") && !rows[1].contains("+") && rows[2].contains("3+"))
        let changed = driver.screen.cells.filter { $0.style == .changed }.map(\.text).joined()
        #expect(changed.contains("6.5"))
    }

    @Test func theNextRoundWithoutAChangeIsPlain() throws {
        var driver = try driver()
        round(Self.second, &driver)
        let id = round(Self.second, &driver)
        #expect(driver.model.result.task == id)
        let lamp = try #require(driver.lines.first { $0.contains("lamp") })
        #expect(!driver.text.contains("− /2") && !lamp.contains("~") && driver.text.contains("watch 5s · change 1"))
    }

    @Test func cursorAndOrderStayInPlace() throws {
        var driver = try driver()
        driver.keys("l l S j")
        let (row, order) = (driver.model.result.table.list.selected, driver.model.result.table.order)
        round(Self.second, &driver)
        #expect(driver.model.result.table.list.selected == row && row == 1)
        #expect(driver.model.result.table.order == order && order != nil && driver.model.result.table.column == 2)
        #expect(driver.model.result.table.window?.request.task == driver.model.result.task)
    }

    @Test func aTreeMarksItsValues() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'watch 5s' enter")
        driver.answer(driver.start(), .json("{\n\"a\": 1,\n\"b\": {\"c\": 2}\n}"))
        driver.keys("3 j")
        round(.json("{\n\"a\": 1,\n\"b\": {\"c\": 3}\n}"), &driver)
        #expect(driver.lines.contains { $0.contains("▾~b") } && driver.lines.contains { $0.contains(" ~c: 3") })
        #expect(driver.model.result.tree.line?.pointer == "/a")
    }

    @Test func anotherResponseOnTheScreenStaysThere() throws {
        var driver = try driver()
        driver.keys("1")
        driver.select("list orders")
        driver.keys("s")
        let other = driver.start()
        driver.answer(other, .json("{\n\"a\": 1\n}"))
        round(Self.second, &driver)
        #expect(driver.model.result.task == other)
        #expect(driver.model.notices.shown?.text == "GET /items, change 1: 1 changed, 1 added, 1 removed")
    }

    @Test func aStatusThatChangesIsAChange() throws {
        var driver = try driver()
        round(.json("{\n\"error\": \"gone\"\n}", status: 404, reason: "Not Found"), &driver)
        let change = try #require(driver.model.watches.all.first?.changes.last)
        #expect(change.summary.hasPrefix("200 → 404") && driver.text.contains("404 Not Found"))
    }

    @Test func historyListsTheChanges() throws {
        var driver = try driver()
        driver.keys(": 'watch changes' enter")
        #expect(driver.text.contains("Nothing has changed yet"))
        driver.keys("esc")
        round(Self.second, &driver)
        driver.wait(.seconds(2))
        driver.keys(": 'watch changes' enter")
        #expect(driver.text.contains("1. 1 changed, 1 added, 1 removed"))
        #expect(driver.text.contains("~ changed /0/price 5.5 → 6.5"))
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func theTaskTableMarksTheRound() throws {
        var driver = try driver()
        let id = round(Self.second, &driver)
        #expect(driver.lines.count { $0.contains("⟳ GET /items") } == 1)
        driver.keys("4")
        #expect(driver.model.tasks.selectedID == id)
    }

    // MARK: Pause and end

    @Test func aPausedWatchSendsNothing() throws {
        var driver = try driver()
        driver.keys("P")
        #expect(driver.text.contains("watch 5s · paused"))
        driver.wait(.seconds(600))
        #expect(sends(&driver) == 0)
        driver.keys("P")
        #expect(sends(&driver) == 1 && !driver.text.contains("paused"))
    }

    @Test func itIsPausedAndResumedByItsName() throws {
        var driver = try driver()
        driver.keys("1 : 'watch pause' enter")
        driver.wait(.seconds(10))
        #expect(sends(&driver) == 0)
        driver.keys(": 'watch resume' enter")
        driver.wait(.zero)
        #expect(sends(&driver) == 1)
    }

    @Test(arguments: ["x", ": 'watch off' enter", "4 x"]) func itStops(_ keys: String) throws {
        var driver = try driver()
        driver.keys(keys)
        #expect(driver.model.watches.all.isEmpty)
        #expect(driver.model.notices.log.all.last?.text == "GET /items is no longer watched")
        driver.wait(.seconds(60))
        #expect(sends(&driver) == 0 && !driver.text.contains("watch 5s"))
    }

    @Test func stoppingCancelsTheRoundInFlight() throws {
        var driver = try driver()
        driver.wait(.seconds(5))
        let id = driver.start()
        driver.keys("x")
        #expect(driver.takeEffects().contains(.engine(.cancel([id]))))
    }

    @Test func aCancelledRoundEndsTheWatch() throws {
        var driver = try driver()
        driver.wait(.seconds(5))
        driver.cancel([driver.start()])
        #expect(driver.model.watches.all.isEmpty)
    }

    @Test func withoutAWatchThereIsNothingToPause() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.exchange(Self.first)
        driver.keys("3 P")
        #expect(driver.model.notices.shown?.text == "The request of this response is not watched; :watch does that")
        driver.keys(": 'watch pause' enter")
        #expect(driver.text.contains("Nothing is watched"))
    }

    @Test func theDescriptionTakesItsOperationAway() throws {
        var driver = try driver()
        let text = #"{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {}}}}"#
        let later = try Shop.read(Array(text.utf8))
        driver.update(.source(.reread(later, Shop.pool, later.changes(since: try Shop.description()))))
        #expect(driver.model.watches.all.isEmpty)
    }

    // MARK: What may change something

    /// A request with an unsafe method is watched once the user has agreed, and not asked for again.
    @Test func unsafeRequestsAreConfirmedOnce() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'set confirm unsafe' enter")
        driver.select("delete /items")
        driver.keys("2 enter '7' esc : 'watch 5s' enter")
        #expect(driver.text.contains("It is sent again every 5s, and may change something each time."))
        #expect(sends(&driver) == 0)
        driver.keys("y")
        driver.answer(driver.start(), .empty(204))
        for _ in 0..<3 { round(.empty(204), &driver) }
        #expect(driver.model.dialogs.open == nil && driver.model.watches.all.count == 1)
    }

    @Test func refusedItIsNotWatched() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys(": 'set confirm unsafe' enter")
        driver.select("delete /items")
        driver.keys("2 enter '7' esc : 'watch 5s' enter n")
        driver.wait(.seconds(60))
        #expect(driver.model.watches.all.isEmpty && sends(&driver) == 0)
    }

    @Test func theLogHasItOnce() throws {
        var driver = try driver()
        round(Self.second, &driver)
        round(Self.second, &driver)
        #expect(driver.model.sending.sentActions.all.count == 1)
    }

    // MARK: Reader mode, and motion

    @Test func readersHearChangesAndNoOtherRound() throws {
        var listener = try Listener(driver())
        _ = listener.hear()
        let same = listener.after { round(Self.first, &$0) }
        #expect(same == [])
        let lines = listener.after { round(Self.second, &$0) }
        #expect(lines == ["GET /items, change 1: 1 changed, 1 added, 1 removed"])
        let row = listener.press("g")
        #expect(row.contains { $0.hasPrefix("row 1 of 3 changed") })
    }

    @Test func reducedMotionHasWords() throws {
        var driver = try driver()
        driver.keys(": 'set motion reduced' enter")
        round(Self.second, &driver)
        #expect(driver.model.notices.shown?.text == "GET /items, change 1: 1 changed, 1 added, 1 removed")
    }
}
