// The palette: every command by name, reasons, arguments with completion, history.

import Canvas
import NetLayer
import Testing

@testable import Screen

@Suite struct PaletteTests {
    private func palette(_ driver: Driver) -> Palette? {
        driver.model.dialogs.open as? Palette
    }

    private func names(_ driver: Driver) -> [String] { palette(driver)?.entries(driver.model).map(\.name) ?? [] }

    @Test func everyCommandAndVerbIsThereOnce() throws {
        var driver = try Driver()
        driver.keys(":")
        let words = names(driver).compactMap { $0.split(separator: " ").first.map(String.init) }
        let wanted = Set(Command.allCases.map(\.rawValue)).union(PaletteVerb.allCases.map(\.rawValue)).subtracting(["palette"])
        #expect(Set(words) == wanted)
        #expect(words.count == wanted.count)
    }

    @Test(arguments: [
        ("ca", "cache [POLICY]"), ("canc", "cancel"), ("cancel-all", "cancel-all"), ("can al", "cancel-all"),
        ("fscr", "fullscreen"), ("theme", "theme NAME"),
        ("pgd", "page-down"), ("qn", "quit-now"), ("background", "suspend"),
    ])
    func bestEntryIsTheOneThatIsMeant(_ typed: String, _ name: String) throws {
        var driver = try Driver()
        driver.keys("C-p '\(typed)'")
        #expect(names(driver).first == name)
    }

    @Test func enterRunsWhatIsChosen() throws {
        var driver = try Driver()
        driver.keys(": 'full' enter")
        #expect(driver.model.view.isFullscreen && driver.model.dialogs.open == nil)
        driver.keys(": 'redraw' enter")
        #expect(driver.takeEffects() == [.screen(.display(.redraw))])
        driver.keys(": 'send' enter")
        #expect(driver.takeEffects().count { $0.isSend } == 1)
    }

    @Test func disabledCommandSaysWhyAndStaysOpen() throws {
        var driver = try Driver(width: 100, height: 30)
        driver.keys(": 'cancel-all'")
        #expect(driver.text.contains("✗ Nothing is running"))
        driver.keys("enter")
        #expect(palette(driver)?.problem == "Nothing is running")
        driver.keys("C-u 'mark-all'")
        #expect(driver.text.contains("✗ Works in Tasks"))
        driver.keys("C-u 's'")
        #expect(palette(driver)?.problem == nil)
    }

