// Curses' colour pairs, made at the first use of a pair of colours.

import CNcurses

struct PairTable {
    private struct Colors: Hashable {
        var foreground: Int
        var background: Int
    }

    private var numbers: [Colors: Int32] = [:]
    private let limit: Int

    init(limit: Int) { self.limit = limit }

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
