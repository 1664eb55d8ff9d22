// The guides of NetLayer.docc: each piece of their code stands in a test that compiles it.

import Foundation
import TestSupport
import Testing

@Suite struct GuideCodeTests {
    @Test func everyPieceOfCodeStandsInATest() throws {
        let folder = SharedData.repository.appending(path: "Sources/NetLayer/NetLayer.docc")
        let tests = SourceTree.tests.filter { $0.path.hasPrefix("Tests/GuideTests/") }
        let tested = Self.words(tests.flatMap(\.lines).joined(separator: "\n"))
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        #expect(pages.count >= 19)
        for page in pages.sorted() {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            let pieces = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
                $0.components(separatedBy: "```").first
            }
            for piece in pieces {
                // What a line break or a margin is, the formatter decides.
                for paragraph in piece.components(separatedBy: "\n\n") {
                    #expect(tested.contains(Self.words(paragraph)), "\(page) has code that no test compiles:\n\(paragraph)")
                }
            }
        }
    }

    /// The guides use what every user of NetLayer has.
    @Test func theirTestsImportNetLayerAsUsersDo() {
        for file in SourceTree.tests where file.path.hasPrefix("Tests/GuideTests/") {
            #expect(!file.code.contains { $0.contains("@testable") }, "\(file.path) imports more than the public API")
        }
    }

    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
