// An answer on its way: shown as far as it has come, followed to its end, stopped with what it has brought.

import NetLayer
import Testing

@testable import Screen

@Suite struct ArrivingTests {
    private var driver: Driver

    init() throws { driver = try Driver(width: 80, height: 30) }

    /// A list of so many items, as far as it has come.
    private func list(_ count: Int) -> Reply {
        .json("[\n" + (1...count).map { "{ \"id\": \($0) }" }.joined(separator: ",\n") + "\n]")
    }

    private func lines(_ count: Int) -> Reply { .text((1...count).map { "line \($0)" }) }

    private mutating func send() -> TaskID {
        driver.select("GET /items")
        driver.keys("s")
        return driver.start()
    }

    @Test mutating func whatHasComeIsATableThatGrows() {
        let id = send()
        driver.arrive(id, list(5))
        #expect(driver.model.result.tab == .table && driver.model.result.table.total == 5)
        #expect(driver.text.contains("so far"))
        driver.keys("3 j j")
        driver.arrive(id, list(50))
        #expect(driver.model.result.table.total == 50)
        #expect(driver.model.result.table.list.selected == 2, "what is read stays where it is")
        driver.answer(id, list(60))
        #expect(driver.model.result.table.total == 60 && driver.model.result.table.list.selected == 2)
        #expect(!driver.text.contains("so far"))
    }

    @Test mutating func theEndIsFollowedUntilOneMovesAway() {
        let id = send()
        driver.arrive(id, list(50))
        driver.keys("3 F")
        #expect(driver.model.result.table.list.selected == 49 && driver.text.contains("following"))
        driver.arrive(id, list(90))
        #expect(driver.model.result.table.list.selected == 89)
        driver.keys("k")
        driver.arrive(id, list(120))
        #expect(driver.model.result.table.list.selected == 88 && !driver.text.contains("following"))
        // The end of what is not whole is where one stays.
        driver.keys("G")
        driver.arrive(id, list(150))
        #expect(driver.model.result.table.list.selected == 149)
        driver.answer(id, list(151))
        #expect(driver.model.result.table.list.selected == 150, "the last of it, too")
    }

    @Test mutating func textIsFollowedToo() {
        let id = send()
        driver.arrive(id, lines(10))
        driver.keys("3 F")
        driver.arrive(id, lines(200))
        #expect(driver.text.contains("line 200") && !driver.text.contains("line 10 "))
        driver.keys("g")
        driver.arrive(id, lines(300))
        #expect(driver.text.contains("line 1") && !driver.text.contains("line 300"))
    }

    @Test mutating func recordsAreFollowedFromTheStart() {
        let id = send()
        var events = list(40)
        events.body.kind = .records
        driver.arrive(id, events)
        #expect(driver.model.result.follows)
    }

    @Test mutating func aPageIsAskedForOnlyOfAWholeAnswer() {
        let id = send()
        driver.arrive(id, list(5))
        #expect(driver.model.result.turns[id] == nil)
        driver.keys("3 a")
        #expect(driver.takeEffects().allSatisfy { if case .engine(.allPages) = $0 { false } else { true } })
    }

    @Test mutating func followingAWholeAnswerSaysWhyNot() {
        driver.select("GET /items")
        driver.exchange(list(5))
        driver.keys("3 F")
        #expect(driver.text.contains("The response is complete"))
    }

    @Test mutating func anotherAnswerIsNotFollowed() {
        let first = send()
        driver.arrive(first, list(50))
        driver.keys("3 F")
        let second = send()
        driver.arrive(second, list(50))
        #expect(!driver.model.result.follows && driver.model.result.table.list.selected == 0)
    }

    /// A stream that was stopped is shown with what it brought, and says that it was stopped.
    @Test mutating func aStoppedStreamStays() {
        let id = send()
        driver.arrive(id, list(5))
        driver.keys("3 x")
        #expect(driver.takeEffects().contains { $0 == .engine(.cancel([id])) })
        var stopped = list(6)
        stopped.failure = TransferFailure(.cancelled(.user), "")
        driver.answer(id, stopped)
        #expect(driver.model.result.table.total == 6)
        #expect(driver.text.contains("Cancelled by user"))
    }

    /// More rows of a filter come with more of the answer.
    @Test mutating func aFilterFindsMoreInWhatHasGrown() {
        let id = send()
        driver.arrive(id, list(5))
        driver.keys("3 $ '[?@.id>2]' enter")
        #expect(driver.model.result.table.total == 3)
        driver.arrive(id, list(9))
        #expect(driver.model.result.table.total == 7)
    }

    /// Lines are counted while one reads: the end that was asked for moves on with them.
    @Test mutating func theEndOfABodyThatIsBeingCountedIsReached() {
        driver.select("GET /items")
        let id = driver.exchange(lines(100))
        driver.keys("3")
        driver.bringsLines = false
        driver.update(.engine(.answered(driver.model.result.answers[id]!)))
        for effect in driver.takeEffects() {
            guard case .body(.window(_, _, let range)) = effect else { continue }
            var window = BodyWindow(
                task: id, mode: .raw, total: 500, start: 0, lines: (0..<min(500, range.upperBound)).map { "n\($0)" })
            window.isCounted = false
            driver.update(.body(.window(window)))
        }
        driver.keys("G")
        #expect(driver.model.result.follows)
    }
}
