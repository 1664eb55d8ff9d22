// docs/PERFORMANCE.md: the figures of one run of `make bench` as a Markdown table.

import Foundation

struct PerformanceSheet {
    let rows: [Row]
    /// The processors available to the run.
    let cores: Int

    func text(on date: Date) -> String {
        let day = date.formatted(.iso8601.year().month().day())
        let lines = rows.map(line).joined(separator: "\n")
        return """
            # Performance, measured

            Written by `make bench` on \(day), on \(cores) \(cores == 1 ? "core" : "cores"). \(outcome)

            A ratio divides by its anchor, which runs on the same machine in turns with the subject: A B A B and so on. *Median* is the median of
            the rounds, and the limit counts for it. *Spread* is the smallest and the largest round: a change of the median within an earlier
            spread may be noise. A figure of *one run* has no spread. `≥` marks a lower limit.

            | figure | median | spread | rounds | limit | verdict | what it is | anchor |
            | --- | ---: | ---: | ---: | ---: | --- | --- | --- |
            \(lines)

            """
    }

    private var outcome: String {
        func names(_ isMeant: (Verdict) -> Bool) -> [String] {
            rows.filter { isMeant($0.verdict(.limits)) }.map { "`\($0.figure.name)`" }
        }
        let (failed, skipped) = (names(\.isFailure), names(\.isSkipped))
        let verdict =
            failed.isEmpty ? "Every limit holds." : "\(failed.count) of \(rows.count) fail: \(failed.joined(separator: ", "))."
        return skipped.isEmpty ? verdict : verdict + " Skipped: \(skipped.joined(separator: ", "))."
    }

    private func line(_ row: Row) -> String {
        let figure = row.figure
        let limit = figure.limit.map { "\(figure.atLeast ? "≥" : "≤") \(Report.formatNumber($0))" } ?? "-"
        let unit = figure.unit == "ratio" ? "" : " \(figure.unit)"
        let cells = [
            "`\(figure.name)`", row.value.map { Report.formatNumber($0) + unit } ?? "-", Report.spread(row), "\(row.runs)", limit,
            Self.verdictText(row), figure.about, figure.anchor ?? "-",
        ]
        return "| " + cells.map(Self.cellText).joined(separator: " | ") + " |"
    }

    /// The verdict without the reason for a missing number: it may name a folder of this machine.
    private static func verdictText(_ row: Row) -> String {
        let word = row.verdict(.limits).word
        return word == "FAIL" && row.value == nil ? "FAIL: no number" : word
    }

    /// One line without characters that end a cell.
    private static func cellText(_ text: String) -> String {
        text.replacing("|", with: "\\|").split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
