// One record of separated values as a JSON object.

struct DelimitedRowWriter: Sendable {
    /// `"name":` of each column.
    private var keys: [[UInt8]] = []
    private var isNumeric: [Bool] = []
    private var isHeaderNext = false
    /// The number of records so far, including the header.
    private var number = 0

    init() {}

    init(_ shape: DelimitedShape) {
        keys = shape.names.map(Self.makeKey)
        isNumeric = shape.isNumeric
        isHeaderNext = shape.hasHeader
    }

    mutating func append(_ record: DelimitedRecord, into rows: inout RecordRows) {
        number += 1
        guard !record.isTooLong else {
            isHeaderNext = false
            return rows.append(RecordLimit.makeRow("record \(number)", record.bytes[...]))
        }
        guard !isHeaderNext else { return isHeaderNext = false }
        let count = record.count
        while keys.count < count {
            keys.append(Self.makeKey(DelimitedShape.defaultName(ofColumn: keys.count)))
            isNumeric.append(false)
        }
        var row = [Byte.openBrace]
        row.reserveCapacity(record.byteCount + record.count * 16)
        for place in 0..<count {
            if place > 0 { row.append(Byte.comma) }
            row += keys[place]
            append(record[place], isNumeric: isNumeric[place], to: &row)
        }
        row.append(Byte.closeBrace)
        rows.append(row)
    }

    /// In a column of numbers, an unexpected value from a later record stays text.
    private func append(_ field: ArraySlice<UInt8>, isNumeric: Bool, to row: inout [UInt8]) {
        if isNumeric, field.isEmpty {
            row += "null".utf8
        } else if isNumeric, JSONBytes.isNumber(field) {
            row += field
        } else {
            JSONBytes.append(string: field, to: &row)
        }
    }

    private static func makeKey(_ name: String) -> [UInt8] {
        var key: [UInt8] = []
        JSONBytes.append(string: Array(name.utf8)[...], to: &key)
        return key + [Byte.colon]
    }
}
