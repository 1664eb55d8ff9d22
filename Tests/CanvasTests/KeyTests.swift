// Key: names as they stand in keymaps.

import Canvas
import Testing

@Suite struct KeyTests {
    @Test func namesRoundTrip() {
        var keys: [Key] = [
            .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .up, .down, .left, .right, .home, .end, .pageUp,
            .pageDown, .shiftUp, .shiftDown, .shiftLeft, .shiftRight, .shiftHome, .shiftEnd, .controlLeft, .controlRight,
            .controlShiftLeft, .controlShiftRight,
            .character("q"), .character("Q"), .character(" "), .character("é"), .character("-"), .character("#"), .character("日"),
            .alt("x"), .alt("X"), .alt(" "), .alt("-"), .control("r"), .control(" "), .control("_"), .control("\\"),
            .sequence("g", "g"), .sequence("g", "T"),
        ]
        keys += (1...63).map { .function($0) }
        for key in keys { #expect(Key(name: key.name) == key, "\(key.name)") }
        #expect(Set(keys.map(\.name)).count == keys.count)
    }

    @Test(arguments: [
        ("q", Key.character("q")), ("C-r", .control("r")), ("C-R", .control("r")), ("c-r", .control("r")), ("A-x", .alt("x")),
        ("a-X", .alt("X")),
        ("enter", .enter), ("Enter", .enter), ("esc", .escape), ("space", .character(" ")), ("pgup", .pageUp),
        ("F1", .function(1)),
        ("S-tab", .backTab), ("s-Tab", .backTab), ("S-up", .shiftUp), ("s-down", .shiftDown),
        ("S-Left", .shiftLeft), ("c-right", .controlRight), ("C-S-left", .controlShiftLeft),
        ("up", .up), ("C-space", .control(" ")), ("A-Space", .alt(" ")),
    ]) func namesAreRead(_ name: String, _ key: Key) {
        #expect(Key(name: name) == key)
    }

    @Test func controlKeysThatATerminalSendsAsOthersAreThose() {
        #expect(Key(name: "C-i") == .tab && Key(name: "C-m") == .enter && Key(name: "C-j") == .enter)
        #expect(Key(name: "C-h") == .backspace && Key(name: "C-[") == .escape && Key(name: "C-@") == .control(" "))
        #expect(Key.control("i").name == "tab" && Key.control("h").name == "backspace")
    }

    @Test(arguments: [
        "", "qqq", "q1", "éé", "C-", "C-rr", "C-é", "C-1", "A-", "A-xy", "f0", "f64", "f01", "f+1", "S-pgup", "C-up", "\u{1B}",
        "A-\u{7}",
        "hyper",
    ])
    func othersAreNoKeys(_ name: String) {
        #expect(Key(name: name) == nil)
    }
}
