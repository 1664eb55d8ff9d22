// A text as rows that a screen can draw, found when they are looked at: of every sixty-fourth is kept where it begins, and no more.

/// The rows of a text. Made in steps, so that the first of them are there before the last have been counted; goes on where more of the
/// text has come.
public struct TextRows: Sendable {
    /// Longer lines are cut into rows of about this many bytes: so all of a line that is as long as a body can be reached by moving down.
    /// Wrapped, a row is a few lines on any screen.
    public static let longest = 240
    /// Rows from one mark to the next.
    private static let pace = 64

    public let bytes: Bytes
    private let isPretty: Bool
    /// Nothing comes behind these bytes.
    private let isWhole: Bool
    private var marks: [RowPlace] = []
    /// Where the rows end that have been counted.
    private var place: RowPlace
    private var counted = 0
    /// There is a part of one more, which may still grow.
    private var hasTail = false
    /// All rows that the bytes hold have been counted.
    public private(set) var isComplete = false

    /// Nothing is counted yet.
    /// - Parameters:
    ///   - isPretty: the text is JSON, and is shown with a value a row.
    ///   - isWhole: `false`: more of it may come.
    public init(_ bytes: Bytes, isPretty: Bool, isWhole: Bool = true) {
        self.bytes = bytes
        self.isPretty = isPretty
        self.isWhole = isWhole
        place = RowPlace(isPretty ? bytes.withUnsafeBufferPointer { Byte.markLength($0) } : 0)
    }

    /// The same rows of a text that has grown since: what was counted stays.
    public func grown(to bytes: Bytes, isWhole: Bool) -> TextRows {
        var grown = TextRows(bytes, isPretty: isPretty, isWhole: isWhole)
        // So little had come that not even a byte-order mark was known.
        guard place.offset > 3 || counted > 0, place.offset <= bytes.count else { return grown }
        (grown.place, grown.counted) = (place, counted)
        // Without that of a part of a row.
        grown.marks = Array(marks.prefix((counted + Self.pace - 1) / Self.pace))
        return grown
    }

    /// Rows that have been counted.
    public var count: Int { counted + (hasTail ? 1 : 0) }

    /// Bytes of memory that it takes beside the text.
    public var size: Int { marks.count * MemoryLayout<RowPlace>.stride }

    /// Counts on for about so many bytes of the text.
    public mutating func advance(bytes step: Int) {
        guard !isComplete else { return }
        withReader(SilentRow()) { rows, reader in
            let stop = rows.place.offset + step
            while rows.place.offset < stop {
                let start = rows.place
                switch rows.isPretty ? reader.value(&rows.place) : reader.line(&rows.place) {
                case .row:
                    if rows.counted % Self.pace == 0 { rows.marks.append(start) }
                    rows.counted += 1
                case .unfinished:
                    rows.place = start
                    if rows.counted % Self.pace == 0 { rows.marks.append(start) }
                    rows.hasTail = true
                    rows.isComplete = true
                    return
                case .end:
                    rows.isComplete = true
                    return
                }
            }
        }
    }

    /// Counts all that there is.
    public mutating func complete() { while !isComplete { advance(bytes: .max / 2) } }

    /// A row as text.
    public struct Row: Sendable, Hashable {
        public let text: String
        /// It goes on from the row before, where the line was too long.
        public let goesOn: Bool
    }

    /// Some rows, from 0; those that have not been counted are left out.
    public func rows(_ range: Range<Int>) -> [Row] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var found: [Row] = []
        found.reserveCapacity(range.count)
        walk(from: range.lowerBound / Self.pace) { row, goesOn, text in
            if row >= range.lowerBound { found.append(Row(text: String(decoding: text, as: UTF8.self), goesOn: goesOn)) }
            return row + 1 < range.upperBound
        }
        return found
    }

    /// Goes through the rows from a mark on, as long as `take` wants more. It is told each row's number, whether it goes on from the one
    /// before, and its text.
    private func walk(from mark: Int, _ take: (_ row: Int, _ goesOn: Bool, _ text: [UInt8]) -> Bool) {
        guard marks.indices.contains(mark) else { return }
        var copy = self
        copy.withReader(WrittenRow()) { _, reader in
            var place = marks[mark]
            var row = mark * Self.pace
            while row < count {
                reader.sink.text.removeAll(keepingCapacity: true)
                let goesOn = isPretty ? place.part == .string : isContinuation(place.offset)
                let step = isPretty ? reader.value(&place) : reader.line(&place)
                if case .end = step { return }
                guard take(row, goesOn, reader.sink.text) else { return }
                row += 1
            }
        }
    }

    /// What stands before a line of the text is not its end.
    private func isContinuation(_ offset: Int) -> Bool {
        offset > 0 && bytes[offset - 1] != Byte.newline && bytes[offset - 1] != Byte.carriageReturn
    }

    private mutating func withReader<Sink: RowSink>(_ sink: Sink, _ body: (inout TextRows, inout RowReader<Sink>) -> Void) {
        let (bytes, isWhole) = (bytes, isWhole)
        bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, buffer.count > 0 else {
                isComplete = true
                return
            }
            var reader = RowReader(base, count: buffer.count, isWhole: isWhole, sink: sink)
            body(&self, &reader)
        }
    }
}

extension TextRows: SearchSpace {
    /// Sixty-four rows each.
    public var unitCount: Int { marks.count }

    /// Looks at the rows from one mark to the next. A match's place is its row.
    public func look(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        let start = marks[unit].offset
        let end = unit + 1 < marks.count ? marks[unit + 1].offset : bytes.count
        // Most have no match, and that is seen without making the rows. What an expression finds depends on where lines begin and end.
        if search.isText, !isPretty || search.isInOneToken {
            let last = min(bytes.count, end + search.longestMatch)
            let isThere = bytes.withUnsafeBufferPointer { search.first(in: $0, start..<end, end: last) != nil }
            guard isThere else { return end - start }
        }
        var text: [UInt8] = []
        // Where each row begins in it, and where the last of them ends.
        var starts: [Int] = []
        var own = 0
        let rows = unit * Self.pace..<(unit + 1) * Self.pace
        walk(from: unit) { row, goesOn, piece in
            if !goesOn, !text.isEmpty {
                guard rows.contains(row) else { return false }
                text.append(Byte.newline)
            }
            // A match may go on in the rows behind, where a long line was cut.
            if rows.contains(row) { starts.append(text.count) }
            text += piece
            if rows.contains(row) { own = text.count }
            return rows.contains(row) || text.count < own + search.longestMatch
        }
        text.withUnsafeBufferPointer { buffer in
            for (place, start) in starts.enumerated() {
                let end = place + 1 < starts.count ? starts[place + 1] : own
                let lineEnd = buffer[start...].firstIndex(of: Byte.newline) ?? buffer.count
                if search.first(in: buffer, start..<min(end, lineEnd), end: lineEnd) != nil { found(rows.lowerBound + place) }
            }
        }
        return end - start
    }
}
