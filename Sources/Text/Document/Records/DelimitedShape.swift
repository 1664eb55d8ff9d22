// Facts that separated values do not contain: the separator, whether the first record names
// the columns, which columns are numbers.

struct DelimitedShape: Sendable {
    /// Of equally suitable separators the first applies.
    private static let delimiters = [Byte.comma, UInt8(ascii: ";"), Byte.tab, UInt8(ascii: "|")]

    let delimiter: UInt8
    let hasHeader: Bool
    /// The columns' names, unique; numbered for a text without a header.
    let names: [String]
    /// Whether all examined values of a column are numbers.
    let isNumeric: [Bool]

    /// - Parameters:
    ///   - sample: whole records from the start; they determine the separator and the header.
    ///   - all: passes on, in pieces, the text that is examined for numbers.
    init(
        sample: ArraySlice<UInt8>, delimiter: UInt8?, hasHeader: Bool?, all: ((ArraySlice<UInt8>) -> Void) -> Void
    ) {
        let delimiter = delimiter ?? Self.delimiter(of: sample)
        var first: DelimitedRecord?
        Self.forEachRecord(sample, delimiter) { if first == nil { first = $0 } }
        let head = first ?? DelimitedRecord()
        let fields = (0..<head.count).map { head[$0] }
        let hasHeader = hasHeader ?? Self.isHeader(fields)
        self.delimiter = delimiter
        self.hasHeader = hasHeader
        names = Self.names(fields.map { hasHeader ? String(decoding: $0, as: UTF8.self) : "" })
        isNumeric = Self.numericColumns(all, delimiter, hasHeader: hasHeader, count: fields.count)
    }

    /// The name of a column that is missing in the first record.
    static func defaultName(ofColumn place: Int) -> String { "column \(place + 1)" }

    private static func forEachRecord(_ text: ArraySlice<UInt8>, _ delimiter: UInt8, _ take: (DelimitedRecord) -> Void) {
        var reader = DelimitedReader(delimiter: delimiter)
        reader.readPiece(text, take)
        reader.finish(take)
    }

    /// The separator that splits most records into the same number of fields as the first;
    /// of those the one with the most fields.
    private static func delimiter(of sample: ArraySlice<UInt8>) -> UInt8 {
        var best = (delimiter: delimiters[0], share: 0.0, fields: 1)
        for delimiter in delimiters {
            var (fields, alike, count) = (0, 0, 0)
            forEachRecord(sample, delimiter) { record in
                if count == 0 { fields = record.count }
                count += 1
                if record.count == fields { alike += 1 }
            }
            guard fields > 1 else { continue }
            let share = Double(alike) / Double(count)
            if share > best.share || share == best.share && fields > best.fields { best = (delimiter, share, fields) }
        }
        return best.delimiter
    }

    /// Names are not numbers, and at least one is not empty.
    private static func isHeader(_ fields: [ArraySlice<UInt8>]) -> Bool {
        !fields.contains(where: JSONBytes.isNumber) && fields.contains { !$0.isEmpty }
    }

    private static func names(_ given: [String]) -> [String] {
        var seen: Set<String> = []
        // The next number for a name that occurs again.
        var numbers: [String: Int] = [:]
        return given.enumerated().map { place, text in
            let name = text.isEmpty ? Self.defaultName(ofColumn: place) : text
            var unique = name
            var number = numbers[name] ?? 2
            defer { numbers[name] = number }
            while !seen.insert(unique).inserted {
                unique = "\(name) \(number)"
                number += 1
            }
            return unique
        }
    }

    private static func numericColumns(
        _ text: ((ArraySlice<UInt8>) -> Void) -> Void, _ delimiter: UInt8, hasHeader: Bool, count: Int
    ) -> [Bool] {
        var hasNumbers = [Bool](repeating: false, count: count)
        var hasOthers = hasNumbers
        var isHeader = hasHeader
        func inspect(_ record: DelimitedRecord) {
            defer { isHeader = false }
            guard !isHeader, !record.isTooLong else { return }
            for column in 0..<min(count, record.count) where !hasOthers[column] && !record[column].isEmpty {
                if JSONBytes.isNumber(record[column]) { hasNumbers[column] = true } else { hasOthers[column] = true }
            }
        }
        var reader = DelimitedReader(delimiter: delimiter)
        text { reader.readPiece($0, inspect) }
        reader.finish(inspect)
        return zip(hasNumbers, hasOthers).map { $0 && !$1 }
    }
}
