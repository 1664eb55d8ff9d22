// A text as rows for a screen, found on demand: only the place of every sixty-fourth row is stored.

/// The rows of a text. They are counted in steps, so that the first rows are available before the last are
/// counted; counting continues when more of the text arrives.
public struct TextRows: Sendable {
    /// Longer lines are split into rows of about this many bytes, so that moving down reaches every part of a
    /// line as long as a body. A wrapped row takes a few lines on any screen.
    public static let longest = 240
    /// The number of rows from one mark to the next.
    private static let pace = 64

    public let bytes: Bytes
    private let isPretty: Bool
    /// Whether no bytes will follow these.
    private let isWhole: Bool
    private var marks: [RowPlace] = []
    /// The end of the counted rows.
    private var place: RowPlace
    private var counted = 0
    /// Whether there is a part of one more row, which may still grow.
    private var hasTail = false
    /// Whether all rows of the bytes have been counted.
    public private(set) var isComplete = false

    /// Makes rows without counting any.
    /// - Parameters:
    ///   - isPretty: whether the text is JSON, to be shown with a value per row.
    ///   - isWhole: `false` if more of the text may arrive.
    public init(_ bytes: Bytes, isPretty: Bool, isWhole: Bool = true) {
        self.bytes = bytes
        self.isPretty = isPretty
        self.isWhole = isWhole
        place = RowPlace(isPretty ? bytes.withUnsafeBufferPointer { Byte.markLength($0) } : 0)
    }

    /// The same rows for a text that has grown since; counted rows stay counted.
    public func grown(to bytes: Bytes, isWhole: Bool) -> TextRows {
        var grown = TextRows(bytes, isPretty: isPretty, isWhole: isWhole)
        // The text was too short to recognise a byte-order mark.
        guard place.offset > 3 || counted > 0, place.offset <= bytes.count else { return grown }
        (grown.place, grown.counted) = (place, counted)
        // Without the mark of an unfinished row.
        grown.marks = Array(marks.prefix((counted + Self.pace - 1) / Self.pace))
        return grown
    }

    /// The number of counted rows.
    public var count: Int { counted + (hasTail ? 1 : 0) }

    /// The bytes of memory that it takes besides the text.
    public var size: Int { marks.count * MemoryLayout<RowPlace>.stride }

    /// Continues counting for about `step` bytes of the text.
    public mutating func advance(bytes step: Int) {
        guard !isComplete else { return }
        withReader(SilentRow()) { rows, reader in
            let stop = rows.place.offset + step
            while rows.place.offset < stop {
                let start = rows.place
                switch rows.isPretty ? reader.readValue(&rows.place) : reader.readLine(&rows.place) {
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

    /// Counts all rows of the bytes.
    public mutating func complete() { while !isComplete { advance(bytes: .max / 2) } }

    /// A row as text.
    public struct Row: Sendable, Hashable {
        public let text: String
        /// Whether it continues the row before, where the line was too long.
        public let isContinuation: Bool
        /// Its place in the text, in bytes.
        public let place: Range<Int>
    }

    /// Some rows, from 0; rows that have not been counted are left out.
    public func readRows(_ range: Range<Int>) -> [Row] {
        let range = range.clamped(to: 0..<count)
        guard !range.isEmpty else { return [] }
        var found: [Row] = []
        found.reserveCapacity(range.count)
        forEachRow(from: range.lowerBound / Self.pace) { row, goesOn, place, text in
            if row >= range.lowerBound {
                found.append(Row(text: String(decoding: text, as: UTF8.self), isContinuation: goesOn, place: place))
            }
            return row + 1 < range.upperBound
        }
        return found
    }

    /// Visits the rows from a mark on, until `take` returns `false`. `take` receives each row's number,
    /// whether it continues the row before, its place in the bytes, and its text.
    private func forEachRow(from mark: Int, _ take: (_ row: Int, _ goesOn: Bool, _ place: Range<Int>, _ text: [UInt8]) -> Bool) {
        guard marks.indices.contains(mark) else { return }
        var copy = self
        copy.withReader(WrittenRow()) { _, reader in
            var place = marks[mark]
            var row = mark * Self.pace
            while row < count {
                reader.sink.text.removeAll(keepingCapacity: true)
                let goesOn = isPretty ? place.part == .string : isContinuation(place.offset)
                let start = place.offset
                let step = isPretty ? reader.readValue(&place) : reader.readLine(&place)
                if case .end = step { return }
                guard take(row, goesOn, start..<max(start, place.offset), reader.sink.text) else { return }
                row += 1
            }
        }
    }

    /// Whether no line end precedes the offset.
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
    /// The number of units of sixty-four rows.
    public var unitCount: Int { marks.count }

    /// Searches the rows from one mark to the next. A match's place is its row.
    public func searchUnit(at unit: Int, for search: TextSearch, found: (Int) -> Void) -> Int {
        let start = marks[unit].offset
        let end = unit + 1 < marks.count ? marks[unit + 1].offset : bytes.count
        // Most units have no match, and the bytes show that without making the rows. An expression's
        // matches depend on where lines begin and end.
        if search.isText, !isPretty || search.isInOneToken {
            let last = min(bytes.count, end + search.longestMatch)
            let isThere = bytes.withUnsafeBufferPointer { search.first(in: $0, start..<end, end: last) != nil }
            guard isThere else { return end - start }
        }
        var text: [UInt8] = []
        // The beginning of each row in `text`, and the end of the last one.
        var starts: [Int] = []
        var own = 0
        let rows = unit * Self.pace..<(unit + 1) * Self.pace
        forEachRow(from: unit) { row, goesOn, _, piece in
            if !goesOn, !text.isEmpty {
                guard rows.contains(row) else { return false }
                text.append(Byte.newline)
            }
            // A match may continue in the following rows, where a long line was split.
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
