// The requirement rows of NetLayer, as Tests/Fixtures/netlayer-rows.txt lists them, and the page of docs/NETLAYER.md that is made from them.

struct RequirementTable: Sendable {
    struct Row: Equatable, Sendable {
        let id: String
        /// Counted from 1.
        let line: Int
        /// The requirement's own words, with all of their conditions.
        let words: String
        /// Where NetLayer differs on purpose, and why; for a row without a test, why NetLayer does not have it.
        let difference: String?
    }

    struct Section: Equatable, Sendable {
        let title: String
        var rows: [Row]
    }

    var sections: [Section] = []
    /// Lines that are no row, with what is wrong.
    var errors: [String] = []

    var rows: [Row] { sections.flatMap(\.rows) }

    /// Lines are `id | words` or `id | words | difference`. A comment line after an empty line begins a section.
    init(_ text: String) {
        var wasEmpty = false
        var seen: Set<String> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            defer { wasEmpty = line.isEmpty }
            if line.hasPrefix("# ") {
                if wasEmpty { sections.append(Section(title: String(line.dropFirst(2)), rows: [])) }
                continue
            }
            guard !line.isEmpty else { continue }
            let parts = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
            guard (2...3).contains(parts.count), !parts.contains(where: \.isEmpty), !sections.isEmpty else {
                errors.append("line \(index + 1): not 'id | words' or 'id | words | difference'")
                continue
            }
            if !seen.insert(parts[0]).inserted { errors.append("line \(index + 1): \(parts[0]) is there twice") }
            sections[sections.count - 1].rows.append(
                Row(id: parts[0], line: index + 1, words: parts[1], difference: parts.count > 2 ? parts[2] : nil))
        }
    }

    /// What is above this line in docs/NETLAYER.md is written by hand, what follows is made.
    static let marker = "<!-- From here on made by `make snap` from Tests/Fixtures/netlayer-rows.txt and the tests. -->"

    func page(proofs: [String: [String]]) -> String {
        let proven = rows.filter { proofs[$0.id] != nil }
        let refused = rows.count { proofs[$0.id] == nil && $0.difference != nil }
        var text = "\n\(rows.count) rows: \(proven.count) proven by tests, in \(proven.count { $0.difference != nil }) of them "
        text += "NetLayer differs as the row says; \(refused) not offered"
        let pending = rows.count - proven.count - refused
        text += pending == 0 ? ".\n" : "; \(pending) pending.\n"
        for section in sections {
            text += "\n### \(section.title)\n\n| Row | Requirement | Proof |\n| --- | --- | --- |\n"
            for row in section.rows {
                let tests = (proofs[row.id] ?? []).map { "`\($0)`" }
                let difference = row.difference.map { "<br>**Here:** \($0)" } ?? ""
                let proof = tests.isEmpty ? row.difference == nil ? "pending" : "not offered" : tests.joined(separator: ", ")
                text += "| \(row.id) | \(row.words)\(difference) | \(proof) |\n"
            }
        }
        return text
    }
}
