// The entries of docs/decisions: each has a date and a status, and its row in the table of README.md.

import Foundation
import TestSupport
import Testing

@Suite struct DecisionTests {
    @Test func everyEntryHasItsRowInTheTable() throws {
        let folder = SharedData.repository.appending(path: "docs/decisions")
        let table = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
        let rows = table.split(separator: "\n").map(String.init).filter { $0.contains("| [") && $0.contains(".md#") }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let pages = names.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()
        var count = 0
        for page in pages {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            let lines = text.split(separator: "\n").map(String.init)
            for (index, line) in lines.enumerated() where line.hasPrefix("### ") {
                count += 1
                let title = String(line.dropFirst(4))
                let below = index + 1 < lines.count ? lines[index + 1] : ""
                guard let status = below.wholeMatch(of: /\*(\d{4}-\d\d-\d\d) · (holds|superseded).*\*/)?.output else {
                    Issue.record("\(page): '\(title)' has no line *DATE · STATUS* below it")
                    continue
                }
                let link = "[\(title)](\(page)#\(title.lowercased().replacing(" ", with: "-")))"
                let row = rows.first { $0.contains("| \(link) |") } ?? ""
                #expect(row.contains("| \(status.1) | \(status.2)"), "\(page): '\(title)' has no such row in the table")
            }
        }
        #expect(rows.count == count, "the table has \(rows.count) rows, the pages have \(count) entries")
    }
}
