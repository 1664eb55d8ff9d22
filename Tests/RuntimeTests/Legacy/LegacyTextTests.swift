// Old encodings: the labels, what is ill-formed, pieces, who says which encoding it is; the standard's own tables.

import Document
import TestSupport
import Testing

@testable import Runtime

struct LegacyTextTests {
    private func text(_ bytes: [UInt8], _ charset: String?) -> String {
        String(decoding: LegacyText.utf8(bytes, charset: charset), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0x98], "Прив\u{98}"), ("KOI8-R", [0xf0, 0xd2, 0xc9], "При"),
            ("iso_8859-2", [0xb1, 0x9f], "ą\u{9f}"), ("windows-1253", [0xaa], "\u{fffd}"), ("latin1", [0x80, 0xe9], "€é"),
            ("IBM866", [0x8f], "П"), ("x-mac-roman", [0x8e], "é"), ("tis-620", [0xa1, 0xdb], "ก\u{fffd}"),
            // No letters are put together that stand apart.
            ("windows-1258", [0x61, 0xec], "a\u{301}"), ("windows-1255", [0xe0, 0xc7], "\u{5d0}\u{5b7}"),
            ("sjis", [0x83, 0x65, 0xc3, 0x5c, 0xa0], "テﾃ\\\u{fffd}"),
            ("euc-jp", [0xa5, 0xc6, 0x8e, 0xc3, 0x8f, 0xb0, 0xa1], "テﾃ丂"),
            ("gb2312", [0xd6, 0xd0, 0x80, 0x81, 0x30, 0x81, 0x30], "中€\u{80}"),
            ("gb18030", [0x90, 0x30, 0x81, 0x30], "\u{10000}"),
            ("big5", [0xa4, 0xa4, 0x88, 0x62], "中\u{ca}\u{304}"), (" KOREAN\n", [0xc7, 0xd1], "한"),
            ("iso-2022-jp", Array("a\u{1b}$B%F\u{1b}(B\u{1b}(J\\~\u{1b}(IC\u{1b}(B".utf8), "aテ¥‾ﾃ"),
            ("utf-16", [0x61, 0], "a"), ("utf8", [0xc3, 0xa9], "é"), ("nobody's", [0xc3, 0xa9], "é"),
            ("big5", [0xef, 0xbb, 0xbf, 0xc3, 0xa9], "é"),
        ] as [(String, [UInt8], String)])
    func labelsAreTheStandards(_ label: String, _ bytes: [UInt8], _ expected: String) {
        #expect(Array(text(bytes, label).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func everyEncodingHasItsTableAndEveryByteAMeaning() {
        let names = Set(CharsetLabels.names.values)
        #expect(names.count == 38)
        for name in names.sorted() {
            guard let charset = LegacyCharset(name) else {
                #expect(["utf-8", "utf-16be", "utf-16le", "windows-1252"].contains(name))
                continue
            }
            #expect(LegacyDecoder(charset) != nil, "\(name) has no table")
            let ascii = (0x20..<0x7f).map { UInt8($0) }
            #expect(LegacyText.utf8(ascii, charset: name) == ascii, "\(name)")
            #expect(String(validating: LegacyText.utf8(Array(0x80...0xff), charset: name), as: UTF8.self) != nil, "\(name)")
        }
        #expect(text([0xae, 0xbe], "koi8-u") == "ўЎ" && text([0xc6], "mac") == "∆" && text([0xff], "x-mac-cyrillic") == "€")
    }

    /// A byte that was lost must not take a quote or a bracket with it.
    @Test(
        arguments: [
            ("big5", [0x81, 0x22], "\u{fffd}\""), ("big5", [0xa4, 0x22, 0x61], "\u{fffd}\"a"),
            ("sjis", [0x83, 0xff, 0x61], "\u{fffd}a"),
            ("euc-kr", [0xff, 0xc7], "\u{fffd}\u{fffd}"), ("euc-jp", [0x8f, 0xb0, 0x22], "\u{fffd}\""),
            ("gb18030", [0x81, 0x30, 0x22], "\u{fffd}0\""), ("gb18030", [0x81, 0x30, 0x81], "\u{fffd}"),
            ("gb18030", [0xff], "\u{fffd}"),
            ("iso-2022-jp", Array("\u{1b}$B%\n\u{1b}(Ba\u{1b}[1".utf8), "\u{fffd}\na\u{fffd}[1"), ("big5", [0xa4], "\u{fffd}"),
        ] as [(String, [UInt8], String)])
    func whatIsIllFormedIsReplaced(_ label: String, _ bytes: [UInt8], _ expected: String) {
        #expect(text(bytes, label) == expected)
    }

    @Test func theMarkGoesBeforeTheHeaderAndTheHeaderBeforeTheText() {
        let page = Array(
            "<!-- <meta charset=x> --><META http-equiv=Content-Type content='text/html; charset=Big5'><meta charset=sjis>".utf8)
        #expect(LegacyText.charset(of: [0xef, 0xbb, 0xbf] + page, header: "big5", isMarkup: true) == "utf-8")
        #expect(LegacyText.charset(of: page, header: "euc-kr", isMarkup: true) == "euc-kr")
        #expect(LegacyText.charset(of: page, header: "nobody's", isMarkup: true) == "Big5")
        #expect(LegacyText.charset(of: page, header: nil, isMarkup: false) == nil)
        let xml = Array("<?xml version='1.0' encoding='ISO-8859-15' standalone=\"no\"?><a/>".utf8)
        #expect(LegacyText.charset(of: xml, header: nil, isMarkup: true) == "ISO-8859-15")
        #expect(LegacyText.charset(of: Array("<meta charset=\"utf-16\">".utf8), header: nil, isMarkup: true) == "utf-8")
        #expect(LegacyText.charset(of: Array("<p>charset=big5".utf8), header: nil, isMarkup: true) == nil)
        let late = [UInt8](repeating: 0x20, count: 1024) + Array("<meta charset=big5>".utf8)
        #expect(LegacyText.charset(of: late, header: nil, isMarkup: true) == nil)
    }

    @Test(
        arguments: ["big5", "euc-kr", "gb18030", "shift_jis", "euc-jp", "iso-2022-jp", "windows-1251"],
        1...6 as ClosedRange<UInt64>)
    func aPieceCutAnywhereGivesTheSameText(_ label: String, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sequences = ["\u{1b}$B", "\u{1b}(B", "\u{1b}(I", "\u{1b}$", "%F", "\n"].map { Array($0.utf8) }
        let bytes = (0..<150).flatMap { _ in
            Bool.random(using: &random)
                ? sequences.randomElement(using: &random) ?? [] : [UInt8.random(in: 0...255, using: &random)]
        }
        let whole = LegacyText.utf8(bytes, charset: label)
        let charset = try #require(LegacyCharset(label))
        for size in 1...7 {
            var decoder = try #require(LegacyDecoder(charset))
            var output: [UInt8] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                decoder.decode(bytes[start..<min(start + size, bytes.count)], into: &output)
            }
            decoder.finish(into: &output)
            #expect(output == whole, "pieces of \(size)")
        }
        #expect(String(validating: whole, as: UTF8.self) != nil)
    }

    /// Pairs of the standard's tables: a file of bytes and its text. What the C library has otherwise is counted here and named below.
    @Test(
        .enabled(if: SharedData.isPresent, SharedData.whyAbsent),
        arguments: [
            ("big5_in", "big5_in_ref", "big5", 124), ("big5_out_ref", "big5_out", "big5", 38),
            ("euc_kr_in", "euc_kr_in_ref", "euc-kr", 0), ("euc_kr_out_ref", "euc_kr_out", "euc-kr", 0),
            ("gb18030_in", "gb18030_in_ref", "gb18030", 7), ("gb18030_out_ref", "gb18030_out", "gb18030", 6),
            ("shift_jis_in", "shift_jis_in_ref", "shift_jis", 0), ("shift_jis_out_ref", "shift_jis_out", "shift_jis", 0),
            ("jis0208_in", "jis0208_in_ref", "euc-jp", 0), ("jis0208_out_ref", "jis0208_out", "euc-jp", 0),
            ("jis0212_in", "jis0212_in_ref", "euc-jp", 0),
            ("iso_2022_jp_in", "iso_2022_jp_in_ref", "iso-2022-jp", 0),
            ("iso_2022_jp_out_ref", "iso_2022_jp_out", "iso-2022-jp", 63),
        ])
    func theStandardsTablesAreRead(_ source: String, _ twin: String, _ charset: String, _ known: Int) throws {
        let bytes = try SharedData.bytes("bodies/encodings/\(source).txt")
        let expected = try SharedData.bytes("bodies/encodings/\(twin).txt").split(
            separator: 0x0a, omittingEmptySubsequences: false)
        let lines = LegacyText.utf8(bytes, charset: charset).split(separator: 0x0a, omittingEmptySubsequences: false)
        try #require(lines.count == expected.count)
        #expect(lines.count > 7000)
        var misses: [String] = []
        var offset = 0
        let sources = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
        for (place, (line, wanted)) in zip(lines, expected).enumerated() {
            if line != wanted {
                let code = sources[place].map { String($0, radix: 16) }.joined()
                misses.append("byte \(offset): \(code) is \(Self.codes(line)), not \(Self.codes(wanted))")
            }
            offset += sources[place].count + 1
        }
        #expect(misses.count == known, "\(misses.prefix(20).joined(separator: "\n"))")
        #expect(misses.allSatisfy { Self.isKnown($0, charset) }, "\(misses.filter { !Self.isKnown($0, charset) })")
    }

    private static func codes(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line, as: UTF8.self).unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(
            separator: " ")
    }

    /// Big5: 33 pictures of control characters, and 91 doubles of characters that stand elsewhere too: the C library has none of them.
    /// GB 18030: a second blank, and six characters that the library knows and the standard has as private ones.
    /// ISO-2022-JP: an encoder writes half-width katakana as full ones, so that they do not come back.
    private static func isKnown(_ miss: String, _ charset: String) -> Bool {
        switch charset {
        case "big5": miss.contains("is U+FFFD")
        case "gb18030": ["a3a0", "fe51", "fe52", "fe53", "fe6c", "fe76", "fe91"].contains { miss.contains(": \($0) is") }
        case "iso-2022-jp": miss.contains("is U+30") && miss.contains("not U+FF")
        default: false
        }
    }
}
