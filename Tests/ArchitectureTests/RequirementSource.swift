// The requirements of NetLayer as the analysis of the five designs words them; it stands beside the checkout.

import Foundation
import TestSupport
import Testing

/// The tables of `../shared/design/netlayer/requirements.md` that have a column `id`.
struct RequirementSource: Sendable {
    struct Row: Equatable, Sendable {
        let id: String
        /// Without repeated white space.
        let words: String
    }

    static let file = SharedData.root.deletingLastPathComponent().appending(path: "design/netlayer/requirements.md")
    static var isPresent: Bool { FileManager.default.fileExists(atPath: file.path) }
    static let whyAbsent: Comment = "the requirements are not beside the checkout (../shared/design/netlayer/requirements.md)"

    private(set) var rows: [Row] = []

    /// A row's words are its second column, and its third: a test in brackets, anything else after a semicolon.
    init(_ text: String) {
        var header: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|") else {
                header = []
                continue
            }
            let cells = Self.cells(line)
            if cells.first == "id" { header = cells }
            guard !header.isEmpty, cells.count > 1, cells[0].wholeMatch(of: /(B-)?[A-Z]{2}-[A-Z]?[0-9]+/) != nil else { continue }
            let third = cells.count > 2 ? cells[2] : ""
            let isTest = header.count > 2 && header[2] == "test"
            rows.append(Row(id: cells[0], words: cells[1] + (third.isEmpty ? "" : isTest ? " (test: \(third))" : "; \(third)")))
        }
    }

    private static func cells(_ line: Substring) -> [String] {
        line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast().map { normalized(String($0)) }
    }

    private static func normalized(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// The rows of a table that do not have these words, each with both texts.
    func differences(from table: RequirementTable) -> [String] {
        let words = Dictionary(table.rows.map { ($0.id, Self.normalized($0.words)) }, uniquingKeysWith: { first, _ in first })
        return rows.compactMap { row in
            words[row.id] == row.words ? nil : "\(row.id) says: \(words[row.id] ?? "nothing")\nrequired: \(row.words)"
        }
    }
}
