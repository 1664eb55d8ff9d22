// Keys that a terminal can distinguish, and their names in keymap files, help and footers.

/// One key press, or two letters one after the other. Shift is part of the character; a terminal cannot report
/// Ctrl-Enter and the like. Of other keys with Shift, only those with a case here differ from the key alone.
public enum Key: Hashable, Sendable {
    /// A printable character, space included.
    case character(Character)
    /// Ctrl and a lower-case letter, or one of space, `\`, `]`, `^`, `_`.
    case control(Character)
    /// Alt and a character.
    case alt(Character)
    case enter, escape, tab, backTab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case shiftUp, shiftDown, shiftLeft, shiftRight, shiftHome, shiftEnd
    case controlLeft, controlRight, controlShiftLeft, controlShiftRight
    /// F1 is 1.
    case function(Int)
    /// Two ASCII letters, one after the other, as in `gg`. No terminal sends it: the program joins two keys.
    case sequence(Character, Character)

    /// Reads a name: `q`, `C-r`, `A-x`, `enter`, `esc`, `space`, `pgup`, `f1`, `tab`, `S-tab`, `up`,
    /// `S-up`, `C-left`, `C-S-left`, `gg`.
    /// Case matters only for the character of `A-…` and a single character. Ctrl keys that a terminal
    /// sends as another key become that key: `C-i` tab, `C-m` and `C-j` enter, `C-h` backspace, `C-[`
    /// esc. `nil` where no key has that name.
    public init?(name: String) {
        if name.count == 1, let character = name.first {
            guard Key.isPrintable(character) else { return nil }
            self = .character(character)
            return
        }
        let lower = name.lowercased()
        if let key = Key.named[lower] {
            self = key
        } else if lower.first == "f", let number = Int(lower.dropFirst()), (1...63).contains(number), lower == "f\(number)" {
            self = .function(number)
        } else if let character = Key.modified(lower, by: "c-") {
            guard let key = Key.reportedKey(control: character) else { return nil }
            self = key
        } else if Key.modified(lower, by: "a-") != nil, let character = Key.modified(name, by: String(name.prefix(2))) {
            self = .alt(character)
        } else if name.count == 2, name.allSatisfy({ $0.isASCII && $0.isLetter }), let first = name.first, let last = name.last {
            self = .sequence(first, last)
        } else {
            return nil
        }
    }

    /// The name that `init(name:)` reads, in the form that users see.
    public var name: String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let character):
            switch Key.reportedKey(control: character) {
            case .control, nil: "C-" + (character == " " ? "space" : String(character))
            case .some(let key): key.name
            }
        case .alt(let character): "A-" + (character == " " ? "space" : String(character))
        case .function(let number): "f\(number)"
        case .sequence(let first, let second): "\(first)\(second)"
        case .enter: "enter"
        case .escape: "esc"
        case .tab: "tab"
        case .backTab: "S-tab"
        case .backspace: "backspace"
        case .delete: "del"
        case .insert: "ins"
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        case .home: "home"
        case .end: "end"
        case .pageUp: "pgup"
        case .pageDown: "pgdn"
        case .shiftUp: "S-up"
        case .shiftDown: "S-down"
        case .shiftLeft: "S-left"
        case .shiftRight: "S-right"
        case .shiftHome: "S-home"
        case .shiftEnd: "S-end"
        case .controlLeft: "C-left"
        case .controlRight: "C-right"
        case .controlShiftLeft: "C-S-left"
        case .controlShiftRight: "C-S-right"
        }
    }

    /// The key alone of an arrow, Home or End with Shift or Ctrl, for places where these make no difference;
    /// `nil` for other keys.
    public var unmodified: Key? {
        switch self {
        case .shiftUp: .up
        case .shiftDown: .down
        case .shiftLeft, .controlLeft, .controlShiftLeft: .left
        case .shiftRight, .controlRight, .controlShiftRight: .right
        case .shiftHome: .home
        case .shiftEnd: .end
        default: nil
        }
    }

    /// The first key of a sequence; `nil` for a single key.
    public var opening: Key? { if case .sequence(let first, _) = self { .character(first) } else { nil } }

    /// The key that a terminal reports for Ctrl with `character`; `nil` where it reports none.
    static func reportedKey(control character: Character) -> Key? {
        switch character {
        case "i": .tab
        case "m", "j": .enter
        case "h": .backspace
        case "[": .escape
        case "@", " ": .control(" ")
        case "a"..."z", "\\", "]", "^", "_": .control(character)
        default: nil
        }
    }

    private static func modified(_ name: String, by prefix: String) -> Character? {
        guard name.hasPrefix(prefix) else { return nil }
        let rest = name.dropFirst(prefix.count)
        if rest.lowercased() == "space" { return " " }
        guard rest.count == 1, let character = rest.first, isPrintable(character) else { return nil }
        return character
    }

    private static func isPrintable(_ character: Character) -> Bool {
        var printable = true
        Cluster.forEachUnit(of: character) { printable = printable && !$0.isEscape }
        return printable
    }

    private static let named: [String: Key] = [
        "space": .character(" "), "enter": .enter, "return": .enter, "esc": .escape, "escape": .escape, "tab": .tab,
        "s-tab": .backTab,
        "backtab": .backTab, "backspace": .backspace, "bs": .backspace, "del": .delete, "delete": .delete, "ins": .insert,
        "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp,
        "pageup": .pageUp, "pgdn": .pageDown, "pgdown": .pageDown, "pagedown": .pageDown, "s-up": .shiftUp, "s-down": .shiftDown,
        "s-left": .shiftLeft, "s-right": .shiftRight, "s-home": .shiftHome, "s-end": .shiftEnd, "c-left": .controlLeft,
        "c-right": .controlRight, "c-s-left": .controlShiftLeft, "c-s-right": .controlShiftRight,
    ]
}
