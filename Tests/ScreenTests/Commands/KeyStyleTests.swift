// The keys of vim: complete, without conflicts, under the user's file; and the keys of two letters.

import Canvas
import Testing

@testable import Screen

@Suite struct KeyStyleTests {
    private func driver(_ file: String = "", width: Int = 120, height: Int = 40) throws -> Driver {
        try Driver(width: width, height: height, keymap: Keymap.parse(file, over: .vim).keymap)
    }

    // MARK: The table

    @Test(arguments: Command.allCases)
    func everyKeyHasANameThatIsReadBack(_ command: Command) throws {
        for name in KeyStyle.vim.keyNames(of: command) {
            let key = try #require(Key(name: name), "\(name)")
            #expect(key.name == name)
        }
        #expect(!KeyStyle.vim.keys(of: command).isEmpty)
        #expect(KeyStyle.usual.keyNames(of: command) == command.spec.keys)
    }

    @Test(arguments: Pane.allCases)
    func noTwoCommandsShareAKey(_ pane: Pane) {
        for scope in [true, false] {
            let commands = Command.allCases.filter { scope ? $0.isOwn(of: pane) : $0.spec.scope == .everywhere }
            let keys = commands.flatMap(KeyStyle.vim.keys(of:))
            #expect(keys.count == Set(keys).count)
        }
    }

    /// A letter that begins a sequence means nothing alone, in any pane.
    @Test func noKeyBeginsASequenceAndMeansSomethingAlone() {
        let keys = Set(Command.allCases.flatMap(KeyStyle.vim.keys(of:)))
        let openings = Set(keys.compactMap(\.opening))
        #expect(openings == [.character("g"), .character("y")] && openings.isDisjoint(with: keys))
    }

