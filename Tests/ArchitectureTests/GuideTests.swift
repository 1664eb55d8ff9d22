// The guides of NetLayer.docc: each piece of their code stands in a test that compiles it.

import Foundation
import TestSupport
import Testing

@Suite struct GuideCodeTests {
    @Test func everyPieceOfCodeStandsInATest() throws {
        let folder = SharedData.repository.appending(path: "Sources/NetLayer/NetLayer.docc")
        let test = SharedData.repository.appending(path: "Tests/NetLayerTests/GuideTests.swift")
        let tested = Self.words(try String(contentsOf: test, encoding: .utf8))
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        #expect(pages.count >= 9)
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

    private static func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
