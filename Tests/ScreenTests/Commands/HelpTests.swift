// Help: searched, of all panes, and its selected entry run.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct HelpTests {
    private func help(_ driver: Driver) -> Help? { driver.model.dialogs.open as? Help }

    @Test func searchLeavesTheLinesThatHaveTheWords() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("? / 'cancel'")
        #expect(help(driver)?.search.text == "cancel")
        #expect(driver.text.contains("Cancel everything that runs") && !driver.text.contains("Wrap long lines"))
        driver.keys("' zzz'")
        #expect(driver.text.contains("No help entry has these words"))
        driver.keys("enter")
        #expect(help(driver)?.isTyping == false)
        driver.keys("esc")
        #expect(help(driver)?.search.text == "")
        driver.keys("esc")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.takeEffects() == [])
    }

    @Test func keysAreFoundToo() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("? / 'C-r'")
        #expect(driver.text.contains("Send the selected endpoint"))
        #expect(!driver.text.contains("Go to the next pane"))
    }

    @Test func otherPanesAreReachedInTurn() throws {
        var driver = try Driver(width: 120, height: 50)
        driver.keys("?")
        #expect(driver.text.contains("Keys in Endpoints"))
        for title in ["Keys in Request", "Keys in Result", "Keys in Tasks", "Keys in Services", "All keys", "Keys in Endpoints"] {
            driver.keys("tab")
            #expect(driver.text.contains(title))
        }
        driver.keys("S-tab")
        #expect(driver.text.contains("All keys"))
        driver.keys("4")
        #expect(driver.text.contains("Keys in Tasks") && driver.text.contains("Mark the task"))
        driver.keys("?")
        #expect(driver.model.dialogs.open == nil && driver.model.focus == .endpoints)
    }

    @Test func tasksHaveALegendOfThePhases() throws {
        var driver = try Driver(width: 120, height: 50)
        driver.keys("4 ?")
        let text = driver.scrolled()
        #expect(text.contains("Column phases"))
        for (name, _) in PhaseSpark.legend where !name.isEmpty { #expect(text.contains(name)) }
        #expect(PhaseSpark.legend.count == Phase.allCases.count + 2, "the queue, each phase, and what a bar means")
        driver.keys("esc 1 ?")
        let elsewhere = driver.scrolled()
        #expect(!elsewhere.contains("Column phases"))
    }

    @Test func allKeysNameEveryCommandAndWhereItWorks() throws {
        var driver = try Driver(width: 200, height: 60)
        driver.keys("? S-tab")
        let text = driver.scrolled()
        for command in Command.allCases { #expect(text.contains(String(command.spec.help.prefix(50))), "\(command)") }
        for verb in PaletteVerb.allCases { #expect(text.contains(":\(verb.rawValue)")) }
        #expect(text.contains("(Tasks)"))
    }

    @Test func pasteGoesIntoTheSearch() throws {
        var driver = try Driver()
        driver.keys("? /")
        driver.update(.user(.pasted("fold\n")))
        #expect(help(driver)?.search.text.contains("fold") == true)
    }

    // MARK: The selected entry

    private func entries(_ driver: Driver) -> [HelpOverlay.Entry] {
        help(driver).map { HelpOverlay.content($0, driver.model).entries } ?? []
    }

    /// Goes down to the entry of a command or verb.
    private func select(_ deed: HelpOverlay.Deed, _ driver: inout Driver) throws {
        driver.keys("g")
        let index = try #require(entries(driver).firstIndex { $0.deed == deed })
        for _ in 0..<index { driver.keys("j") }
        #expect(help(driver)?.selected == index)
    }

    @Test func enterRunsTheSelectedCommand() throws {
        var driver = try Driver()
        driver.keys("?")
        try select(.command(.fullscreen), &driver)
        driver.keys("enter")
        #expect(driver.model.dialogs.open == nil && driver.model.view.isFullscreen)
        driver.keys("? enter")
        #expect(driver.takeEffects().filter(\.isSend).count == 1, "the first one is Enter itself")
    }

    @Test func theFoundEntryIsRunAfterASearch() throws {
        var driver = try Driver()
        driver.keys("? j j j / 'fullscreen' enter")
        #expect(help(driver)?.selected == 0 && entries(driver).first?.deed == .command(.fullscreen))
        driver.keys("enter")
        #expect(driver.model.view.isFullscreen)
    }

    @Test func whatIsUnavailableGivesItsReasonAndHelpStays() throws {
        var driver = try Driver()
        driver.keys("? 4")
        try select(.command(.mark), &driver)
        driver.keys("enter")
        #expect(driver.model.notices.shown?.text == "mark: Works in Tasks" && help(driver) != nil)
        try select(.verb(.page), &driver)
        driver.keys("enter")
        #expect(driver.model.notices.shown?.text.hasPrefix("page: ") == true && help(driver) != nil)
    }

    @Test func aVerbWithoutWordsRunsAndAnotherOneAsks() throws {
        var driver = try Driver()
        driver.keys("?")
        try select(.verb(.messages), &driver)
        driver.keys("enter")
        #expect(driver.model.dialogs.open is MessagesBox)
        driver.keys("esc ?")
        try select(.verb(.theme), &driver)
        driver.keys("enter")
        #expect((driver.model.dialogs.open as? Palette)?.line.text == "theme ")
    }

    @Test func theSelectionIsDrawnAndStaysInView() throws {
        var driver = try Driver()
        driver.keys("?")
        let height = ScrollBox.height(driver.model.view.size)
        func check(_ driver: Driver) throws {
            let open = try #require(help(driver))
            let lines = entries(driver)[open.selected].lines
            #expect(open.scroll <= lines.lowerBound && lines.upperBound <= open.scroll + height)
            let y = open.frame(driver.model).y + 1 + lines.lowerBound - open.scroll
            #expect(driver.screen[10, y].overlay == .selection)
        }
        try check(driver)
        for key in Array(repeating: "j", count: entries(driver).count) + ["pgup", "k", "C-u", "g", "pgdn", "j", "C-d", "G", "k"] {
            driver.keys(key)
            try check(driver)
        }
    }
}