    /// Two lines where there is room for them; else what is cut off shows.
    @Test(arguments: [(24, "number"), (20, "…")]) func aLongProblemIsReadToItsEnd(_ height: Int, _ end: String) throws {
        var driver = try Driver(width: 60, height: height)
        driver.keys(": 'repeat 3 quorum:9' enter")
        let problem = try #require(palette(driver)?.problem)
        let lines = driver.text.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.contains("✗ quorum:9") })
        #expect(problem.count > 60 && lines[first..<min(first + 2, lines.count)].joined().contains(end), "\(driver.text)")
    }

    @Test func unknownCommandIsSaid() throws {
        var driver = try Driver()
        driver.keys(": 'frobnicate now' enter")
        #expect(palette(driver)?.problem == "There is no command “frobnicate”; backspace shows the commands")
        #expect(driver.takeEffects() == [])
    }

    @Test(arguments: ["esc", "C-c", "backspace"])
    func paletteClosesWithoutADeed(_ key: String) throws {
        var driver = try Driver()
        let before = driver.text
        driver.keys(": \(key)")
        #expect(driver.model.dialogs.open == nil)
        #expect(driver.text == before)
        #expect(driver.takeEffects() == [])
    }

    /// What is typed while the palette is open is text, never a command.
    @Test func paletteSwallowsEveryKey() throws {
        var driver = try Driver()
        driver.keys(": 'qQsx4?X[]/*z:'")
        #expect(palette(driver)?.line.text == "qQsx4?X[]/*z:")
        driver.update(.user(.pasted("a\nb")))
        #expect(palette(driver)?.line.text == "qQsx4?X[]/*z:a b")
        #expect(driver.takeEffects() == [])
    }

    // MARK: Words behind a verb

    @Test func tabCompletesTheVerbAndItsWords() throws {
        var driver = try Driver()
        driver.keys(": 'se' down down down down")
        driver.keys("C-u 'set' tab")
        #expect(palette(driver)?.line.text == "set ")
        #expect(names(driver) == Setting.allCases.map(\.rawValue))
        driver.keys("'wr' tab")
        #expect(palette(driver)?.line.text == "set wrap ")
        #expect(names(driver) == ["on", "off"])
        driver.keys("tab")
        #expect(palette(driver)?.line.text == "set wrap on")
        driver.keys("enter")
        #expect(driver.model.result.wraps && driver.model.dialogs.open == nil)
        #expect(driver.model.notices.shown?.text == "wrap is on")
    }

    @Test func optionIsSetOrTurnedOver() throws {
        var driver = try Driver()
        driver.keys(": 'set wrap' enter")
        #expect(driver.model.result.wraps)
        driver.keys(": 'set wrap' enter")
        #expect(!driver.model.result.wraps)
        driver.keys(": 'set fullscreen on' enter : 'set fullscreen on' enter")
        #expect(driver.model.view.isFullscreen)
        driver.keys(": 'set summaries off' enter")
        #expect(!driver.model.view.showsSummaries)
    }

    @Test(arguments: [
        ("set wrap maybe", "wrap is on or off, not “maybe”"), ("set wrap on off", "Too many arguments: set OPTION [VALUE]"),
        ("set warp", "There is no option “warp”: did you mean wrap?"),
        ("theme drak", "There is no theme “drak”: did you mean dark?"), ("theme", "theme "),
        ("messages now", "Too many arguments: messages "),
    ])
    func wrongLineIsRefusedInWords(_ line: String, _ problem: String) throws {
        var driver = try Driver()
        driver.keys(": '\(line)' enter")
        #expect(palette(driver)?.problem == problem || palette(driver)?.line.text == problem)
        #expect(driver.takeEffects() == [])
    }

    @Test func filterTakesItsTextFromTheLine() throws {
        var driver = try Driver()
        driver.keys("4 : 'filter get item' enter")
        #expect(driver.model.endpoints.filter.text == "get item" && !driver.model.endpoints.isFiltering)
        #expect(driver.model.endpoints.shownCount == 2)
        #expect(driver.model.focus == .endpoints)
        driver.keys("esc : 'filter' enter")
        #expect(driver.model.endpoints.isFiltering)
    }

    @Test func filterIsRefusedWithoutADescription() {
        var driver = Driver(loading: "shop.json", width: 80, height: 24)
        driver.keys(": 'filter a' enter")
        #expect(palette(driver)?.problem == "The description is still loading")
    }

    // MARK: Themes

    @Test func themeShowsWhileItIsChosenAndGoesWithEscape() throws {
        var driver = try Driver()
        driver.keys(": 'theme '")
        #expect(driver.takeEffects() == [])
        #expect(names(driver).first == "dark")
        driver.keys("down")
        let other = names(driver)[1]
        #expect(driver.takeEffects() == [.screen(.theme(other))])
        driver.keys("esc")
        #expect(driver.takeEffects() == [.screen(.theme("dark"))])
        #expect(driver.model.view.themes.chosen == "dark")
    }

    @Test func themeStaysWhenItIsRun() throws {
        var driver = try Driver()
        driver.keys(": 'theme light'")
        #expect(driver.takeEffects().last == .screen(.theme("light")))
        driver.keys("enter")
        #expect(driver.model.view.themes.chosen == "light" && driver.takeEffects() == [])
        driver.keys(": 'theme ' esc")
        #expect(driver.takeEffects() == [])
    }

    @Test func themeGoesWhenTheLineIsNoLongerAboutIt() throws {
        var driver = try Driver()
        driver.keys(": 'theme light'")
        #expect(driver.takeEffects().last == .screen(.theme("light")))
        driver.keys("C-u")
        #expect(driver.takeEffects() == [.screen(.theme("dark"))])
    }

    // MARK: History

    @Test func linesThatWereRunComeBack() throws {
        var driver = try Driver()
        driver.keys(": 'set wrap on' enter : 'fold' enter : 'set wrap on' enter : up")
        #expect(palette(driver)?.line.text == "set wrap on")
        driver.keys("up")
        #expect(palette(driver)?.line.text == "fold")
        driver.keys("up")
        #expect(palette(driver)?.line.text == "fold")
        driver.keys("down")
        #expect(palette(driver)?.line.text == "set wrap on")
        driver.keys("down")
        #expect(palette(driver)?.line.text == "")
        driver.keys("C-p C-p enter")
        #expect(driver.model.dialogs.paletteHistory == ["set wrap on", "fold"])
    }

    @Test func arrowsChooseWithinTheList() throws {
        var driver = try Driver(width: 80, height: 16)
        driver.keys(": down down")
        #expect(palette(driver)?.list.selected == 2)
        driver.keys("up up")
        #expect(palette(driver)?.list.selected == 0)
        driver.keys(String(repeating: "down ", count: 200))
        #expect(palette(driver)?.list.selected == names(driver).count - 1)
        // The column may be too narrow for the arguments.
        let last = names(driver).last?.split(separator: " ").first ?? "none"
        #expect(driver.text.contains(last))
    }

    // MARK: Messages

    @Test func messagesThatWentAreKept() throws {
        var driver = try Driver(width: 100, height: 30)
        driver.keys(": 'messages' enter")
        #expect(driver.text.contains("There are no messages yet"))
        driver.keys("esc")
        driver.update(.report(.warned("the first")))
        driver.wait(.seconds(9))
        driver.update(.report(.misconfigured(["keys:1: one", "keys:2: two", "keys:3: three"])))
        #expect(driver.model.notices.shown?.text == "3 errors, see :messages. keys:1: one")
        driver.keys(": 'messages' enter")
        for text in ["the first", "keys:2: two", "keys:3: three", "9.0s"] { #expect(driver.text.contains(text)) }
        driver.keys("q")
        #expect(driver.model.dialogs.open == nil)
    }

    @Test func warningsThatComeTogetherAreReadOneAfterTheOther() throws {
        var driver = try Driver()
        driver.update(.report(.warned("one")))
        driver.update(.report(.warned("two")))
        driver.update(.report(.misconfigured(["three"])))
        #expect(driver.model.notices.shown?.text == "one")
        driver.wait(.seconds(8))
        #expect(driver.model.notices.shown?.text == "two")
        driver.keys("j")
        #expect(driver.model.notices.shown == nil && driver.model.nextDeadline == nil)
        driver.update(.report(.warned("four")))
        driver.keys("]")
        #expect(driver.model.notices.shown?.text == "There is no response to page through")
        driver.wait(.seconds(4))
        #expect(driver.model.notices.shown == nil)
    }

    @Test func messagesAreBounded() {
        var messages = Messages()
        for number in 0..<1_000 { messages.add(.init(at: .zero, text: "\(number)", kind: .info)) }
        messages.add(.init(at: .seconds(1), text: "999", kind: .info))
        #expect(messages.all.count == Messages.capacity)
        #expect(messages.all.last?.at == .seconds(1) && messages.all.first?.text == "800")
    }
}