    @Test(arguments: Command.allCases)
    func everyCommandIsReachable(_ command: Command) {
        let keymap = Keymap(.vim)
        for pane in Pane.allCases where command.isReachable(in: pane) {
            #expect(
                KeyStyle.vim.keys(of: command).contains { keymap.command(for: $0, in: pane) == command }, "\(command) in \(pane)")
        }
    }

    // MARK: The keys

    @Test func twoLettersGoToTheTop() throws {
        var driver = try driver()
        driver.keys("G")
        let last = driver.model.endpoints.list.selected
        driver.keys("g")
        #expect(driver.model.endpoints.list.selected == last && last > 0)
        driver.keys("g")
        #expect(driver.model.endpoints.list.selected == 0)
    }

    @Test func matchesTabsCopiesAndUndoAreWhereVimHasThem() throws {
        var driver = try driver()
        driver.select("list items")
        driver.exchange(.json(TableTests.list(5)))
        driver.keys("3")
        let tab = driver.model.result.tab
        driver.keys("g t")
        #expect(driver.model.result.tab != tab)
        driver.keys("g T")
        #expect(driver.model.result.tab == tab)
        _ = driver.takeEffects()
        driver.keys("y y")
        #expect(driver.takeEffects().contains { if case .outside(.copy) = $0 { true } else { false } })
        driver.keys("-")
        let hidden = driver.model.result.table.titles
        #expect(driver.model.notices.shown?.text.hasSuffix(": u undoes") == true)
        driver.keys("u")
        #expect(driver.model.result.table.titles.count == hidden.count + 1)
        driver.keys("1 n")
        #expect(driver.model.dialogs.open == nil)
        driver.keys("+")
        #expect(driver.model.dialogs.open is NewRequest)
    }

    /// The second letter is not read as a command of its own.
    @Test func aSequenceWithoutACommandDoesNothing() throws {
        var driver = try driver()
        let before = driver.text
        driver.keys("g s")
        let effects = driver.takeEffects()
        #expect(effects == [] && driver.text == before)
        driver.keys("s")
        let sent = driver.takeEffects()
        #expect(sent.contains { $0.isSend })
    }

    @Test func anotherKeyOrAClickEndsTheSequence() throws {
        var driver = try driver()
        driver.keys("G g esc g")
        #expect(driver.model.endpoints.list.selected > 0)
        driver.keys("esc g")
        driver.update(.user(.resized(Size(width: 120, height: 40))))
        driver.keys("g")
        #expect(driver.model.endpoints.list.selected > 0)
    }

    @Test func letteredKeysAreTextWhereTextIsTyped() throws {
        var driver = try driver()
        driver.keys("/ 'ggyy'")
        #expect(driver.model.endpoints.filter.text == "ggyy")
        driver.keys("esc : 'gg'")
        #expect((driver.model.dialogs.open as? Palette)?.line.text == "gg")
    }

    @Test func dialogsHaveTheKeysToo() throws {
        var driver = try driver(width: 80, height: 12)
        driver.keys("?")
        let top = driver.text
        driver.keys("G")
        #expect(driver.text != top)
        driver.keys("g g")
        #expect(driver.text == top)
        // A question reads its letters itself.
        driver.keys("esc s")
        driver.start()
        driver.keys("X y")
        #expect(driver.takeEffects().contains(.engine(.cancelAll)))
    }

    // MARK: Settings and the user's file

    @Test func theSettingChangesTheKeysAndBack() throws {
        var driver = try Driver(width: 120, height: 40)
        driver.keys("G : 'set keys vim' enter g")
        #expect(driver.model.endpoints.list.selected > 0 && driver.model.view.keymap == Keymap(.vim))
        driver.keys("g")
        #expect(driver.model.endpoints.list.selected == 0)
        driver.keys("G : 'set keys usual' enter g")
        #expect(driver.model.endpoints.list.selected == 0 && driver.model.view.keymap == Keymap())
    }

    @Test func theSettingsFileChoosesThem() {
        let settings = Settings.parse("keys = vim").settings
        let model = Model(size: Size(width: 80, height: 24), source: "x", settings: settings)
        #expect(settings.keyStyle == .vim && model.view.keymap == Keymap(.vim))
        #expect(Settings().keyStyle == .usual)
    }

    @Test func theUsersFileIsOverBoth() {
        for style in KeyStyle.allCases {
            let (keymap, problems) = Keymap.parse("copy = f5 Y\ncopy-curl = A-y\n", over: style)
            #expect(problems == [] && keymap.keys(of: .copy) == ["f5", "Y"] && keymap.style == style)
            for command in Command.allCases where ![.copy, .copyCurl].contains(command) {
                #expect(keymap.keys(of: command) == style.keyNames(of: command))
            }
            #expect(keymap.laid(over: .vim) == Keymap.parse("copy = f5 Y\ncopy-curl = A-y\n", over: .vim).keymap)
        }
    }

    /// A letter of the user's own means what the user says, and then begins nothing.
    @Test func aLetterOfTheUsersOwnBeginsNoSequence() throws {
        var driver = try driver("send = g")
        #expect(driver.model.view.keymap.keys(of: .top) == ["home"])
        driver.keys("g")
        let sent = driver.takeEffects()
        #expect(sent.contains { $0.isSend })
    }

    @Test func theUserMayWriteSequences() throws {
        var driver = try Driver(keymap: Keymap.parse("top = gg\nquit-now = ZZ").keymap)
        driver.keys("G g g")
        #expect(driver.model.endpoints.list.selected == 0)
        driver.keys("Z Z")
        #expect(driver.takeEffects() == [.screen(.quit)])
        let problems = Keymap.parse("send = gs").problems
        #expect(problems.map(\.message) == ["“gs” cannot be typed: “g” alone means top"])
        #expect(problems.map(\.line) == [1])
    }

    @Test func theReferenceNamesThem() {
        let text = KeyReference.text(Keymap(.vim))
        #expect(text.contains("  gg home") && text.contains("  yy ") && !text.contains("  g home"))
        #expect(KeyReference.markdown().contains("| `gg home` | top |"))
    }
}
