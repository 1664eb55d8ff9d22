// The page that is asked for ahead: when, and what becomes of it.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct PrefetchTests {
    /// On the second page, which was turned to.
    private func driver() throws -> Driver {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'set prefetch on' enter")
        driver.exchange(.items(page: 1, of: 5))
        #expect(driver.takeEffects().filter(\.isSend).isEmpty)
        driver.keys("3 ]")
        driver.answer(driver.start(), .items(page: 2, of: 5))
        return driver
    }

    private func sent(_ driver: Driver) -> [String] { driver.effects.compactMap { $0.plan?.title } }

    @Test func oneMoreIsAskedForOnlyByWhoTurnsPages() throws {
        var driver = try driver()
        #expect(sent(driver).map { $0.hasSuffix("p.3") } == [true])
        let ahead = driver.start()
        #expect(driver.model.result.task != ahead && driver.model.tasks.row(ahead) != nil)
        driver.answer(ahead, .items(page: 3, of: 5))
        #expect(driver.model.result.task != ahead && sent(driver).isEmpty)
        driver.keys("]")
        #expect(driver.model.result.task == ahead && driver.text.contains("page 3 of 5"))
        // Shown at once, and the one behind it is on its way.
        #expect(sent(driver).map { $0.hasSuffix("p.4") } == [true])
    }

    @Test func whatIsInTheAirIsWaitedFor() throws {
        var driver = try driver()
        let ahead = driver.start()
        driver.keys("]")
        #expect(sent(driver).isEmpty && driver.model.result.task == ahead)
        driver.answer(ahead, .items(page: 3, of: 5))
        #expect(driver.text.contains("page 3 of 5"))
    }

    @Test func whatHasNoNumberYetIsWaitedForToo() throws {
        var driver = try driver()
        driver.keys("]")
        #expect(sent(driver).count == 1)
        let id = driver.start()
        driver.answer(id, .items(page: 3, of: 5))
        #expect(driver.model.result.task == id && driver.text.contains("page 3 of 5"))
    }

    @Test func aFailedOneIsAskedForAgain() throws {
        var driver = try driver()
        driver.answer(driver.start(), .failed(.connect, "no"))
        driver.keys("]")
        #expect(sent(driver).map { $0.hasSuffix("p.3") } == [true])
    }

    @Test func itIsCancelledWhenTheEndpointIsLeft() throws {
        var driver = try driver()
        let ahead = driver.start()
        driver.keys("1")
        driver.select("/slow")
        #expect(driver.effects.contains(.engine(.cancel([ahead], because: .scope))))
    }

    @Test func nobodyIsAskedWhetherItMayBeDropped() throws {
        var driver = try driver()
        driver.start()
        driver.keys("q q")
        #expect(driver.model.dialogs.open == nil && driver.effects.contains(.screen(.quit)))
    }

    /// Who turns back has seen what is behind the page.
    @Test func nothingIsAskedForBehindAPageThatWasTurnedBackTo() throws {
        var driver = try driver()
        driver.answer(driver.start(), .items(page: 3, of: 5))
        driver.keys("]")
        _ = driver.takeEffects()
        driver.keys("[")
        driver.answer(driver.start(), .items(page: 2, of: 5))
        #expect(driver.text.contains("page 2 of 5"))
        #expect(sent(driver).isEmpty)
    }

    @Test func itCanBeTurnedOff() throws {
        var driver = try driver()
        driver.answer(driver.start(), .items(page: 3, of: 5))
        driver.keys(": 'set prefetch off' enter ]")
        #expect(sent(driver).isEmpty && driver.text.contains("page 3 of 5"))
    }

    @Test func behindTheLastThereIsNone() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.select("list items")
        driver.keys(": 'set prefetch on' enter")
        driver.exchange(.items(page: 1, of: 2))
        driver.keys("3 ]")
        driver.answer(driver.start(), .items(page: 2, of: 2))
        #expect(sent(driver).isEmpty)
    }
}
