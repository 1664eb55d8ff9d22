// JSON values one after another: a line each (NDJSON), or after a record separator each (RFC 7464).

struct JSONLinesRows: RecordReader {
    private var splitter: RecordSplitter
    private var writer: Writer

    var heldBytes: Int { splitter.heldBytes }

    init(_ separator: RecordSplitter.Separator) {
        splitter = RecordSplitter(separator)
        writer = Writer(isSequence: separator == .recordSeparator)
    }

    mutating func read(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        splitter.read(piece) { writer.append($0, into: &rows) }
    }

    mutating func finish(into rows: inout RecordRows) {
        splitter.finish { writer.append($0, into: &rows) }
    }
}

/// Makes a row of each value.
private struct Writer {
    let isSequence: Bool
    /// Lines so far, blank ones too.
    private var line = 0

    init(isSequence: Bool) { self.isSequence = isSequence }

    mutating func append(_ record: RecordSplitter.Record, into rows: inout RecordRows) {
        line += 1
        switch record {
        case .whole(let text): append(text, into: &rows)
        case .tooLong(let beginning): rows.append(RecordLimit.row(isSequence ? "record \(line - 1)" : "line \(line)", beginning))
        }
    }

    private func append(_ text: ArraySlice<UInt8>, into rows: inout RecordRows) {
        // A mark before the first line is gone; one that a concatenated file brought along is none of the value.
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

    /// What is wrong and where; `nil` when it is JSON.
    private func fault(in text: ArraySlice<UInt8>) -> String? {
        if let error = JSONBytes.fault(in: text) {
            let what = error.isTruncated ? "the value is cut off" : error.message
            return isSequence
                ? "record \(line - 1), line \(error.line), column \(error.column): \(what)"
                : "line \(line), column \(error.column): \(what)"
        }
        // RFC 7464 §2.4: a number, true, false or null may have lost its end when no blank space follows.
        let isSelfDelimited = [Byte.closeBrace, Byte.closeBracket, Byte.quote].contains(text.last)
        let mayBeCut = isSequence && !isSelfDelimited && !(text.last.map(Byte.isSpace) ?? true)
        return mayBeCut ? "record \(line - 1): the value may be cut off" : nil
    }
}
