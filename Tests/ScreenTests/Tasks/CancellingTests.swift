// Cancelling and quitting: at once where it is harmless, after a question whose default is No where it is not.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct CancellingTests {
    @Test func safeRequestsAreCancelledWithoutAQuestion() throws {
        var driver = try Driver()
        driver.keys("s s")
        let ids = [driver.start(), driver.start()]
        driver.keys("4 * x")
        #expect(driver.takeEffects() == [.engine(.cancel(ids))])
        #expect(driver.model.tasks.marks == [])
    }

    @Test(arguments: ["3", "4"])
    func unsafeRequestIsCancelledAfterYesOnly(_ pane: String) throws {
        var driver = try Driver()
        driver.select("addItem")
        driver.keys("s")
        let id = driver.start()
        driver.keys(pane)
        for refusal in ["enter", "n", "esc", "C-c", "q"] {
            driver.keys("x")
            #expect(driver.model.dialogs.open as? Question == .cancelUnsafe([id], unsafe: 1))
            driver.keys(refusal)
            #expect(driver.model.dialogs.open == nil)
        }
        #expect(driver.takeEffects() == [])
        driver.keys("x y")
        #expect(driver.takeEffects() == [.engine(.cancel([id]))])
    }

    @Test func oneUnsafeRequestAmongMarkedOnesAsksForAll() throws {
        var driver = try Driver()
        driver.keys("s")
        let safe = driver.start()
        driver.select("addItem")
        driver.keys("s")
        let unsafe = driver.start()
        driver.keys("4 * x")
        #expect(driver.model.dialogs.open as? Question == .cancelUnsafe([safe, unsafe], unsafe: 1))
        #expect(driver.model.tasks.marks.count == 2)
        driver.keys("y")
        #expect(driver.takeEffects() == [.engine(.cancel([safe, unsafe]))])
        #expect(driver.model.tasks.marks == [])
    }

    @Test func markedTasksThatHaveEndedAreLeftAlone() throws {
        var driver = try Driver()
        driver.exchange(.json(Scene.item))
        driver.keys("s")
        let live = driver.start()
        driver.keys("4 * x")
        #expect(driver.takeEffects() == [.engine(.cancel([live]))])
    }

    @Test func cancellingAllAsksAndTheDefaultIsNo() throws {
        var driver = try Driver()
        driver.keys("s s X")
        #expect(driver.takeEffects().map(\.isSend) == [true, true])
        #expect(driver.model.notices.shown?.text == "Nothing is running")
        driver.keys("s")
        driver.start()
        driver.keys("X")
        #expect(driver.model.dialogs.open as? Question == .cancelAll(count: 1))
        driver.keys("x space j enter")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.takeEffects() == [])
        driver.keys("X y")
        #expect(driver.takeEffects() == [.engine(.cancelAll)])
    }

    @Test func quittingWithWorkInFlightAsks() throws {
        var driver = try Driver()
        driver.keys("s")
        let id = driver.start()
        driver.keys("q")
        #expect(driver.model.dialogs.open as? Question == .quit(count: 1))
        driver.keys("enter")
        #expect(driver.takeEffects() == [])
        driver.keys("q y")
        #expect(driver.takeEffects() == [.screen(.quit)])
        driver.cancel([id])
        driver.keys("esc q")
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func quittingAtOnceAsksNothing() throws {
        var driver = try Driver()
        driver.keys("s")
        driver.start()
        driver.keys("Q")
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func theEndOfTheTerminalEndsTheProgram() throws {
        var driver = try Driver()
        driver.keys("s")
        driver.start()
        driver.keys("q")
        driver.update(.user(.terminated))
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func cancelledRequestSaysByWhomAndCanBeSentAgain() throws {
        var driver = try Driver()
        driver.keys("s")
        driver.start()
        driver.keys("3 x")
        driver.cancelAsAsked()
        #expect(driver.text.contains("Cancelled by user"))
        #expect(driver.model.tasks.counts.live == 0)
        driver.keys("r")
        #expect(driver.takeEffects().map(\.isSend) == [true])
    }
}
