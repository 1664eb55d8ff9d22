// The requirement rows of NetLayer, as Tests/Fixtures/netlayer-rows.txt lists them, and the page of docs/NETLAYER.md that is made from them.

struct RequirementTable: Sendable {
    struct Row: Equatable, Sendable {
        let id: String
        /// Counted from 1.
        let line: Int
        let text: String
        /// What stands for a row that no test proves; or for the part of it that comes later.
        let standsFor: String?
    }

    struct Section: Equatable, Sendable {
        let title: String
        var rows: [Row]
    }

    var sections: [Section] = []
    /// Lines that are no row, with what is wrong.
    var errors: [String] = []

    var rows: [Row] { sections.flatMap(\.rows) }

    /// Lines are `id | text` or `id | text | what stands for it`. A comment line after an empty line begins a section.
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
                errors.append("line \(index + 1): not 'id | text' or 'id | text | what stands for it'")
                continue
            }
            if parts[1].count > 90 { errors.append("line \(index + 1): the text has \(parts[1].count) characters, more than 90") }
            if !seen.insert(parts[0]).inserted { errors.append("line \(index + 1): \(parts[0]) is there twice") }
            sections[sections.count - 1].rows.append(
                Row(id: parts[0], line: index + 1, text: parts[1], standsFor: parts.count > 2 ? parts[2] : nil))
        }
    }

    /// What is above this line in docs/NETLAYER.md is written by hand, what follows is made.
    static let marker = "<!-- From here on made by `make snap` from Tests/Fixtures/netlayer-rows.txt and the tests. -->"

    func page(proofs: [String: [String]]) -> String {
        let proven = rows.count { proofs[$0.id] != nil }
        let later = rows.count { proofs[$0.id] == nil && $0.standsFor != nil }
        var text = "\n\(rows.count) rows: \(proven) proven by tests, \(later) stood for by something else"
        text += proven + later == rows.count ? ".\n" : ", \(rows.count - proven - later) pending.\n"
        for section in sections {
            text += "\n### \(section.title)\n\n| Row | What it is | Proof |\n| --- | --- | --- |\n"
            for row in section.rows {
                var cells = (proofs[row.id] ?? []).map { "`\($0)`" }
                if let other = row.standsFor { cells.append(other) }
                text += "| \(row.id) | \(row.text) | \(cells.isEmpty ? "pending" : cells.joined(separator: ", ")) |\n"
            }
        }
        return text
    }
}
