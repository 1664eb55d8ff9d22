// Curses' colour pairs, made at the first use of a pair of colours.

import CNcurses

struct PairTable {
    private struct Colors: Hashable {
        var foreground: Int
        var background: Int
    }

    /// Styles need at most this many: those of a theme, each under every overlay that is in use.
    private static let forStyles = 2_048

    private var numbers: [Colors: Int32] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Pictures have taken most of the numbers; styles alone never do.
    var isCrowded: Bool { numbers.count > max(Self.forStyles, limit / 4 * 3) }

    /// The number of a pair for a cell of a picture; `nil` where only the room for styles is left.
    mutating func pictureNumber(_ foreground: Int, _ background: Int) -> Int32? {
        if foreground < 0, background < 0 { return 0 }
        let isKnown = numbers[Colors(foreground: foreground, background: background)] != nil
        guard isKnown || numbers.count + Self.forStyles < limit else { return nil }
        let number = number(foreground, background)
        return number > 0 ? number : nil
    }

    /// The number of the pair; 0, the terminal's own colours, where both
    /// are the default or no number is left.
    mutating func number(_ foreground: Int, _ background: Int) -> Int32 {
        if foreground < 0, background < 0 { return 0 }
        let colors = Colors(foreground: foreground, background: background)
        if let number = numbers[colors] { return number }
        let number = Int32(numbers.count + 1)
        guard Int(number) < limit, init_extended_pair(number, Int32(foreground), Int32(background)) == OK else { return 0 }
        numbers[colors] = number
        return number
    }
}
