// Server-sent events as rows: {"id", "event", "data", "retry"} (WHATWG HTML §9.2.6).

struct EventRows: RecordReader {
    private var splitter = RecordSplitter(.lineEnd)
    private var event = Event()

    /// The fields since the last blank line.
    private struct Event {
        var id: [UInt8]?
        var type: [UInt8]?
        var data: [UInt8]?
        var retry: [UInt8]?
        /// Whether it was too long, and a row has already reported that.
        var isSkipped = false

        var size: Int { (id?.count ?? 0) + (type?.count ?? 0) + (data?.count ?? 0) + (retry?.count ?? 0) }
    }

    var heldBytes: Int { splitter.heldBytes + event.size }

    mutating func readPiece(_ piece: ArraySlice<UInt8>, into rows: inout RecordRows) {
        // Moved out, so that growing data is not copied with each piece.
        var event = Event()
        swap(&event, &self.event)
        splitter.readPiece(piece) { Self.process($0, &event, &rows) }
        self.event = event
    }

    /// A browser drops an event without a final blank line. Here it becomes a row that is marked as
    /// incomplete, because it helps with debugging.
    mutating func finish(into rows: inout RecordRows) {
        var event = event
        splitter.finish { Self.process($0, &event, &rows) }
        if event.data != nil { rows.append(Self.makeRow(event, isComplete: false)) }
        self.event = Event()
    }

    private static func process(_ record: RecordSplitter.Record, _ event: inout Event, _ rows: inout RecordRows) {
        switch record {
        case .whole(let line): process(line, &event, &rows)
        // A comment, of any length, is not part of an event.
        case .tooLong(let line): if line.first != Byte.colon { skipEvent(&event, line, &rows) }
        }
        if event.size > RecordLimit.bytes { skipEvent(&event, (event.data ?? event.id ?? event.type ?? [])[...], &rows) }
    }

    /// Handles an event beyond the limit of a row: a row reports it, and the rest of the event is skipped.
    private static func skipEvent(_ event: inout Event, _ beginning: ArraySlice<UInt8>, _ rows: inout RecordRows) {
        if !event.isSkipped { rows.append(RecordLimit.makeRow("the event", beginning)) }
        event = Event(isSkipped: true)
    }

    private static func process(_ line: ArraySlice<UInt8>, _ event: inout Event, _ rows: inout RecordRows) {
        guard !event.isSkipped else {
            if line.isEmpty { event = Event() }
            return
        }
        guard !line.isEmpty else {
            // An event without data is not dispatched. A retry time may occur
            // alone; it is shown with the next event.
            let retry = event.data == nil ? event.retry : nil
            if event.data != nil { rows.append(makeRow(event, isComplete: true)) }
            event = Event(retry: retry)
            return
        }
        let name = line.prefix { $0 != Byte.colon }
        var value = line[name.endIndex...].dropFirst()
        if value.first == Byte.space { value = value.dropFirst() }
        switch String(decoding: name, as: UTF8.self) {
        case "data":
            // In place: an event may have as many lines as a body.
            if event.data == nil { event.data = [] } else { event.data?.append(Byte.newline) }
            event.data? += value
        case "event": event.type = Array(value)
        case "id" where !value.contains(0): event.id = Array(value)
        case "retry" where !value.isEmpty && value.allSatisfy(Byte.isDigit):
            let digits = value.drop { $0 == Byte.zero }
            event.retry = digits.isEmpty ? [Byte.zero] : Array(digits)
        // A comment (its name is empty), or a field without a meaning.
        default: break
        }
    }

    private static func makeRow(_ event: Event, isComplete: Bool) -> [UInt8] {
        var row = [Byte.openBrace]
        if let id = event.id { JSONBytes.append(member: "id", text: id[...], to: &row) }
        if let type = event.type { JSONBytes.append(member: "event", text: type[...], to: &row) }
        if let data = event.data {
            let isJSON = !data.starts(with: [0xef, 0xbb, 0xbf]) && JSONBytes.fault(in: data[...]) == nil
            if isJSON {
                JSONBytes.append(member: "data", data, to: &row)
            } else {
                JSONBytes.append(member: "data", text: data[...], to: &row)
            }
        }
        if let retry = event.retry { JSONBytes.append(member: "retry", retry, to: &row) }
        if !isComplete { JSONBytes.append(member: "incomplete", "true".utf8, to: &row) }
        return row + [Byte.closeBrace]
    }
}
