// Maps ncurses' key numbers to this program's keys.

import CNcurses
import Canvas

enum CursesKeys {
    /// The key behind a number from wgetch; `nil` for numbers without a meaning here, such as KEY_RESIZE.
    static func makeKey(_ number: Int32) -> Key? {
        switch number {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_LEFT: .left
        case KEY_RIGHT: .right
        case KEY_HOME, KEY_A1, KEY_FIND: .home
        case KEY_END, KEY_C1, KEY_SELECT: .end
        case KEY_PPAGE, KEY_A3: .pageUp
        case KEY_NPAGE, KEY_C3: .pageDown
        case KEY_BACKSPACE: .backspace
        case KEY_DC: .delete
        case KEY_IC: .insert
        case KEY_ENTER: .enter
        case KEY_BTAB: .backTab
        case KEY_SLEFT: .shiftLeft
        case KEY_SRIGHT: .shiftRight
        case KEY_SR: .shiftUp
        case KEY_SF: .shiftDown
        case KEY_SHOME: .shiftHome
        case KEY_SEND: .shiftEnd
        case KEY_SDC: .delete
        case KEY_SIC: .insert
        case KEY_SPREVIOUS: .pageUp
        case KEY_SNEXT: .pageDown
        case terminal_key_function(1)...terminal_key_function(63): .function(Int(number - terminal_key_function(0)))
        default: extended(number)
        }
    }

    /// ncurses numbers keys with modifiers anew in every session, but their names are stable: `kUP5` is Ctrl
    /// and the arrow up, `kUP` or `kUP2` Shift and the arrow up, `kLFT6` both and the arrow left. Other modifiers
    /// make no difference here.
    private static func extended(_ number: Int32) -> Key? {
        guard let name = keyname(number).map({ String(cString: $0) }) else { return nil }
        switch name {
        case "kUP", "kUP2": return .shiftUp
        case "kDN", "kDN2": return .shiftDown
        case "kLFT", "kLFT2": return .shiftLeft
        case "kRIT", "kRIT2": return .shiftRight
        case "kHOM", "kHOM2": return .shiftHome
        case "kEND", "kEND2": return .shiftEnd
        case "kLFT5": return .controlLeft
        case "kRIT5": return .controlRight
        case "kLFT6": return .controlShiftLeft
        case "kRIT6": return .controlShiftRight
        default: break
        }
        guard let modifier = name.last, modifier.isNumber else { return nil }
        return switch name.dropLast() {
        case "kUP": .up
        case "kDN": .down
        case "kLFT": .left
        case "kRIT": .right
        case "kHOM": .home
        case "kEND": .end
        case "kPRV": .pageUp
        case "kNXT": .pageDown
        case "kDC": .delete
        case "kIC": .insert
        default: nil
        }
    }
}
