// The table of rules, and the page that shows it.

import Catalog
import Foundation
import TestSupport
import Testing

struct CheckRuleTests {
    @Test func namesAreKebabCaseAndSummariesAreSentences() {
        for rule in CheckRule.allCases {
            #expect(rule.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(rule)")
            #expect(rule.summary.hasSuffix(".") && rule.summary.first?.isUppercase == true, "\(rule)")
        }
    }

    /// docs/CHECK.md is made from the table; `EXPLORER_SNAP=1` writes it.
    @Test func thePageShowsTheTable() throws {
        let file = SharedData.repository.appending(path: "docs/CHECK.md")
        let text = Self.page()
        if ProcessInfo.processInfo.environment["EXPLORER_SNAP"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    private static func page() -> String {
        let counts = Warning.Severity.allCases.map { severity in
            "\(CheckRule.allCases.count { $0.severity == severity }) \(severity.rawValue)s"
        }
        return """
            # What `explorer check` looks for

            Made from the table of rules in Sources/Explorer/Catalog/Check/CheckRule.swift by the tests; `make snap` writes it.

            An **error** is a part that explorer cannot read, or that programs will read differently: exit code 65. A **warning** is a
            part where explorer had to assume something, or that may surprise a user. A **note** is a hint for the author. Warnings and
            notes alone give exit code 0.

            \(counts.joined(separator: ", ")).

            | rule | severity | |
            | --- | --- | --- |
            \(CheckRule.allCases.map { "| `\($0.rawValue)` | \($0.severity.rawValue) | \($0.summary) |" }.joined(separator: "\n"))

            """
    }
}
