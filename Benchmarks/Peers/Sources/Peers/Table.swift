// The results as a Markdown table, and their place in a document.

import Foundation

struct Table {
    struct Row {
        var title: String
        var lines: CodeLines
        /// Empty for code without a measurement.
        var costs: [Side: Cost] = [:]
    }

    var rows: [Row]
    var rounds: Int
    /// For each side, in order, what it did in each of ``Behaviour/situations``.
    var behaviour: [[String]]

    var markdown: String {
        let head = [
            "| task | lines NetLayer | lines AHC | CPU NetLayer, µs | CPU AHC, µs | ratio | memory NetLayer, MB | memory AHC, MB |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        ]
        let observed = Behaviour.situations.enumerated().map { index, situation in
            "| \(([situation] + behaviour.map { $0[index] }).joined(separator: " | ")) |"
        }
        return
            (head + rows.map(line) + ["", note, "", "| situation | NetLayer | AsyncHTTPClient |", "| --- | --- | --- |"]
            + observed)
            .joined(separator: "\n") + "\n"
    }

    private func line(_ row: Row) -> String {
        let lines = Side.allCases.map { "\(row.lines[$0])" }
        guard let own = row.costs[.netLayer], let other = row.costs[.asyncHTTPClient] else {
            return "| \(([row.title] + lines + ["", "", "", "", ""]).joined(separator: " | ")) |"
        }
        let ratio = String(format: "%.2f", own.microseconds / other.microseconds)
        let cells =
            [row.title] + lines + [whole(own.microseconds), whole(other.microseconds), ratio] + [whole(own.megabytes)]
            + [whole(other.megabytes)]
        return "| \(cells.joined(separator: " | ")) |"
    }

    private var note: String {
        let (own, other) = (sum(.netLayer), sum(.asyncHTTPClient))
        return """
            CPU time is user and system time of the whole process for one request; memory is the peak of the process. Each figure
            is the median of \(rounds) turns, each in a process of its own, the two libraries in alternation. Lines in all: \(own)
            with NetLayer, \(other) with AsyncHTTPClient.
            """
    }

    private func sum(_ side: Side) -> Int { rows.reduce(0) { $0 + $1.lines[side] } }

    private func whole(_ number: Double) -> String { String(format: "%.0f", number) }

    /// The lines of a document between which the table stands.
    private static let (start, end) = ("<!-- table: make peers -->", "<!-- end of the table -->")

    /// Replaces the table of a document.
    /// - Throws: ``PeerError`` when the document has no place for it.
    func write(into path: String) throws {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let start = text.range(of: Self.start), let end = text.range(of: Self.end), start.upperBound <= end.lowerBound
        else {
            throw PeerError("\(path) has no line \(Self.start)")
        }
        let changed = text[..<start.upperBound] + "\n\n" + markdown + "\n" + text[end.lowerBound...]
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

extension [Cost] {
    /// The median of each figure by itself.
    var median: Cost {
        func middle(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
        return Cost(microseconds: middle(map(\.microseconds)), megabytes: middle(map(\.megabytes)))
    }
}
