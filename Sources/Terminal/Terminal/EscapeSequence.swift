// Keys by their control sequences (ECMA-48, xterm), for sequences that the
// terminal's description does not list.

import Canvas

enum EscapeSequence {
    /// The key of `CSI parameter final`, or `SS3 final`.
    /// - Parameter modifier: the second parameter; 2 is Shift, 5 Ctrl, 6 both. They matter for arrows, Home and
    ///   End. Others make no difference.
    static func makeKey(final: UInt8, parameter: Int?, modifier: Int? = nil) -> Key? {
        switch final {
        case UInt8(ascii: "A") where modifier == 2: .shiftUp
        case UInt8(ascii: "B") where modifier == 2: .shiftDown
        case UInt8(ascii: "C") where modifier == 2: .shiftRight
        case UInt8(ascii: "D") where modifier == 2: .shiftLeft
        case UInt8(ascii: "F") where modifier == 2: .shiftEnd
        case UInt8(ascii: "H") where modifier == 2: .shiftHome
        case UInt8(ascii: "C") where modifier == 5: .controlRight
        case UInt8(ascii: "D") where modifier == 5: .controlLeft
        case UInt8(ascii: "C") where modifier == 6: .controlShiftRight
        case UInt8(ascii: "D") where modifier == 6: .controlShiftLeft
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "M") where parameter == nil: .enter
        case UInt8(ascii: "P"): .function(1)
        case UInt8(ascii: "Q"): .function(2)
        // Other numbers are those of a cursor's place, which a program has asked for.
        case UInt8(ascii: "R") where parameter == nil || parameter == 1 && (2...16).contains(modifier ?? 0): .function(3)
        case UInt8(ascii: "S"): .function(4)
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "~"): numbered(parameter)
        default: nil
        }
    }

    private static func numbered(_ number: Int?) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case let number? where (11...15).contains(number): .function(number - 10)
        case let number? where (17...21).contains(number): .function(number - 11)
        case 23, 24: .function((number ?? 0) - 12)
        default: nil
        }
    }
}
