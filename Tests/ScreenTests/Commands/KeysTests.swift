// Keys: fields swallow what is printable, Esc goes back step by step, Ctrl-C cancels and then quits.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct KeysTests {
    @Test func filterSwallowsEveryPrintableKey() throws {
        var driver = try Driver()
        driver.keys("/ 'qQsx4?X[]{}*z'")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.endpoints.filter.text == "qQsx4?X[]{}*z")
        #expect(driver.model.focus == .endpoints)
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func fieldSwallowsEveryPrintableKey() throws {
        var driver = try Driver()
        driver.keys("2 enter 'qQsx4?/ X'")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.form?.fields[0].input.text == "qQsx4?/ X")
    }

    @Test func fieldLetsCommandsThroughThatNoTextNeeds() throws {
        var driver = try Driver()
        driver.keys("2 enter 'a' C-l C-z")
        #expect(driver.takeEffects() == [.screen(.display(.redraw)), .screen(.suspend)])
        driver.keys("f1")
        #expect(driver.model.dialogs.open != nil)
    }

    @Test func tabAndArrowsWalkThroughTheFieldsAndLeaveAfterTheLast() throws {
        var driver = try Driver()
        driver.keys("2 enter 'a' tab 'b' S-tab 'c' down down 'd' enter")
        #expect(driver.model.form?.fields.map(\.input.text) == ["ac", "b", "d"])
        #expect(!driver.model.isEditing)
        #expect(driver.model.focus == .request)
    }

    /// The keys of a pane never go to a field of another one.
    @Test(arguments: ["tab", "S-tab", "C-r"])
    func leavingTheFilterByAnyWayEndsTyping(_ key: String) throws {
        var driver = try Driver()
        driver.keys("/ 'get /items/{id}'")
        driver.keys(key)
        #expect(driver.model.focus != .endpoints)
        #expect(!driver.model.endpoints.isFiltering)
        #expect(driver.model.endpoints.filter.text == "get /items/{id}")
        driver.keys("'7'")
        #expect(driver.model.endpoints.filter.text == "get /items/{id}")
    }

    @Test func escapeLeavesTheFilterEmptyAndTheFormFilled() throws {
        var driver = try Driver()
        driver.keys("/ 'slow' enter 2 enter '9' esc")
        #expect(!driver.model.isEditing)
        #expect(driver.model.form?.fields[0].input.text == "9")
        driver.keys("esc")
        #expect(driver.model.focus == .endpoints)
        #expect(driver.model.endpoints.filter.text == "slow")
        driver.keys("esc")
        #expect(driver.model.endpoints.filter.text == "")
        driver.keys("esc esc")
        #expect(driver.takeEffects() == [])
    }

    @Test func escapeClosesWhatIsOnTopFirst() throws {
        var driver = try Driver()
        driver.keys("s")
        let id = driver.start()
        driver.keys("3 f ? esc")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.model.view.isFullscreen)
        driver.keys("esc")
        #expect(!driver.model.view.isFullscreen)
        #expect(driver.takeEffects() == [])
        driver.keys("esc")
        #expect(driver.takeEffects() == [.engine(.cancel([id]))])
        driver.cancel([id])
        driver.keys("esc")
        #expect(driver.model.focus == .endpoints)
        #expect(driver.takeEffects() == [])
    }

    @Test func escapeTakesMarksAwayBeforeItLeavesTheTable() throws {
        var driver = try Driver()
        driver.exchange(.json(Scene.item))
        driver.keys("4 space esc")
        #expect(driver.model.tasks.marks == [])
        #expect(driver.model.focus == .tasks)
        driver.keys("esc")
        #expect(driver.model.focus == .endpoints)
    }

    @Test func controlCCancelsWhatRunsInTheFocusedPane() throws {
        var driver = try Driver()
        driver.keys("s")
        let id = driver.start()
        driver.keys("3 C-c 4 C-c")
        #expect(driver.takeEffects() == [.engine(.cancel([id])), .engine(.cancel([id]))])
        driver.cancel([id])
        driver.keys("C-c")
        #expect(driver.takeEffects() == [])
        driver.keys("C-c")
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func secondControlCQuitsOnlyWhileTheProgramSaysSo() throws {
        var driver = try Driver()
        driver.keys("C-c")
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "Press C-c again to quit")
        driver.wait(.seconds(5))
        driver.keys("C-c")
        #expect(driver.takeEffects() == [])
        driver.wait(.seconds(2))
        driver.keys("C-c")
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func pastedTextGoesIntoTheFieldOnOneLineWithoutTheLastLineBreak() throws {
        var driver = try Driver()
        driver.keys("2 enter")
        driver.update(.user(.pasted("a\nb\r\nc\r\n\n")))
        #expect(driver.model.form?.fields[0].input.text == "a b c")
        driver.update(.user(.pasted("\n")))
        #expect(driver.model.form?.fields[0].input.text == "a b c")
        driver.keys("esc /")
        driver.update(.user(.pasted("slow\n")))
        #expect(driver.model.endpoints.filter.text == "slow")
    }

    @Test func pastingWhereNothingIsTypedRunsNoCommand() throws {
        var driver = try Driver()
        driver.update(.user(.pasted("qQssX")))
        #expect(driver.takeEffects() == [])
        #expect(driver.model.notices.shown?.text == "There is no field to paste into: open one first")
        driver.keys("?")
        driver.update(.user(.pasted("q")))
        #expect(driver.model.dialogs.open != nil)
    }

    @Test func panesAreReachedByDigitAndInTurn() throws {
        var driver = try Driver()
        for (key, pane) in [
            ("3", Pane.result), ("tab", .tasks), ("tab", .endpoints), ("S-tab", .tasks), ("2", .request), ("1", .endpoints),
            ("4", .tasks),
        ] {
            driver.keys(key)
            #expect(driver.model.focus == pane)
        }
    }

    @Test func helpScrollsToItsEndsAndNoFurther() throws {
        var driver = try Driver(width: 80, height: 12)
        driver.keys("? k g")
        let top = driver.text
        driver.keys("G")
        let bottom = driver.text
        #expect(bottom.contains(":dupes") && !top.contains(":dupes"))
        driver.keys("pgdn j")
        #expect(driver.text == bottom)
        driver.keys("home")
        #expect(driver.text == top)
        driver.keys("q")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.takeEffects() == [])
    }

    @Test func unknownKeysDoNothing() throws {
        var driver = try Driver()
        let before = driver.text
        driver.keys("A-x f9 C-t ins del")
        #expect(driver.text == before)
        #expect(driver.takeEffects() == [])
    }

    @Test func aKeyOfOtherPanesSaysWhereItWorks() throws {
        var driver = try Driver()
        driver.keys("x")
        #expect(driver.model.notices.shown?.text == "x (cancel): Works in Result and Tasks")
        #expect(driver.takeEffects() == [])
    }

    @Test func anotherKeyDisarmsTheSecondInterrupt() throws {
        var driver = try Driver()
        driver.keys("C-c j C-c")
        #expect(driver.takeEffects() == [])
        driver.keys("C-c")
        #expect(driver.takeEffects() == [.screen(.quit)])
    }

    @Test func fullscreenLeavesTheOtherPanesWhereTheyAre() throws {
        var driver = try Driver()
        let before = driver.text
        driver.keys("f f")
        #expect(driver.text == before)
    }
}
