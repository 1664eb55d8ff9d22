// The screens in the manual are those that the program draws: each stands behind a marker that names its file in docs/screens.

import Foundation
import TestSupport
import Testing

@Suite("ReadmeScreenTests") struct ReadmeScreenTests {
    private static let page = "docs/manual/screen.md"

    @Test func manualShowsTheScreensAsDrawn() throws {
        let text = try String(contentsOf: Snapshots.url(Self.page), encoding: .utf8)
        let shown = try Self.filled(text)
        #expect(shown.count > 0)
        if Snapshots.rewrites {
            try Data(shown.utf8).write(to: Snapshots.url(Self.page))
        } else {
            #expect(text == shown, "a screen in \(Self.page) is stale: `make snap` rewrites it")
        }
        #expect(text.matches(of: /<!--\ screen:/).count >= 1)
    }

    /// The text with the block behind every marker taken from its file.
    private static func filled(_ text: String) throws -> String {
        try text.replacing(/<!-- screen: ([a-z0-9.-]+) -->\n(?:```\n[^`]*```\n)?/) { match in
            let screen = try String(contentsOf: Snapshots.url("docs/screens/\(match.1).txt"), encoding: .utf8)
            return "<!-- screen: \(match.1) -->\n```\n\(screen)\(screen.hasSuffix("\n") ? "" : "\n")```\n"
        }
    }
}
