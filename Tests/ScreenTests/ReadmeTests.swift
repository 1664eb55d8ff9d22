// The screens in README.md are those that the program draws: each stands behind a marker that names its file in docs/screens.

import Foundation
import TestSupport
import Testing

@Suite("ReadmeScreenTests") struct ReadmeScreenTests {
    @Test func readmeShowsTheScreensAsDrawn() throws {
        let readme = try String(contentsOf: Snapshots.url("README.md"), encoding: .utf8)
        let shown = try Self.filled(readme)
        #expect(shown.count > 0)
        if Snapshots.rewrites {
            try Data(shown.utf8).write(to: Snapshots.url("README.md"))
        } else {
            #expect(readme == shown, "a screen in README.md is stale: `make snap` rewrites it")
        }
        #expect(readme.matches(of: /<!--\ screen:/).count >= 1)
    }

    /// The text with the block behind every marker taken from its file.
    private static func filled(_ text: String) throws -> String {
        try text.replacing(/<!-- screen: ([a-z0-9.-]+) -->\n(?:```\n[^`]*```\n)?/) { match in
            let screen = try String(contentsOf: Snapshots.url("docs/screens/\(match.1).txt"), encoding: .utf8)
            return "<!-- screen: \(match.1) -->\n```\n\(screen)\(screen.hasSuffix("\n") ? "" : "\n")```\n"
        }
    }
}
