// The limit of one record's length: a stream may send a record that never ends.

/// The limits of one record, and the row for a record beyond them.
public enum RecordLimit {
    /// The most bytes of one record: a line, an event, a row, the headers of a part. A
    /// longer one becomes a row that reports it.
    public static let bytes = 4 << 20
    /// The bytes of the record's beginning that this row shows.
    static let preview = 1 << 10

    /// `{"error", "text"}`.
    /// - Parameters:
    ///   - what: the record, with its number where it has one: `line 3`.
    ///   - beginning: its first bytes.
    static func makeRow(_ what: String, _ beginning: ArraySlice<UInt8>) -> [UInt8] {
        var row = [Byte.openBrace]
        JSONBytes.append(member: "error", text: Array(message(what).utf8)[...], to: &row)
        JSONBytes.append(member: "text", text: preview(of: beginning)[...], to: &row)
        return row + [Byte.closeBrace]
    }

    static func message(_ what: String) -> String {
        "\(what) is longer than \(bytes >> 20) MB: the rest of it is skipped. Save the body to see it whole."
    }

    /// The beginning as a text, with a mark where it is cut off.
    static func preview(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.count > preview else { return Array(bytes) }
        let text = String(decoding: bytes.prefix(preview), as: UTF8.self)
        // The last character may be cut off.
        let whole = text.unicodeScalars.last == "\u{fffd}" ? String(text.unicodeScalars.dropLast()) : text
        return Array((whole + "…").utf8)
    }
}
