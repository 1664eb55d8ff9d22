// Decodes mouse reports: SGR (xterm's mode 1006), and the older form of terminals without that mode.

import Canvas

enum MouseReport {
    /// `CSI < code ; column ; row M`, or `m` when a button comes up. Any other form, a number too large
    /// or a cell before the first gives `nil`.
    static func parseSGR(_ parameters: ArraySlice<UInt8>, final: UInt8) -> MouseEvent? {
        let fields = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = fields.compactMap { field in
            field.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: field, as: UTF8.self)) : nil
        }
        guard fields.count == 3, numbers.count == 3 else { return nil }
        return event(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == UInt8(ascii: "m"))
    }

    /// `CSI M` and three bytes, each with an offset of 32. It does not tell which button came up.
    static func parseX10(_ bytes: [UInt8]) -> MouseEvent? {
        guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
        let code = Int(bytes[0]) - 32
        let isRelease = code & 0b1100_0011 == 3
        return event(
            code: isRelease ? code & ~3 : code, column: Int(bytes[1]) - 32, row: Int(bytes[2]) - 32, isRelease: isRelease)
    }

    /// The code's bits: 1 and 2 the button, 4 Shift, 8 Alt, 16 Ctrl, 32
    /// motion, 64 the wheel, 128 further buttons.
    private static func event(code: Int, column: Int, row: Int, isRelease: Bool) -> MouseEvent? {
        // No screen is larger, and no computation with such a cell can overflow.
        let cells = 1...0xFFFF
        guard (0..<128).contains(code), cells.contains(column), cells.contains(row) else { return nil }
        let point = Point(x: column - 1, y: row - 1)
        if code & 64 != 0 {
            guard !isRelease else { return nil }
            let turns: [MouseEvent.Kind] = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight]
            return MouseEvent(turns[code & 3], at: point)
        }
        // 3 is motion without a button, which the program did not request.
        let buttons: [MouseEvent.Button] = [.left, .middle, .right]
        guard code & 3 < 3 else { return nil }
        let button = buttons[code & 3]
        return MouseEvent(isRelease ? .released(button) : code & 32 != 0 ? .dragged(button) : .pressed(button), at: point)
    }
}
