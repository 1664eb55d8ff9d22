// A JSON value that preserves the order of its members, so that every response of the demo is
// the same each time.

/// A value to write as JSON. (Foundation's encoder writes members in an order that varies from run to run.)
enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Hundredths: amounts of money are written from integers, never from a rounded `Double`.
    case cents(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    /// The text of the value, on one line.
    var text: String {
        var out = ""
        write(to: &out)
        return out
    }

    /// The text of the value: one line per member in the outer levels, deeper values on one line.
    func indented(levels: Int, indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .object(let members) where levels > 0 && !members.isEmpty:
            let lines = members.map { name, value in
                inner + JSON.string(name).text + ": " + value.indented(levels: levels - 1, indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + indent + "}"
        case .array(let values) where levels > 0 && !values.isEmpty:
            let lines = values.map { inner + $0.indented(levels: levels - 1, indent: inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + indent + "]"
        case .null, .bool, .integer, .cents, .number, .string, .array, .object: return text
        }
    }

    private func write(to out: inout String) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .integer(let value): out += String(value)
        case .cents(let value): out += "\(value / 100)." + (value % 100 < 10 ? "0" : "") + String(value % 100)
        case .number(let value): out += String(value)
        case .string(let value): Self.write(value, to: &out)
        case .array(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                value.write(to: &out)
            }
            out += "]"
        case .object(let members):
            out += "{"
            for (index, (name, value)) in members.enumerated() {
                if index > 0 { out += "," }
                Self.write(name, to: &out)
                out += ":"
                value.write(to: &out)
            }
            out += "}"
        }
    }

    /// RFC 8259, section 7: escapes the quote, the backslash and the control characters; all
    /// others stay as they are.
    private static func write(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}
