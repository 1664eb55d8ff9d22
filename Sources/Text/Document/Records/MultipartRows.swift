// The parts of a multipart body as rows (RFC 2046 §5.1). Boundaries are found however the bytes are cut.

struct MultipartRows: RecordReader {
    /// Behind a delimiter stand two hyphens and blank space; a longer line is none.
    private static let longestBoundaryLine = 1 << 10

    private enum Place {
        case preamble, headers, body
        /// Behind a delimiter, up to the end of its line.
        case boundary
        case epilogue
    }

    private let delimiter: [UInt8]
    private var place = Place.preamble
    private var part: MultipartPart?
    /// A line end and the beginning of a delimiter: the body's only when the delimiter does not go on.
    private var held: [UInt8] = [Byte.newline]
    /// The held line end is none of the body: it ends the headers, or stands before the text.
    private var isEndBorrowed = true
    /// The line of a header, or what stands behind a delimiter.
    private var line: [UInt8] = []
    private var offset = 0

    /// Bytes that are held until the rest of a part has come.
    var heldBytes: Int { held.count + line.count + (part?.heldBytes ?? 0) }

    init(boundary: String) { delimiter = Array("--\(boundary)".utf8) }

    mutating func read(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        var rest = piece
        while place != .epilogue, let byte = rest.first {
            // Most bytes of a body begin no delimiter: they are taken in one stretch.
            let run: ArraySlice<UInt8> =
                place == .body && held.isEmpty ? rest.prefix { $0 != Byte.newline && $0 != Byte.carriageReturn } : []
            guard run.isEmpty else {
                part?.take(run)
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

    /// Without a closing delimiter the last part is as long as what came.
    mutating func finish(into rows: inout RecordRows) {
        if place == .boundary { takeBoundary(Byte.newline, into: &rows) } else { release() }
        if let part { rows.append(part.row(isComplete: false)) }
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
        if byte == Byte.newline || byte == Byte.carriageReturn { held.append(byte) } else { part?.take([byte]) }
    }

    /// How much of the delimiter stands behind the held line end with this byte; `nil` when it does not go on.
    private func matched(_ byte: UInt8) -> Int? {
        guard let first = held.first else { return nil }
        if held.count == 1, first == Byte.carriageReturn { return byte == Byte.newline ? 0 : nil }
        let count = held.count - (first == Byte.carriageReturn ? 2 : 1)
        return delimiter[count] == byte ? count + 1 : nil
    }

    private mutating func release() {
        part?.take(isEndBorrowed ? held.dropFirst() : held[...])
        held.removeAll(keepingCapacity: true)
        isEndBorrowed = false
    }

    /// Two hyphens behind the delimiter close the body, blank space is allowed; with anything else it was no delimiter.
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
        if let part { rows.append(part.row(isComplete: true)) }
        line = []
        held = []
        part = isLast ? nil : MultipartPart()
        place = isLast ? .epilogue : .headers
    }

    private mutating func takeHeader(_ byte: UInt8, into rows: inout RecordRows) {
        guard byte == Byte.newline else {
            // A line that is longer than all headers may be is not stored, and the part says so.
            if line.count <= max(delimiter.count + 2, MultipartPart.longestHeaders) { line.append(byte) }
            return
        }
        if line.last == Byte.carriageReturn { line.removeLast() }
        part?.offset = offset
        if line.starts(with: delimiter) {
            // The part ends without a blank line behind its headers.
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
