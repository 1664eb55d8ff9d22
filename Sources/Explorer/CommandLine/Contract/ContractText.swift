// The result of `--contract` for people: a line for each place that differs, with both pointers, then the result in a word.

import Catalog

enum ContractText {
    /// All that is known of one response.
    static func lines(_ finding: ContractFinding) -> [String] {
        guard let report = finding.report else { return [undescribed] }
        return report.mismatches.flatMap(makeLines) + report.notes.map(makeNote) + report.doubts + [report.summary]
    }

    /// What does not fit, for one response among many; none for a response that is as described.
    static func briefLines(_ finding: ContractFinding) -> [String] {
        guard let report = finding.report else { return [undescribed] }
        return report.status == .fits ? [] : report.mismatches.flatMap(makeLines) + report.doubts + [report.summary]
    }

    /// The results of many responses in one line; `nil` without any.
    static func summary(_ findings: [ContractFinding]) -> String? {
        var counts: [(words: String, count: Int)] = [
            ("as described", 0), ("not as described", 0), ("without a schema", 0), ("not checked whole", 0),
            ("without a description", 0),
        ]
        for finding in findings {
            let place =
                switch finding.report?.status {
                case .fits?: 0
                case .differs?: 1
                case .noSchema?: 2
                case .unchecked?: 3
                case nil: 4
                }
            counts[place].count += 1
        }
        let parts = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static let undescribed = "nothing is checked: no description describes this response"

    private static func makeLines(_ mismatch: ContractMismatch) -> [String] {
        // Places in alternatives have no alternatives of their own that help.
        [makeLine(mismatch)] + mismatch.nearest.map { "  in the nearest alternative: \(makeLine($0))" }
    }

    private static func makeLine(_ mismatch: ContractMismatch) -> String {
        let place = mismatch.rulePlace
        return place.isEmpty ? mismatch.description : "\(mismatch) (\(place))"
    }

    private static func makeNote(_ note: ContractNote) -> String {
        "\(note.pointer) is not in the description\(note.count > 1 ? ", with \(note.count - 1) more like it" : "")"
    }
}
