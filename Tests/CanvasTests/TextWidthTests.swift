// TextWidth against Unicode's own files, and cutting and padding.

import Canvas
import Foundation
import TestSupport
import Testing

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("日本", 4), ("ｆｕｌｌ", 8), ("ﾊﾝｶｸ", 4), ("e\u{301}", 1), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
        ("❤", 1),
        ("❤️", 2), ("👩‍💻", 2), ("🇯🇵", 2), ("─│┌", 3), ("✓✗⧗⊘↻▶▾▸·…", 10), ("\u{1B}", 1), ("\u{9B}", 4), ("1️⃣", 2), ("©️", 2), ("⌚", 2),
    ]) func widthsAreTheTerminals(_ text: String, _ width: Int) {
        #expect(TextWidth.measure(text) == width)
    }

    @Test func fittingNeverGoesOver() {
        #expect(TextWidth.truncate("abcdef", 6) == "abcdef")
        #expect(TextWidth.truncate("abcdef", 5) == "abcd…")
        #expect(TextWidth.truncate("abcdef", 1) == "…")
        #expect(TextWidth.truncate("abcdef", 0) == "" && TextWidth.truncate("abcdef", -1) == "")
        #expect(TextWidth.truncate("日本語", 5) == "日本…")
        #expect(TextWidth.truncate("日本語", 4) == "日…")
        #expect(TextWidth.truncate("日本語", 1, ellipsis: "...") == "")
        #expect(TextWidth.truncate("abcdef", 2, ellipsis: "...") == "ab")
        #expect(TextWidth.truncate("abcdef", 3, ellipsis: "") == "abc")
        #expect(TextWidth.truncate("e\u{301}e\u{301}e\u{301}", 2) == "e\u{301}…")
        for text in ["plain text", "日本語テキスト", "a日b本c", "👩‍👩‍👧👩‍👩‍👧", "x\u{202E}y", "🇩🇪🇩🇪"] {
            for width in 0...16 {
                #expect(TextWidth.measure(TextWidth.truncate(text, width)) <= width)
                #expect(TextWidth.measure(TextWidth.pad(text, width)) == width)
            }
        }
    }

    @Test func paddingIsExact() {
        #expect(TextWidth.pad("ab", 4) == "ab  " && TextWidth.pad("ab", 4, alignRight: true) == "  ab")
        #expect(TextWidth.pad("日本", 3) == "日…" && TextWidth.pad("日本語", 4, alignRight: true) == " 日…")
        #expect(TextWidth.pad("", 0) == "")
    }

    /// UAX #11: Wide and Fullwidth take two columns, all other spacing characters one.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func widthsMatchUnicodesTable() throws {
        var wrong: [String] = []
        var checked = 0
        for (range, property) in try properties("EastAsianWidth.txt") {
            for value in range {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let category = scalar.properties.generalCategory
                switch category {
                case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator, .nonspacingMark,
                    .enclosingMark:
                    continue
                default: break
                }
                // Vowels and finals of Hangul join the syllable before them; letters of flags stand for themselves.
                if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { continue }
                checked += 1
                let expected = property == "W" || property == "F" ? 2 : 1
                if TextWidth.measure(Character(scalar)) != expected { wrong.append("U+" + String(value, radix: 16)) }
            }
        }
        #expect(wrong.isEmpty)
        #expect(checked > 250_000)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func marksTakeNoColumn() throws {
        var wrong: [String] = []
        var checked = 0
        for (range, property) in try properties("DerivedGeneralCategory.txt") where property == "Mn" || property == "Me" {
            for value in range {
                // U+1171E is a spacing mark since Unicode 16, which the standard library follows.
                guard let scalar = Unicode.Scalar(value), value != 0xFE0F, value != 0x1171E else { continue }
                checked += 1
                if TextWidth.measure("o" + String(Character(scalar))) != 1 { wrong.append("U+" + String(value, radix: 16)) }
            }
        }
        #expect(wrong.isEmpty)
        #expect(checked > 1_900)
    }

    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func emojiTakeTwoColumns() throws {
        var wrong: [String] = []
        var checked = 0
        for line in try lines("emoji-test.txt") {
            let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count >= 2, fields[1].hasPrefix("fully-qualified") else { continue }
            let text = text(of: fields[0])
            checked += 1
            if TextWidth.measure(text) != 2 || text.count == 1 && TextWidth.measure(Character(text)) != 2 {
                wrong.append(fields[0])
            }
        }
        #expect(wrong.isEmpty)
        #expect(checked > 3_000)
    }

    /// The pieces of each line of Unicode's own test of grapheme clusters.
    private func graphemeTests() throws -> [(line: String, pieces: [String])] {
        try lines("GraphemeBreakTest.txt").map { line in
            let pieces = line.split(separator: "÷").map { $0.split(separator: "×").joined(separator: " ") }
            return (line, pieces.filter { !$0.allSatisfy(\.isWhitespace) }.map(text(of:)))
        }
    }

    /// Swift's characters are the clusters of Unicode 15.0, but for one line: its library follows a later version, in which U+2701 (upper blade
    /// scissors) is no pictograph any more, so that no joiner ties two of them together. No terminal draws those as one anyway.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func charactersAreUnicodesClusters() throws {
        let wrong = try graphemeTests().filter { line, pieces in
            pieces.joined().map { Array($0.unicodeScalars) } != pieces.map { Array($0.unicodeScalars) }
        }
        #expect(wrong.map { $0.line.filter { $0 != "\t" } } == ["÷ 2701 × 200D × 2701 ÷"])
    }

    /// A fast road beside the grapheme rules must cut exactly where they cut, in the screen too.
    @Test(.enabled(if: SharedData.isPresent, SharedData.whyAbsent)) func clustersAreUnicodes() throws {
        var wrong: [String] = []
        var checked = 0
        for (line, pieces) in try graphemeTests() {
            let whole = pieces.joined()
            checked += 1
            let width = pieces.reduce(0) { $0 + TextWidth.measure($1) }
            var screen = Screen(size: Size(width: 80, height: 1))
            let columns = screen.write(whole, x: 0, y: 0)
            if TextWidth.measure(whole) != width || columns != width { wrong.append(line) }
        }
        #expect(wrong.isEmpty)
        #expect(checked > 500)
    }

    private func lines(_ name: String) throws -> [String] {
        let text = String(decoding: try SharedData.bytes("conformance/unicode/" + name), as: UTF8.self)
        return text.split(separator: "\n").map { String($0.prefix { $0 != "#" }) }.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private func properties(_ name: String) throws -> [(ClosedRange<UInt32>, String)] {
        try lines(name).compactMap { line in
            let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
            guard fields.count == 2, let first = ends.first, let last = ends.last else { return nil }
            return (first...last, fields[1])
        }
    }

    private func text(of codes: some StringProtocol) -> String {
        var scalars = String.UnicodeScalarView()
        for code in codes.split(separator: " ") {
            if let value = UInt32(code, radix: 16), let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
        }
        return String(scalars)
    }
}
