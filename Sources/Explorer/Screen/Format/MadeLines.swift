// The lines of a tab that shows no body. The last ones may be very many, such as a line for each member of a
// group: they are made when they are read, so that a frame costs what is visible.

struct MadeLines: RandomAccessCollection {
    private let first: [StyledLine]
    private let more: Int
    private let line: (Int) -> StyledLine

    /// - Parameters:
    ///   - first: the lines at the top.
    ///   - more: how many lines follow.
    ///   - line: makes one of these, from 0.
    init(_ first: [StyledLine], more: Int = 0, line: @escaping (Int) -> StyledLine = { _ in .empty }) {
        (self.first, self.more, self.line) = (first, more, line)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { first.count + more }

    subscript(position: Int) -> StyledLine {
        position < first.count ? first[position] : line(position - first.count)
    }
}
