// Prints the rows: a table that grows with the figures, or JSON at the end.

import Foundation

struct Report: Sendable {
    let format: Options.Format
    let demand: Demand

    func begin() {
        guard format == .text else { return }
        if demand == .numbers {
            Self.print("Smoke run: everything is tiny, so that the numbers mean nothing. No limit counts.\n")
        }
        Self.print(
            Self.padded("name", 17) + Self.padded("median", 11) + Self.padded("spread", 18) + Self.padded("limit", 8) + "\n")
    }

    func add(_ row: Row) {
        switch format {
        case .text: Self.print(formatLine(row) + "\n")
        // Standard output is for the JSON alone, which has no place for a reason.
        case .json:
            if let reason = row.verdict(demand).reason { Self.complain("bench: \(row.figure.name): \(reason)") }
        }
    }

    /// - Parameter time: the duration of the whole run.
    func finish(_ rows: [Row], after time: Duration) {
        switch format {
        case .json: Self.print("[" + rows.map(Self.formatJSON).joined(separator: ",") + "]\n")
        case .text:
            let failed = rows.filter { $0.verdict(demand).isFailure }.map(\.figure.name)
            let outcome = failed.isEmpty ? "none fails" : "\(failed.count) fail: \(failed.joined(separator: ", "))"
            Self.print("\(rows.count) figures in \(Int(time.seconds.rounded())) s; \(outcome)\n")
        }
    }

    func formatLine(_ row: Row) -> String {
        let figure = row.figure
        let verdict = row.verdict(demand)
        let limit = demand == .limits ? figure.limit : nil
        return Self.padded(figure.name, 17) + Self.padded(Self.formatNumber(row.value), 11) + Self.padded(Self.spread(row), 18)
            + Self.padded(Self.formatNumber(limit), 8) + Self.padded(verdict.word, 8)
            + (verdict.reason.map(Self.squeezed) ?? figure.summary + (figure.unit == "ratio" ? "" : ", in \(figure.unit)"))
    }

    /// A missing value is `null`.
    static func formatJSON(_ row: Row) -> String {
        let figure = row.figure
        let fields: [(String, String)] = [
            ("name", quoted(figure.name)), ("value", formatNumber(row.value, "null")),
            ("min", formatNumber(row.spread?.lowerBound, "null")),
            ("max", formatNumber(row.spread?.upperBound, "null")), ("rounds", "\(row.runs)"),
            ("limit", formatNumber(figure.limit, "null")),
            ("unit", quoted(figure.unit)), ("atLeast", "\(figure.atLeast)"), ("about", quoted(figure.about)),
            ("anchor", figure.anchor.map(quoted) ?? "null"),
        ]
        return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// The texts of figures contain no other character that JSON escapes.
    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// The smallest and the largest round.
    static func spread(_ row: Row) -> String {
        guard row.value != nil else { return "-" }
        return row.spread.map { "\(formatNumber($0.lowerBound)) – \(formatNumber($0.upperBound))" } ?? "one run"
    }

    /// At most three decimals.
    static func formatNumber(_ value: Double?, _ absent: String = "-") -> String {
        guard let value, value.isFinite else { return absent }
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// A reason in one line with single spaces: it may quote a whole screen.
    private static func squeezed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    static func print(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Writes a line to standard error.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
