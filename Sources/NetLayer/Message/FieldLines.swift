// The header lines of a response as they were received. Their fields are parsed on first access: for most
// responses, no code reads them.

import Synchronization

/// Lines of fields, each with its line break (RFC 9112 §5). Shared by all copies of a response's head.
final class FieldLines: Sendable {
    /// Its approximate size in memory, in bytes.
    let weight: Int
    private let lines: [UInt8]
    private let parsed = Mutex<[HeaderField]?>(nil)

    init(_ lines: [UInt8], count: Int) {
        self.lines = lines
        weight = lines.count + 64 * count
    }

    var fields: [HeaderField] {
        parsed.withLock { parsed in
            if let parsed { return parsed }
            let fields = lines.withUnsafeBytes(Self.parse)
            parsed = fields
            return fields
        }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer) -> [HeaderField] {
        var fields: [(name: String, value: String)] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = LineText(UnsafeRawBufferPointer(rebasing: line)).trimmedAtEnd
            if !text.isEmpty, LineText.isBlank(text[0]), let last = fields.indices.last {
                // RFC 9112 §5.2: a folded line continues the value after one space. In place: there may be
                // very many of them.
                if !fields[last].value.isEmpty { fields[last].value += " " }
                fields[last].value += text.trimmed.string
            } else {
                fields.append(field(text.trimmed))
            }
        }
        return fields.map { HeaderField($0.name, $0.value) }
    }

    /// A line without a colon becomes a name without a value, so that the user still sees it.
    private static func field(_ line: LineText) -> (name: String, value: String) {
        guard let colon = line.first(UInt8(ascii: ":")) else { return (line.string, "") }
        return (line.prefix(colon).trimmedAtEnd.string, line.dropping(colon + 1).trimmed.string)
    }
}
