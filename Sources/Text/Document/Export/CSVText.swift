// Writes separated values (RFC 4180).

/// Rows of comma-separated values.
///
/// Values are written unchanged. No character is added before a `=`, `+`, `-` or `@` that a spreadsheet would
/// take for a formula, because that would change the data for every other program. Users who open an
/// untrusted response in a spreadsheet must import its columns as text.
public enum CSVText {
    /// A row with its line end, `\r\n` by the standard. Fields are quoted when they contain a comma, a quote
    /// or a line break, begin or end with blank space, or begin with a byte-order mark.
    public static func csvRow(_ fields: [String]) -> String {
        String(decoding: makeRow(fields.map { Array($0.utf8) }), as: UTF8.self)
    }

    /// The same for fields in UTF-8.
    public static func makeRow(_ fields: [[UInt8]]) -> [UInt8] {
        var row: [UInt8] = []
        for (place, field) in fields.enumerated() {
            if place > 0 { row.append(Byte.comma) }
            append(field, to: &row)
        }
        // A row of one empty field would be a blank line, which is not a record.
        if fields.count == 1, fields[0].isEmpty { row += [Byte.quote, Byte.quote] }
        return row + [Byte.carriageReturn, Byte.newline]
    }

    private static func append(_ field: [UInt8], to row: inout [UInt8]) {
        let needsQuotes =
            field.first == Byte.space || field.last == Byte.space || field.starts(with: [0xef, 0xbb, 0xbf])
            || field.contains { $0 == Byte.comma || $0 == Byte.quote || $0 == Byte.newline || $0 == Byte.carriageReturn }
        guard needsQuotes else { return row += field }
        row.append(Byte.quote)
        for byte in field {
            if byte == Byte.quote { row.append(byte) }
            row.append(byte)
        }
        row.append(Byte.quote)
    }
}
