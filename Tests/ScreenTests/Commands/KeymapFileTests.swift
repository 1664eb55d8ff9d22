// The user's keymap file: what it changes, and every kind of mistake by line and hint.

import Canvas
import Testing

@testable import Screen

@Suite struct KeymapFileTests {
    private func problems(_ text: String) -> [String] {
        Keymap.parse(text).problems.map { "\($0.line): \($0.message); \($0.hint)" }
    }

    private func keys(_ text: String, _ command: Command) -> [String] { Keymap.parse(text).keymap.keys(of: command) }

    @Test func lineReplacesTheKeysOfItsCommandAndOfNoOther() throws {
        let (keymap, problems) = Keymap.parse("# mine\n\nsend = A-s f5\n\u{20}fullscreen = Z\r\nwrap =\nfold = []\n")
        #expect(problems == [])
        #expect(keymap.keys(of: .send) == ["A-s", "f5"])
        #expect(keymap.keys(of: .fullscreen) == ["Z"])
        #expect(keymap.keys(of: .wrap) == [] && keymap.keys(of: .fold) == [])
        #expect(keymap.command(for: .alt("s"), in: .tasks) == .send)
        #expect(keymap.command(for: .character("s"), in: .endpoints) == nil)
        #expect(keymap.command(for: .character("z"), in: .endpoints) == nil)
        for command in Command.allCases where ![.send, .fullscreen, .wrap, .fold].contains(command) {
            #expect(keymap.keys(of: command) == command.spec.keys)
        }
    }

    @Test func emptyFileIsTheTable() {
        #expect(Keymap.parse("").keymap == Keymap())
        #expect(Keymap.parse("# nothing\n").problems == [])
    }

    @Test func templateChangesNothingAndSaysEverything() {
        #expect(Keymap.parse(Keymap.template).keymap == Keymap())
        #expect(Keymap.parse(Keymap.template).problems == [])
        let uncommented = Keymap.template.split(separator: "\n").filter { $0.contains(" = ") && !$0.contains("…") }
            .map { $0.dropFirst(2) }.joined(separator: "\n")
        #expect(Keymap.parse(uncommented).keymap == Keymap())
        #expect(Keymap.parse(uncommented).problems == [])
    }

    @Test(arguments: [
        ("sned = s", "1: unknown command “sned”; did you mean “send”?"),
        ("\nfrobnicate = s", "2: unknown command “frobnicate”; “explorer keys” lists the commands"),
        ("send", "1: no “=” in “send”; write “name = value”, or start the line with #"),
        ("= s", "1: there is no name before “=”; write “name = value”, or start the line with #"),
        ("send = s\nsend = t", "2: “send” is set twice; line 1 counts; remove one of the two"),
        ("send = Ctrl+R", "1: “Ctrl+R” is not a key; write C-r"), ("send = ^t", "1: “^t” is not a key; write C-t"),
        ("send = <C-t>", "1: “<C-t>” is not a key; write c-t"), ("send = M-x", "1: “M-x” is not a key; write A-x"),
        ("send = C-enter", "1: “C-enter” is not a key; terminals cannot send this key"),
        ("send = Shift-G", "1: “Shift-G” is not a key; Shift is part of the character: write G for Shift-g"),
        (
            "send = f99",
            "1: “f99” is not a key; a character, C-r, A-x, enter, esc, space, tab, pgup, f1 … (“explorer keys --template” lists them)"
        ),
        ("send = K K", "1: “K” is bound twice; K is the same key; remove one"),
        ("send = tab C-i\nnext-pane = A-n", "1: “tab” is bound twice; C-i is the same key; remove one"),
        ("send = K\nhelp = K A-u", "2: “K” means send already, by line 1; remove it from one of the two lines"),
        ("send = w", "1: in Result “w” still means wrap; give wrap another key, or choose another one here"),
        ("send = F7 /", "1: this leaves filter without a key; add a line: filter = …"),
    ])
    func mistakeIsToldByLineWithWhatToDo(_ text: String, _ problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test func mistakeCostsItsOwnWordAndNoMore() {
        #expect(keys("send = Ctrl+R t", .send) == ["t"])
        #expect(keys("send = Ctrl+R", .send) == Command.send.spec.keys)
        #expect(keys("sned = t\nsend = u", .send) == ["u"])
        #expect(keys("send = t\nhelp = t A-h", .help) == ["A-h"])
        #expect(keys("send = t\nhelp = t", .help) == Command.help.spec.keys)
    }

    @Test func keyThatALineTakesLeavesTheCommandItWasOf() {
        let text = "send = q"
        #expect(keys(text, .send) == ["q"])
        #expect(keys(text, .quit) == [])
        #expect(problems(text) == ["1: this leaves quit without a key; add a line: quit = …"])
        #expect(problems("send = q\nquit = A-q") == [])
        // Another key is left, so nothing is missing.
        #expect(problems("send = k") == [])
        #expect(keys("send = k", .up) == ["up"])
    }

    /// The keys of a pane come before the global ones, in the file as in the table.
    @Test func oneKeyMayMeanOneThingInAPaneAndAnotherElsewhere() throws {
        let (keymap, problems) = Keymap.parse("mark = s\n")
        #expect(problems == [])
        #expect(keymap.command(for: .character("s"), in: .tasks) == .mark)
        #expect(keymap.command(for: .character("s"), in: .endpoints) == .send)
    }

    @Test func programCanAlwaysBeLeft() {
        let (keymap, problems) = Keymap.parse("quit =\nquit-now = \ninterrupt = []\nsend = C-c")
        #expect(keymap.command(for: .control("c"), in: .endpoints) == .interrupt)
        #expect(problems.map(\.message) == ["no key quits the program now, so C-c still does"])
    }

    @Test func rubbishIsOnlyReported() {
        let rubbish =
            "\u{0}\u{1b}[31m=\u{7}\n" + String(repeating: "=", count: 10_000) + "\nsend = " + String(repeating: "日", count: 5_000)
        let (keymap, problems) = Keymap.parse(rubbish)
        #expect(keymap == Keymap())
        #expect(problems.map(\.line) == [1, 2, 3])
    }

    @Test func programFollowsTheKeymap() throws {
        var driver = try Driver(keymap: Keymap.parse("send = A-s\nhelp = A-h").keymap)
        driver.keys("s")
        #expect(driver.takeEffects() == [])
        driver.keys("2")
        #expect(driver.lines.last?.contains("A-s send") == true && driver.lines.last?.contains("A-h help") == true)
        driver.keys("A-s")
        #expect(driver.takeEffects().count { $0.isSend } == 1)
        driver.keys("A-h")
        #expect(driver.text.contains("A-s"))
    }
}
