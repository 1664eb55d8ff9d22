// Prints the rows: a table that grows as the figures come, or JSON at the end.

import Foundation

struct Report {
    let format: Options.Format

    func begin() {
        guard format == .text else { return }
        write("name          value     limit   \n")
    }

    func add(_ row: Row) {
        switch format {
        case .text: write(Self.line(row) + "\n")
        // Standard output is for the JSON alone, and that has no place for a reason.
        case .json: if let reason = Self.reason(row) { Self.complain("bench: \(row.figure.name): \(reason)") }
        }
    }

    func end(_ rows: [Row]) {
        guard format == .json else { return }
        write("[" + rows.map(Self.json).joined(separator: ",") + "]\n")
    }

    private static func line(_ row: Row) -> String {
        let figure = row.figure
        let name = padded(figure.name, 14)
        guard case .value(let value) = row.outcome else {
            return name + padded("-", 10) + padded(number(figure.limit), 8) + (reason(row) ?? "")
        }
        let verdict = row.isFailure ? "FAIL" : figure.limit == nil ? "info" : "ok"
        return name + padded(number(value), 10) + padded(number(figure.limit), 8) + padded(verdict, 6) + figure.about
    }

    private static func reason(_ row: Row) -> String? {
        switch row.outcome {
        case .value: nil
        case .skipped(let why): "skipped: \(why)"
        case .failed(let why): "FAIL: \(why)"
        }
    }

    /// A value that is not there is `null`.
    private static func json(_ row: Row) -> String {
        var value: Double?
        if case .value(let measured) = row.outcome, measured.isFinite { value = measured }
        let (name, unit) = (row.figure.name, row.figure.unit)
        return
            "{\"name\":\"\(name)\",\"value\":\(number(value, "null")),\"limit\":\(number(row.figure.limit, "null")),\"unit\":\"\(unit)\",\"atLeast\":\(row.figure.atLeast)}"
    }

    /// Three decimals at most.
    private static func number(_ value: Double?, _ absent: String = "-") -> String {
        guard let value, value.isFinite else { return absent }
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// Says a line on standard error.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
