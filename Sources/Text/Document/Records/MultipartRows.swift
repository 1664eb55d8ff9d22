// The parts of a multipart body as rows (RFC 2046 §5.1). Boundaries are found
// in any split of the bytes into pieces.

struct MultipartRows: RecordReader {
    /// Only two hyphens and blank space may follow a delimiter; a longer line is not a boundary.
    private static let longestBoundaryLine = 1 << 10

    private enum Place {
        case preamble, headers, body
        /// After a delimiter, up to the end of its line.
        case boundary
        case epilogue
    }

    private let delimiter: [UInt8]
    private var place = Place.preamble
    private var part: MultipartPart?
    /// A line end and the beginning of a delimiter; they belong to the body
    /// only when the delimiter is not complete.
    private var held: [UInt8] = [Byte.newline]
    /// Whether the buffered line end is not part of the body: it ends the headers, or precedes the text.
    private var isEndBorrowed = true
    /// The line of a header, or the rest of a delimiter's line.
    private var line: [UInt8] = []
    private var offset = 0

    /// The bytes that are buffered until the rest of a part arrives.
    var heldBytes: Int { held.count + line.count + (part?.heldBytes ?? 0) }

    init(boundary: String) { delimiter = Array("--\(boundary)".utf8) }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        var rest = piece
        while place != .epilogue, let byte = rest.first {
            // Most bytes of a body do not begin a delimiter: they are consumed in one stretch.
            let run: ArraySlice<UInt8> =
                place == .body && held.isEmpty ? rest.prefix { $0 != Byte.newline && $0 != Byte.carriageReturn } : []
            guard run.isEmpty else {
                part?.appendBody(run)
                offset += run.count
                rest = rest[run.endIndex...]
                continue
            }
            rest.removeFirst()
            offset += 1
            switch place {
            case .preamble, .body: takeContent(byte)
            case .boundary: takeBoundary(byte, into: &rows)
            case .headers: takeHeader(byte, into: &rows)
            case .epilogue: break
            }
        }
    }

    /// Without a closing delimiter the last part ends with the received bytes.
    mutating func finish(into rows: inout RecordRows) {
        if place == .boundary { takeBoundary(Byte.newline, into: &rows) } else { release() }
        if let part { rows.append(part.makeRow(isComplete: false)) }
        part = nil
        place = .epilogue
    }

    private mutating func takeContent(_ byte: UInt8) {
        if let matched = matched(byte) {
            held.append(byte)
            if matched == delimiter.count { place = .boundary }
            return
        }
        release()
        if byte == Byte.newline || byte == Byte.carriageReturn { held.append(byte) } else { part?.appendBody([byte]) }
    }

    /// The length of the delimiter's part behind the buffered line end, with this byte;
    /// `nil` when the byte does not continue it.
    private func matched(_ byte: UInt8) -> Int? {
        guard let first = held.first else { return nil }
        if held.count == 1, first == Byte.carriageReturn { return byte == Byte.newline ? 0 : nil }
        let count = held.count - (first == Byte.carriageReturn ? 2 : 1)
        return delimiter[count] == byte ? count + 1 : nil
    }

    private mutating func release() {
        part?.appendBody(isEndBorrowed ? held.dropFirst() : held[...])
        held.removeAll(keepingCapacity: true)
        isEndBorrowed = false
    }

    /// Two hyphens after the delimiter close the body, and blank space is allowed;
    /// with other bytes it was not a delimiter.
    private mutating func takeBoundary(_ byte: UInt8, into rows: inout RecordRows) {
        guard byte == Byte.newline || line.count >= Self.longestBoundaryLine else { return line.append(byte) }
        let isLast = line.starts(with: [Byte.minus, Byte.minus])
        guard isLast || byte == Byte.newline && line.allSatisfy(Byte.isSpace) else {
            release()
            let rest = line
            line = []
            place = part == nil ? .preamble : .body
            for byte in rest + [byte] { takeContent(byte) }
            return
        }
        if let part { rows.append(part.makeRow(isComplete: true)) }
        line = []
        held = []
        part = isLast ? nil : MultipartPart()
        place = isLast ? .epilogue : .headers
    }

    private mutating func takeHeader(_ byte: UInt8, into rows: inout RecordRows) {
        guard byte == Byte.newline else {
            // A line longer than the limit of all headers is not stored, and the part reports that.
            if line.count <= max(delimiter.count + 2, MultipartPart.longestHeaders) { line.append(byte) }
            return
        }
        if line.last == Byte.carriageReturn { line.removeLast() }
        part?.offset = offset
        if line.starts(with: delimiter) {
            // The part ends without a blank line after its headers.
            line.removeFirst(delimiter.count)
            (held, isEndBorrowed) = (delimiter, false)
            return takeBoundary(byte, into: &rows)
        }
        if line.isEmpty {
            (held, isEndBorrowed, place) = ([Byte.newline], true, .body)
        } else {
            part?.add(header: line)
        }
        line = []
    }
}
