// The header lines of an answer as they came, and the fields in them, which are read when somebody asks: most answers' never are.

import Synchronization

/// Lines of fields, each with its line break (RFC 9112 §5). Shared by all copies of an answer's head.
final class FieldLines: Sendable {
    /// About how many bytes it holds in memory.
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
                // RFC 9112 §5.2: a folded line continues the value after one space. In place: there may be very many of them.
                if !fields[last].value.isEmpty { fields[last].value += " " }
                fields[last].value += text.trimmed.string
            } else {
                fields.append(field(text.trimmed))
            }
        }
        return fields.map { HeaderField($0.name, $0.value) }
    }

    /// A line without a colon is kept as a name without a value: what came is shown.
    private static func field(_ line: LineText) -> (name: String, value: String) {
        guard let colon = line.first(UInt8(ascii: ":")) else { return (line.string, "") }
        return (line.prefix(colon).trimmedAtEnd.string, line.dropping(colon + 1).trimmed.string)
    }
}
