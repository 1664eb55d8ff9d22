// The numbers of a filter as ranges: `>1s`, `<=1.5MB`, `4xx`.

/// Reads the numbers that a user writes in a filter.
public enum FilterNumbers {
    /// What ``readStatuses(_:)`` takes, for the texts of errors.
    public static let statuses = "404, a class such as 4xx, a comparison such as >=500"

    /// A sign and a number.
    static func readRange(_ value: String, _ readNumber: (Substring) -> Int64?) -> ClosedRange<Int64>? {
        let signs = [">=", "<=", ">", "<", "="]
        guard let sign = signs.first(where: { value.hasPrefix($0) }), let number = readNumber(value.dropFirst(sign.count)) else {
            return nil
        }
        return switch sign {
        case ">=": number...Int64.max
        case ">": number + 1...Int64.max
        case "<=": Int64.min...number
        case "<": Int64.min...number - 1
        default: number...number
        }
    }

    /// `404`, the beginning of a status such as `4` and `4xx`, or a comparison. An empty value
    /// matches every status.
    public static func readStatuses(_ value: String) -> ClosedRange<Int64>? {
        if let range = readRange(value, { readWhole($0, below: 1_000) }) { return range }
        var digits = value[...]
        while digits.last == "x" { digits.removeLast() }
        guard value.count <= 3, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let rest = 3 - digits.count
        guard let low = Int64("\(digits)\(String(repeating: "0", count: rest))"),
            let high = Int64("\(digits)\(String(repeating: "9", count: rest))")
        else { return nil }
        return low...high
    }

    static func readMicroseconds(_ text: Substring) -> Int64? {
        readAmount(text, ["ms": 1e3, "s": 1e6, "m": 6e7, "min": 6e7, "h": 3.6e9])
    }

    static func readBytes(_ text: Substring) -> Int64? {
        readAmount(
            text,
            [
                "": 1, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9, "kib": 1_024, "mib": 1_048_576,
                "gib": 1_073_741_824,
            ])
    }

    private static func readWhole(_ text: Substring, below limit: Int64) -> Int64? {
        guard let number = Int64(text), (0..<limit).contains(number) else { return nil }
        return number
    }

    /// A number and a unit; less than any overflow.
    private static func readAmount(_ text: Substring, _ units: [String: Double]) -> Int64? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), let unit = units[String(text.dropFirst(digits.count))] else { return nil }
        let amount = (number * unit).rounded()
        return amount < 1e15 ? Int64(amount) : nil
    }
}
