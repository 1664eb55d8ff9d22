// A sequence of JSON values: one per line (NDJSON), or one after each record separator (RFC 7464).

struct JSONLinesRows: RecordReader {
    private var splitter: RecordSplitter
    private var writer: Writer

    var heldBytes: Int { splitter.heldBytes }

    init(_ separator: RecordSplitter.Separator) {
        splitter = RecordSplitter(separator)
        writer = Writer(isSequence: separator == .recordSeparator)
    }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        splitter.readPiece(piece) { writer.append($0, into: &rows) }
    }

    mutating func finish(into rows: inout RecordRows) {
        splitter.finish { writer.append($0, into: &rows) }
    }
}

/// Makes a row from each value.
private struct Writer {
    let isSequence: Bool
    /// The number of lines so far, including blank ones.
    private var line = 0

    init(isSequence: Bool) { self.isSequence = isSequence }

    mutating func append(_ record: RecordSplitter.Record, into rows: inout RecordRows) {
        line += 1
        switch record {
        case .whole(let text): append(text, into: &rows)
        case .tooLong(let beginning):
            rows.append(RecordLimit.makeRow(isSequence ? "record \(line - 1)" : "line \(line)", beginning))
        }
    }

    private func append(_ text: ArraySlice<UInt8>, into rows: inout RecordRows) {
        // A mark before the first line is already removed; a mark from a concatenated
        // file is not part of the value either.
        let unmarked = text.starts(with: [0xef, 0xbb, 0xbf]) ? text.dropFirst(3) : text
        var value = unmarked.drop(while: Byte.isSpace)
        while let last = value.last, Byte.isSpace(last) { value.removeLast() }
        guard !value.isEmpty else { return }
        guard let fault = fault(in: unmarked) else { return rows.append(value) }
        var row = [Byte.openBrace]
        JSONBytes.append(member: "error", text: Array(fault.utf8)[...], to: &row)
        JSONBytes.append(member: "text", text: value, to: &row)
        rows.append(row + [Byte.closeBrace])
    }

    /// The error with its position; `nil` when the text is JSON.
    private func fault(in text: ArraySlice<UInt8>) -> String? {
        if let error = JSONBytes.fault(in: text) {
            let what = error.isTruncated ? "the value is cut off" : error.message
            return isSequence
                ? "record \(line - 1), line \(error.line), column \(error.column): \(what)"
                : "line \(line), column \(error.column): \(what)"
        }
        // RFC 7464 §2.4: a number, true, false or null without blank space after it may be cut off.
        let isSelfDelimited = [Byte.closeBrace, Byte.closeBracket, Byte.quote].contains(text.last)
        let mayBeCut = isSequence && !isSelfDelimited && !(text.last.map(Byte.isSpace) ?? true)
        return mayBeCut ? "record \(line - 1): the value may be cut off" : nil
    }
}
