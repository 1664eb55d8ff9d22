// Matches in pieces of text, and columns in the room that there is.

import Canvas
import Document
import TestSupport
import Testing

@testable import Screen

@Suite struct LitTests {
    private func lit(_ pieces: [String], _ pattern: String) -> [String] {
        Lit.pieces(pieces.map { ($0[...], Style.text) }, TextSearch(pattern)).map { $0.1 == .match ? "[\($0.0)]" : String($0.0) }
    }

    @Test func aMatchMayGoOverSeveralPieces() {
        #expect(lit(["name", ": ", "\"lamp\""], "e: \"l") == ["nam", "[e]", "[: ]", "[\"l]", "amp\""])
        #expect(lit(["aa", "a"], "aa") == ["[aa]", "a"])
        #expect(lit(["日本", "語"], "本語") == ["日", "[本]", "[語]"])
        #expect(lit(["lamp"], "x") == ["lamp"])
        #expect(lit(["", "x", ""], "x") == ["[x]"])
    }

    @Test(arguments: 1...40)
    func piecesStayTheText(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func word(_ most: Int) -> String {
            String((0..<Int.random(in: 0...most, using: &random)).map { _ in "abé日".randomElement(using: &random) ?? "a" })
        }
        for _ in 1...50 {
            let (pieces, pattern) = ((0..<4).map { _ in word(5) }, word(3))
            let found = Lit.pieces(pieces.map { ($0[...], Style.text) }, TextSearch(pattern))
            let whole = pieces.joined()
            #expect(found.map(\.0).joined() == whole)
            let lit = found.filter { $0.1 == .match }.map { $0.0.unicodeScalars.count }.reduce(0, +)
            #expect(lit == (pattern.isEmpty ? 0 : whole.ranges(of: pattern).count * pattern.unicodeScalars.count))
        }
    }

    /// Whatever the width: columns stand in order, inside, without touching, the first and the current one among them.
    @Test(arguments: 1...60)
    func columnsFitIntoEveryWidth(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var driver = try Driver(width: 80, height: 24)
        driver.exchange(.json(TableTests.list(12, extra: Int.random(in: 0...20, using: &random))))
        driver.keys("3")
        for _ in 1...20 {
            driver.keys(["l", "h", "l l l", "S", "j"].randomElement(using: &random) ?? "l")
            let (table, width) = (driver.model.result.table, Int.random(in: 0...220, using: &random))
            let fit = TableFit(table, width: width)
            guard width >= 12 else { continue }
            #expect(fit.places.first?.column == 0)
            #expect(fit.places.contains { $0.column == table.column })
            #expect(fit.places.allSatisfy { $0.width > 0 && $0.x + $0.width <= width })
            #expect(zip(fit.places, fit.places.dropFirst()).allSatisfy { $0.x + $0.width < $1.x && $0.column < $1.column })
            #expect(fit.hasMoreRight == (fit.places.last?.column != table.widths.count - 1))
        }
    }
}
